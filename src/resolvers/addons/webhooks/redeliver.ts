import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { endOf } from '../../platform/input/moment.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { DUE_NOW } from '../deliveries/delivery-transitions.ts';
import { enqueueAndPublish } from '../deliveries/queue-deliveries.ts';
import { readDelivery } from './get-delivery.ts';
import { assertEnabled, requireWebhook } from './require-webhook.ts';

const REDELIVER = `UPDATE webhook_deliveries d SET ${DUE_NOW}, queued_at = now(), delivered_at = NULL
   FROM webhooks w WHERE w.id = d.webhook_id AND w.enabled`;
/** An attempt in progress already satisfies the request. */
const NOT_IN_PROGRESS = '(d.leased_until IS NULL OR d.leased_until < now())';
const RETURNING = 'RETURNING d.id, d.webhook_id AS "webhookId", w.host AS destination';

/** Rows per statement. */
const BATCH = 1_000;
/** Rows per call. */
const MAX_COUNT = 20_000;

const RUN = statement(
  'redeliver/run',
  `${REDELIVER} AND d.id = $id AND d.webhook_id = $webhookId AND ${NOT_IN_PROGRESS} ${RETURNING}`,
);

/**
 * Redelivers now, whatever the state of the delivery. The attempt does not count against the
 * schedule; an exhausted delivery gets this one attempt.
 *
 * @throws FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT for a disabled webhook
 */
export async function redeliver(
  ctx: Context<'pool' | 'publishDeliveries' | 'wakeDeliveries'>,
  webhookId: string,
  id: string,
): Promise<WebhookDeliveryRecord> {
  assertEnabled(await requireWebhook(ctx, webhookId, 'webhook.manage'));
  if (!isId(id)) throw notFound('Delivery');
  const rows = await RUN.rows(ctx.services.pool, { id, webhookId });
  enqueueAndPublish(ctx, rows);
  return readDelivery(ctx, webhookId, id);
}

/** Lowest id. */
const NIL = '00000000-0000-0000-0000-000000000000';

const rangeInput = z.object({ from: z.date(), to: z.date().transform(endOf) });

/** Next batch in order of creation, after the last row of the previous batch. */
const NEXT_BATCH = statement(
  'redeliver/next-batch',
  `WITH next AS (
    SELECT d.id, d.created_at FROM webhook_deliveries d
     WHERE d.webhook_id = $webhookId AND d.created_at BETWEEN $from AND $to AND (d.created_at, d.id) > ($createdAt, $id)
       AND d.state <> 'delivered' AND ${NOT_IN_PROGRESS}
       AND (d.state <> 'pending' OR d.next_attempt_at > now())
     ORDER BY d.created_at, d.id LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED
  ), redelivered AS (
    ${REDELIVER} AND d.id IN (SELECT id FROM next) ${RETURNING}
  )
  SELECT redelivered.*, next.created_at AS "createdAt" FROM next JOIN redelivered USING (id) ORDER BY next.created_at, next.id`,
);

/** Result of a redelivery of a time range. */
export interface Redelivery {
  count: number;
  /** Whether another call may find more. */
  hasMore: boolean;
}

/**
 * Redelivers the undelivered events of a time range, oldest first, up to 20,000. Skips deliveries
 * that are due.
 *
 * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function redeliverRange(
  ctx: Context<'pool' | 'publishDeliveries' | 'wakeDeliveries'>,
  webhookId: string,
  args: object,
): Promise<Redelivery> {
  assertEnabled(await requireWebhook(ctx, webhookId, 'webhook.manage'));
  const { from, to }: z.infer<typeof rangeInput> = parseInput(rangeInput, args);
  if (from > to) throw badField('from', 'must not be after to');
  let count = 0;
  let last = { createdAt: from, id: NIL };
  while (count < MAX_COUNT) {
    const rows = await NEXT_BATCH.rows(ctx.services.pool, {
      webhookId,
      from,
      to,
      createdAt: last.createdAt,
      id: last.id,
    });
    enqueueAndPublish(ctx, rows);
    count += rows.length;
    last = rows.at(-1) ?? last;
    if (rows.length < BATCH) return { count, hasMore: false };
  }
  return { count, hasMore: true };
}
