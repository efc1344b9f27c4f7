import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { assertEnabled } from '../../deliveries/assert-enabled.ts';
import { findDelivery } from '../../deliveries/find-delivery.ts';
import { createOnce } from '../../platform/idempotency/with-idempotency-key.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { announce, insertDeliveries } from '../deliveries/queue-deliveries.ts';
import { requireWebhook } from './require-webhook.ts';

/** Of no event that happened: receivers need not act on it. */
const TEST_TYPE = 'test';
const TEST_DATA = JSON.stringify({ message: 'This is a test of your webhook.' });

/**
 * Sends a test event to one webhook, whatever it subscribes to, as any other: signed, and tried again when it fails.
 * @throws FORBIDDEN, NOT_FOUND; BAD_USER_INPUT for a disabled webhook
 */
export async function sendTestEvent(ctx: Context, webhookId: string): Promise<WebhookDeliveryRecord> {
  const userId = requireUser(ctx);
  const webhook = await requireWebhook(ctx, webhookId);
  assertEnabled(webhook);
  const queued = await createOnce(
    ctx,
    { caller: `user:${userId}`, operation: 'testWebhook', input: { webhookId } },
    async (sql) => {
      const event = { id: newId(), type: TEST_TYPE, createdAt: new Date(), data: TEST_DATA };
      const [delivery] = await insertDeliveries(ctx, sql, [{ webhookId, eventId: event.id }], [event]);
      if (!delivery) throw notFound('Webhook');
      return delivery;
    },
  );
  announce(ctx, [queued]);
  return findDelivery(ctx, webhookId, queued.id);
}
