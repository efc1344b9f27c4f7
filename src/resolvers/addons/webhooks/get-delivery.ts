import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { DELIVERY_COLUMNS, withAttempts } from '../deliveries/delivery-updates.ts';
import { requireWebhook } from './require-webhook.ts';

/**
 * Returns a delivery with its attempts.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function getDelivery(ctx: Context<'pool'>, webhookId: string, id: string): Promise<WebhookDeliveryRecord> {
  await requireWebhook(ctx, webhookId, 'webhook.manage');
  return readDelivery(ctx, webhookId, id);
}

const FIND = statement(
  'get-delivery/find',
  `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d WHERE d.id = $id AND d.webhook_id = $webhookId`,
);

/**
 * Reads a delivery of a webhook whose access was checked.
 *
 * @throws NOT_FOUND also for a malformed id
 */
export async function readDelivery(
  ctx: Context<'pool'>,
  webhookId: string,
  id: string,
): Promise<WebhookDeliveryRecord> {
  if (!isId(id)) throw notFound('Delivery');
  const { pool } = ctx.services;
  const rows = await FIND.rows(pool, { id, webhookId });
  const [delivery] = await withAttempts(pool, rows);
  if (!delivery) throw notFound('Delivery');
  return delivery;
}
