import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { AttemptResult } from './attempt-result.ts';

/** A webhook is disabled when all attempts of this period failed. */
const FAILING_LIMIT = '5 days';
/** Failures that are further apart do not add up. */
const FAILURES_RESET_AFTER = '3 days';

/**
 * For results whose lease is still valid: updates the delivery, stores the attempt, and updates the
 * webhook's period of failures, with one statement for any number of results. It locks deliveries
 * before webhooks, while disabling or deleting a webhook locks in the opposite order. To avoid a
 * deadlock it skips a locked webhook, which the next attempt updates.
 */
const RECORD = statement(
  'record-attempts/record',
  `WITH r AS (
    SELECT * FROM unnest($ids::uuid[], $leaseIds::uuid[], $outcomes::text[], $delays::int8[], $startedAts::timestamptz[], $durations::int[], $responseStatus::int[], $responseBodies::text[], $errors::text[])
      AS r(id, lease_id, outcome, delay, started_at, duration, status, response, error)
  ), locked AS (
    SELECT d.id FROM webhook_deliveries d JOIN r ON r.id = d.id AND r.lease_id = d.lease_id ORDER BY d.id FOR UPDATE OF d
  ), updated AS (
    UPDATE webhook_deliveries d
       SET state = (CASE WHEN r.outcome = 'delivered' THEN 'delivered'
                         WHEN d.state = 'cancelled' THEN 'cancelled'
                         WHEN r.outcome = 'exhausted' THEN 'exhausted'
                         ELSE 'pending' END)::"WebhookDeliveryState",
           next_attempt_at = CASE WHEN r.outcome = 'retry' AND d.state = 'pending' THEN now() + r.delay * interval '1 millisecond' END,
           attempt_count = d.attempt_count + 1, lease_id = NULL, leased_until = NULL, queued_at = NULL,
           response_status = r.status, error = r.error, updated_at = now(),
           delivered_at = CASE WHEN r.outcome = 'delivered' THEN now() END
      FROM r JOIN locked USING (id)
     WHERE d.id = r.id
    RETURNING d.id, d.webhook_id, d.attempt_count, d.state
  ), inserted AS (
    INSERT INTO webhook_attempts (delivery_id, number, started_at, duration, response_status, response_body, error)
    SELECT r.id, updated.attempt_count, r.started_at, r.duration, r.status, r.response, r.error FROM updated JOIN r USING (id)
  ), attempted AS (
    SELECT webhook_id, bool_or(state = 'delivered') AS succeeded FROM updated GROUP BY webhook_id
  ), unlocked AS (
    SELECT w.id, attempted.succeeded FROM webhooks w JOIN attempted ON attempted.webhook_id = w.id
     WHERE CASE WHEN attempted.succeeded THEN w.failing_since IS NOT NULL
                ELSE w.last_failure_at IS NULL OR w.last_failure_at < now() - interval '1 minute' END
       FOR NO KEY UPDATE OF w SKIP LOCKED
  ), receiver AS (
    UPDATE webhooks w
       SET failing_since = CASE WHEN unlocked.succeeded THEN NULL
                                WHEN w.failing_since IS NULL OR w.last_failure_at < now() - interval '${FAILURES_RESET_AFTER}' THEN now()
                                ELSE w.failing_since END,
           last_failure_at = CASE WHEN unlocked.succeeded THEN NULL ELSE now() END
      FROM unlocked
     WHERE w.id = unlocked.id
    RETURNING w.id, w.enabled AND w.failing_since < now() - interval '${FAILING_LIMIT}' AS "failedOut"
  )
  SELECT updated.id, updated.webhook_id AS "webhookId", updated.state, coalesce(receiver."failedOut", false) AS "failedOut"
    FROM updated LEFT JOIN receiver ON receiver.id = updated.webhook_id`,
  { prepared: true },
);

/** State of a delivery after a recorded attempt. */
export interface RecordedAttempt {
  id: string;
  webhookId: string;
  state: 'pending' | 'delivered' | 'exhausted' | 'cancelled';
  /** Whether the webhook has failed for so long that it must be disabled. */
  failedOut: boolean;
}

/**
 * Records attempts.
 *
 * @returns in the order of the results; undefined if another process has the lease, whose attempt
 *   counts instead
 */
export async function recordAttempts(
  ctx: Context<'pool'>,
  results: AttemptResult[],
): Promise<(RecordedAttempt | undefined)[]> {
  const rows = await RECORD.rows(ctx.services.pool, {
    ids: results.map(({ delivery }) => delivery.id),
    leaseIds: results.map(({ delivery }) => delivery.leaseId),
    outcomes: results.map(({ outcome }) => outcome),
    delays: results.map(({ delay }) => delay),
    startedAts: results.map(({ startedAt }) => startedAt),
    durations: results.map(({ duration }) => duration),
    responseStatus: results.map(({ responseStatus }) => responseStatus),
    responseBodies: results.map(({ responseBody }) => responseBody),
    errors: results.map(({ error }) => error),
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return results.map(({ delivery }) => byId.get(delivery.id));
}
