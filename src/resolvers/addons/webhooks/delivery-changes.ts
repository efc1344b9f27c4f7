import type { Context } from '../../../context.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { requireToken } from '../../platform/policies/access.ts';
import { openStream } from '../live/open-stream.ts';
import { requireWebhook } from './require-webhook.ts';

/**
 * Streams new and changed deliveries of a webhook. The stream ends when the token expires or the
 * subscriber loses access.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function deliveryChanges(
  ctx: Context<'liveDeliveries' | 'pool'>,
  webhookId: string,
): Promise<AsyncIterable<WebhookDeliveryRecord>> {
  const { id, organizationId } = await requireWebhook(ctx, webhookId, 'webhook.manage');
  const reader = { organizationId, topic: id, ...requireToken(ctx) };
  return openStream(ctx, ctx.services.liveDeliveries, reader, 'Webhook');
}
