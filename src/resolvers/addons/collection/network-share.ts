import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { networkOf } from '../../../lib/network-of.ts';
import type { CollectingProject } from '../../../types/collection.ts';
import { NETWORK_SHARE } from '../../platform/quotas/hourly-quota.ts';
import { calendarMonth } from '../../platform/quotas/periods.ts';
import { limitOf } from '../../platform/quotas/plans.ts';

/** Length of the longest month, milliseconds. */
const LONGEST_MONTH_MS = 31 * DAY_MS;

/**
 * Counts events against the share that the client's network has of the plan's monthly events.
 * Project keys are public: without the share, one client could stop the collection of all others.
 * The counts are kept with the rate limits. A network that exceeds its share is logged once.
 *
 * @throws FORBIDDEN when `n` more would exceed the share
 */
export async function consumeNetworkShare(
  ctx: Context<'config' | 'rateLimitStore'>,
  { id, organizationId, plan }: CollectingProject,
  n: number,
): Promise<void> {
  const { config, rateLimitStore } = ctx.services;
  const limit = limitOf(plan ?? config.billing.defaultPlan, 'events');
  if (limit === undefined || n === 0) return;
  const share = limit * NETWORK_SHARE;
  const { start, end } = calendarMonth(new Date());
  const network = networkOf(ctx.ip);
  const key = `month-events:${organizationId}:${start.getTime()}:${network}`;
  const { count } = await rateLimitStore.increment(key, LONGEST_MONTH_MS, n);
  if (count <= share) return;
  if (count - n <= share)
    ctx.logger.warn({ projectId: id, organizationId, network, share }, 'monthly events of a network used up');
  throw new AppError(
    'FORBIDDEN',
    `events: this network may send ${share} of the plan's ${limit} events this month (until ${end.toISOString()}), ` +
      'and this exceeds them. Events of other networks are collected as before',
  );
}
