import type { Context } from '../../../context.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { networkOf } from '../../../lib/network-of.ts';
import { assertBelow, type CallLimit, countAgainst } from '../../platform/quotas/call-limits.ts';
import { orUnavailable } from '../../platform/sql/availability.ts';
import { lookUpProject } from './require-collecting-project.ts';

/** Finds the id that rate limits count a project by, from its key, its previous key or its id. */
export const findProjectId = async (ctx: Context<'collection'>, key: string): Promise<string | undefined> =>
  (await lookUpProject(ctx, key))?.id;

/**
 * Finds the id for requests without any other limit. Unknown keys count against the client's
 * network; a network beyond the limit causes no more lookups.
 *
 * @throws RATE_LIMITED, UNAVAILABLE
 */
export async function findProjectIdWithLimit(
  ctx: Context<'collection' | 'config' | 'rateLimitStore'>,
  key: string,
): Promise<string | undefined> {
  const bucket = `unknown-key:${networkOf(ctx.ip)}`;
  const limit: CallLimit = {
    what: 'unknown project keys',
    limit: ctx.services.config.rateLimits.ip,
    windowMs: MINUTE_MS,
  };
  if (limit.limit > 0) await assertBelow(ctx, bucket, limit);
  const id = await orUnavailable(ctx, () => findProjectId(ctx, key));
  if (!id && limit.limit > 0) await countAgainst(ctx, bucket, limit);
  return id;
}
