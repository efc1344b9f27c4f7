import type { Queryable } from '../../../infrastructure/database/transaction.ts';

const CANCEL = `UPDATE webhook_deliveries d SET state = 'cancelled', next_attempt_at = NULL, updated_at = now(), error = $2
  WHERE d.id IN
    (SELECT id FROM webhook_deliveries WHERE webhook_id = ANY($1::uuid[]) AND state = 'pending' ORDER BY id FOR UPDATE)`;

const WHY = {
  disabled: 'The webhook was disabled before this was delivered; enable it, then deliver again',
  deleted: 'What this tells of was deleted before it was delivered',
};

/** What waits for these webhooks is not sent any more; an attempt under way may still succeed. */
export async function cancelPending(sql: Queryable, webhookIds: string[], why: keyof typeof WHY): Promise<void> {
  await sql.query(CANCEL, [webhookIds, WHY[why]]);
}
