import type { Context } from '../../../context.ts';
import type { AttemptResult } from '../../deliveries/attempt-result.ts';

/** After so long of nothing but failures a webhook is disabled. */
const FAILING_LIMIT = '5 days';
/** Failures with nothing to send between them for so long do not add up. */
const FORGIVEN_AFTER = '3 days';

/**
 * Of results whose lease still holds: the delivery moves on, the attempt is kept, and the webhook's run of failures begins,
 * goes on or ends. One statement, whatever their number. It holds deliveries, and who disables or deletes a webhook holds that
 * first: a webhook that is held is not waited for, and the next attempt's result says the same of it.
 */
const RECORD = `WITH r AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int8[], $5::timestamptz[], $6::int[], $7::int[], $8::text[], $9::text[])
      AS r(id, lease_id, outcome, delay, started_at, duration, status, response, error)
  ), held AS (
    SELECT d.id FROM webhook_deliveries d JOIN r ON r.id = d.id AND r.lease_id = d.lease_id ORDER BY d.id FOR UPDATE OF d
  ), ended AS (
    UPDATE webhook_deliveries d
       SET state = (CASE WHEN r.outcome = 'delivered' THEN 'delivered'
                         WHEN d.state = 'cancelled' THEN 'cancelled'
                         WHEN r.outcome = 'exhausted' THEN 'exhausted'
                         ELSE 'pending' END)::"WebhookDeliveryState",
           next_attempt_at = CASE WHEN r.outcome = 'retry' AND d.state = 'pending' THEN now() + r.delay * interval '1 millisecond' END,
           attempt_count = d.attempt_count + 1, lease_id = NULL, leased_until = NULL, queued_at = NULL,
           response_status = r.status, error = r.error, updated_at = now(),
           delivered_at = CASE WHEN r.outcome = 'delivered' THEN now() END
      FROM r JOIN held USING (id)
     WHERE d.id = r.id
    RETURNING d.id, d.webhook_id, d.attempt_count, d.state
  ), kept AS (
    INSERT INTO webhook_attempts (delivery_id, number, started_at, duration, response_status, response_body, error)
    SELECT r.id, ended.attempt_count, r.started_at, r.duration, r.status, r.response, r.error FROM ended JOIN r USING (id)
  ), ran AS (
    SELECT webhook_id, bool_or(state = 'delivered') AS well FROM ended GROUP BY webhook_id
  ), free AS (
    SELECT w.id, ran.well FROM webhooks w JOIN ran ON ran.webhook_id = w.id
     WHERE CASE WHEN ran.well THEN w.failing_since IS NOT NULL
                ELSE w.last_failure_at IS NULL OR w.last_failure_at < now() - interval '1 minute' END
       FOR NO KEY UPDATE OF w SKIP LOCKED
  ), judged AS (
    UPDATE webhooks w
       SET failing_since = CASE WHEN free.well THEN NULL
                                WHEN w.failing_since IS NULL OR w.last_failure_at < now() - interval '${FORGIVEN_AFTER}' THEN now()
                                ELSE w.failing_since END,
           last_failure_at = CASE WHEN free.well THEN NULL ELSE now() END
      FROM free
     WHERE w.id = free.id
    RETURNING w.id, w.enabled AND w.failing_since < now() - interval '${FAILING_LIMIT}' AS "failedOut"
  )
  SELECT ended.id, ended.webhook_id AS "webhookId", ended.state, coalesce(judged."failedOut", false) AS "failedOut"
    FROM ended LEFT JOIN judged ON judged.id = ended.webhook_id`;

/** What a delivery has come to. */
export interface Recorded {
  id: string;
  webhookId: string;
  state: 'pending' | 'delivered' | 'exhausted' | 'cancelled';
  /** Its webhook has done nothing but fail for too long. */
  failedOut: boolean;
}

/** @returns in the order of the results; undefined where the lease had gone to another, whose attempt counts instead */
export async function recordAttempts(ctx: Context, results: AttemptResult[]): Promise<(Recorded | undefined)[]> {
  const { rows } = await ctx.services.pool.query<Recorded>({
    name: 'record-attempts',
    text: RECORD,
    values: [
      results.map(({ delivery }) => delivery.id),
      results.map(({ delivery }) => delivery.leaseId),
      results.map(({ outcome }) => outcome),
      results.map(({ delay }) => delay),
      results.map(({ startedAt }) => startedAt),
      results.map(({ duration }) => duration),
      results.map(({ responseStatus }) => responseStatus),
      results.map(({ responseBody }) => responseBody),
      results.map(({ error }) => error),
    ],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return results.map(({ delivery }) => byId.get(delivery.id));
}
