import type { Services } from '../context.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import { networkOf } from '../lib/network-of.ts';
import { rateLimited, rateLimitState } from '../resolvers/platform/quotas/call-limits.ts';
import type { WithContext } from './memory-budget.ts';
import type { Handler, HttpCall } from './pipeline.ts';

/**
 * Requests per minute of one address to all routes of a kind, as multiples of RATE_LIMIT_IP. They
 * are above the traffic of an office or a tracker behind one address.
 */
export const ADDRESS_LIMITS = {
  /** Links that people open: answers, unsubscribing, exports, invoices, sessions, the panel. */
  links: 2,
  uploads: 2,
  /** Webhooks of trackers, which send for all their customers from a few addresses. */
  hooks: 10,
  /** Signed pictures and files. A screen shows dozens of them. */
  files: 20,
} as const;

export type AddressLimit = keyof typeof ADDRESS_LIMITS;

/**
 * Limit of a route by address, or why it has none: the operations count themselves, probes answer
 * monitors, and static content comes from memory.
 */
export type RouteLimit = AddressLimit | 'operations' | 'probe' | 'static';

/**
 * Counts each request before anything else is done for it.
 *
 * @throws RATE_LIMITED when the address exceeds the limit
 */
export const withAddressLimit =
  ({ config: { rateLimits }, rateLimitStore }: Pick<Services, 'config' | 'rateLimitStore'>, kind: AddressLimit) =>
  <R, C extends HttpCall & WithContext>(next: Handler<R, C>): Handler<R, C> =>
  async (call) => {
    const limit = rateLimits.ip * ADDRESS_LIMITS[kind];
    if (limit > 0) {
      const window = await rateLimitStore.increment(`${kind}:${networkOf(call.context.ip)}`, MINUTE_MS);
      const state = rateLimitState(window, limit);
      if (window.count > limit)
        throw rateLimited(call.context, { what: 'requests', limit, windowMs: MINUTE_MS }, state);
    }
    return next(call);
  };
