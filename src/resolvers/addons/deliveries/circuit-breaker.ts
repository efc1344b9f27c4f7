import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';

/** Consecutive calls without a response that pause a destination for a minute. */
export const FAILURES_TO_OPEN = 10;
const PAUSE = '1 minute';

const COUNT_FAILURE = statement(
  'circuit-breaker/count-failure',
  `INSERT INTO webhook_hosts AS h (host, failures, updated_at) VALUES ($destination, 1, now())
  ON CONFLICT (host) DO UPDATE
     SET failures = h.failures + 1, updated_at = now(),
         paused_until = CASE WHEN h.failures + 1 >= ${FAILURES_TO_OPEN} THEN now() + interval '${PAUSE}' END
  RETURNING failures`,
);

/**
 * Counts a call without a response, across all processes.
 *
 * @returns number of consecutive failures
 */
export async function recordFailure(ctx: Context<'pool'>, destination: string): Promise<number> {
  const row = await COUNT_FAILURE.first(ctx.services.pool, { destination });
  return row?.failures ?? 1;
}

const DELETE = statement('circuit-breaker/delete', 'DELETE FROM webhook_hosts WHERE host = $destination');

/** Closes the circuit breaker after a response, even an error response. */
export async function resetFailures(ctx: Context<'pool'>, destination: string): Promise<void> {
  await DELETE.run(ctx.services.pool, { destination });
}
