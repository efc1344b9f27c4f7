import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { WebhookDeliveryRecord } from '../../webhook-delivery-record.ts';
import { untilCallerGoes, untilExpiry } from '../live/stream-ends.ts';
import { requireUser } from '../policies/access.ts';
import { findLostWebhookReaders } from '../webhooks/find-lost-webhook-readers.ts';
import { requireWebhook } from '../webhooks/require-webhook.ts';

/**
 * The deliveries of a webhook as they are written and change, from now on. It ends when the token expires and when the
 * reader loses the right to it. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function deliveryChanges(ctx: Context, webhookId: string): Promise<AsyncIterable<WebhookDeliveryRecord>> {
  const { id, organizationId } = await requireWebhook(ctx, webhookId);
  const reader = { organizationId, projectId: id, userId: requireUser(ctx) };
  const changes = ctx.services.liveDeliveries.subscribe(reader, [...untilCallerGoes(ctx), ...untilExpiry(ctx)]);
  // Looked at once more: a right that was lost before the stream was there has ended no stream.
  const lost = await findLostWebhookReaders(ctx.services.pool, [reader]).catch(() => [reader]);
  if (lost.length === 0) return changes;
  await changes.return?.();
  throw notFound('Webhook');
}
