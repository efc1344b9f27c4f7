import type { Context } from '../../../context.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { openStream } from '../../live/open-stream.ts';
import { requireToken } from '../../platform/policies/access.ts';
import { requireWebhook } from './require-webhook.ts';

/**
 * The deliveries of a webhook as they are written and change, from now on. It ends when the token expires and when the
 * reader loses the right to it. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function deliveryChanges(ctx: Context, webhookId: string): Promise<AsyncIterable<WebhookDeliveryRecord>> {
  const { id, organizationId } = await requireWebhook(ctx, webhookId);
  const reader = { organizationId, topic: id, ...requireToken(ctx) };
  return openStream(ctx, ctx.services.liveDeliveries, reader, 'Webhook');
}
