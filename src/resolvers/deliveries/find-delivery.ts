import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isId } from '../../infrastructure/database/ids.ts';
import type { WebhookDeliveryRecord } from '../../types/webhook-delivery-record.ts';
import { DELIVERY_COLUMNS, withAttempts } from '../addons/deliveries/delivery-updates.ts';

/** A delivery of a webhook, for a caller who may read it. @throws NOT_FOUND, for a malformed id too */
export async function findDelivery(ctx: Context, webhookId: string, id: string): Promise<WebhookDeliveryRecord> {
  if (!isId(id)) throw notFound('Delivery');
  const { pool } = ctx.services;
  const { rows } = await pool.query(
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d WHERE d.id = $1 AND d.webhook_id = $2`,
    [id, webhookId],
  );
  const [delivery] = await withAttempts(pool, rows);
  if (!delivery) throw notFound('Delivery');
  return delivery;
}
