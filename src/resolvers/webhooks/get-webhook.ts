import type { Context } from '../../context.ts';
import { requireWebhook } from '../addons/webhooks/require-webhook.ts';
import { recordOf, type WebhookRecord } from '../addons/webhooks/webhook.ts';

/** One webhook. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export async function getWebhook(ctx: Context, id: string): Promise<WebhookRecord> {
  return recordOf(ctx, await requireWebhook(ctx, id));
}
