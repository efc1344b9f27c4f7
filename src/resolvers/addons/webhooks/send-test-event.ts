import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { enqueueAndPublish, insertDeliveries } from '../deliveries/queue-deliveries.ts';
import { readDelivery } from './get-delivery.ts';
import { assertEnabled, requireWebhook } from './require-webhook.ts';

/** Event type that represents no change; receivers may ignore it. */
const TEST_TYPE = 'test';
const TEST_DATA = JSON.stringify({ message: 'This is a test of your webhook.' });

/**
 * Sends a test event to a webhook, whatever it subscribes to. It is signed and retried like others.
 *
 * @throws FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT for a disabled webhook
 */
export async function sendTestEvent(
  ctx: Context<'config' | 'pool' | 'publishDeliveries' | 'wakeDeliveries'>,
  webhookId: string,
): Promise<WebhookDeliveryRecord> {
  const userId = requireUser(ctx);
  const webhook = await requireWebhook(ctx, webhookId, 'webhook.manage');
  assertEnabled(webhook);
  const queued = await withIdempotencyKey(
    ctx,
    { client: `user:${userId}`, operation: 'testWebhook', input: { webhookId } },
    async (sql) => {
      const event = { id: newId(), type: TEST_TYPE, createdAt: new Date(), data: TEST_DATA };
      const [delivery] = await insertDeliveries(ctx, sql, [{ webhookId, eventId: event.id }], [event]);
      if (!delivery) throw notFound('Webhook');
      return delivery;
    },
  );
  enqueueAndPublish(ctx, [queued]);
  return readDelivery(ctx, webhookId, queued.id);
}
