import type { Context } from '../../../context.ts';
import { requireWebhook } from './require-webhook.ts';
import { type WebhookRecord, webhookRecord } from './webhook.ts';

/** @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export async function getWebhook(ctx: Context<'pool'>, id: string): Promise<WebhookRecord> {
  return webhookRecord(ctx, await requireWebhook(ctx, id, 'webhook.manage'));
}
