import type { Context } from '../../context.ts';
import type { WebhookDeliveryRecord } from '../../types/webhook-delivery-record.ts';
import { requireWebhook } from '../addons/webhooks/require-webhook.ts';
import { findDelivery } from './find-delivery.ts';

/** One delivery. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export async function getDelivery(ctx: Context, webhookId: string, id: string): Promise<WebhookDeliveryRecord> {
  await requireWebhook(ctx, webhookId);
  return findDelivery(ctx, webhookId, id);
}
