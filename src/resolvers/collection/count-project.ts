import type { Context } from '../../context.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { networkOf } from '../../lib/network-of.ts';
import { find } from '../addons/collection/require-collecting-project.ts';
import { assertBelow, type CallLimit, countAgainst } from '../throttling/call-limits.ts';
import { orUnavailable } from './availability.ts';

/** The id that limits count a project by, whether it was called by its key, the one before it or its id. */
export const knownProject = async (ctx: Context, key: string): Promise<string | undefined> =>
  (await find(ctx, key))?.id;

/**
 * As `knownProject`, for callers that nothing else counts: an unknown key counts against their network, and a network that
 * keeps sending unknown ones costs no more look-ups. @throws RATE_LIMITED, UNAVAILABLE
 */
export async function countedProject(ctx: Context, key: string): Promise<string | undefined> {
  const guesses = `unknown-key:${networkOf(ctx.ip)}`;
  const bound: CallLimit = {
    what: 'unknown project keys',
    limit: ctx.services.config.rateLimits.ip,
    windowMs: MINUTE_MS,
  };
  if (bound.limit > 0) await assertBelow(ctx, guesses, bound);
  const id = await orUnavailable(ctx, () => knownProject(ctx, key));
  if (!id && bound.limit > 0) await countAgainst(ctx, guesses, bound);
  return id;
}
