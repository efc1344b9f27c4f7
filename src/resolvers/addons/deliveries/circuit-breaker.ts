import type { Context } from '../../../context.ts';

/** After so many calls in a row that were left without an answer, nothing is sent in a lane for a minute. */
export const FAILURES_TO_PAUSE = 10;
const PAUSE = '1 minute';

const FAILED = `INSERT INTO webhook_hosts AS h (host, failures, updated_at) VALUES ($1, 1, now())
  ON CONFLICT (host) DO UPDATE
     SET failures = h.failures + 1, updated_at = now(),
         paused_until = CASE WHEN h.failures + 1 >= ${FAILURES_TO_PAUSE} THEN now() + interval '${PAUSE}' END
  RETURNING failures`;

/** Counts a call without an answer, for every process. @returns how many there were in a row */
export async function laneFailed(ctx: Context, lane: string): Promise<number> {
  const { rows } = await ctx.services.pool.query<{ failures: number }>(FAILED, [lane]);
  return rows[0]?.failures ?? 1;
}

/** Any answer, also a refusal, ends the count. */
export async function laneAnswered(ctx: Context, lane: string): Promise<void> {
  await ctx.services.pool.query('DELETE FROM webhook_hosts WHERE host = $1', [lane]);
}
