import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';

const CANCEL = statement(
  'delivery-transitions/cancel',
  `UPDATE webhook_deliveries d SET state = 'cancelled', next_attempt_at = NULL, updated_at = now(), error = $error
  WHERE d.id IN
    (SELECT id FROM webhook_deliveries WHERE webhook_id = ANY($webhookIds::uuid[]) AND state = 'pending' ORDER BY id FOR UPDATE)`,
);

const REASONS = {
  disabled: 'The webhook was disabled before this was delivered; enable it, then deliver again',
  deleted: 'The subject of this event was deleted before it was delivered',
};

/** Cancels the pending deliveries of webhooks. An attempt in progress may still succeed. */
export async function cancelPending(sql: Queryable, webhookIds: string[], reason: keyof typeof REASONS): Promise<void> {
  await CANCEL.run(sql, { webhookIds, error: REASONS[reason] });
}

/**
 * SET list that makes a delivery `d` due now, on request. The attempt does not count against the
 * schedule: if it fails, the schedule continues where it was.
 */
export const DUE_NOW = `state = 'pending', next_attempt_at = now(), updated_at = now(),
    extra_attempts = CASE WHEN d.state = 'pending' AND d.next_attempt_at <= now() THEN d.extra_attempts
                          ELSE least(d.extra_attempts, d.attempt_count) + 1 END`;
