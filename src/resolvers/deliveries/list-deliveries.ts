import type { Context } from '../../context.ts';
import type { WebhookDeliveryState } from '../../generated/prisma/client.ts';
import type { WebhookDeliveryRecord } from '../../webhook-delivery-record.ts';
import { type NumberedPage, type NumberedPageArgs, numberedPage } from '../numbered-page.ts';
import { requireWebhook } from '../webhooks/require-webhook.ts';
import { DELIVERY_COLUMNS, withAttempts } from './delivery-updates.ts';

/** What is null does not filter. */
const OF_WEBHOOK = `FROM webhook_deliveries d WHERE d.webhook_id = $1 AND ($2::"WebhookDeliveryState" IS NULL OR d.state = $2)`;

/** The deliveries of a webhook, newest first. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT */
export async function listDeliveries(
  ctx: Context,
  webhookId: string,
  { state, ...args }: NumberedPageArgs & { state?: WebhookDeliveryState | null },
): Promise<NumberedPage<WebhookDeliveryRecord>> {
  await requireWebhook(ctx, webhookId);
  const { pool } = ctx.services;
  const values = [webhookId, state ?? null];
  return numberedPage(args, async ({ limit, offset }) => {
    const total = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${OF_WEBHOOK}`, values);
    const { rows } = await pool.query(
      `SELECT ${DELIVERY_COLUMNS} ${OF_WEBHOOK} ORDER BY d.created_at DESC, d.id DESC LIMIT $3 OFFSET $4`,
      [...values, limit, offset],
    );
    return { items: await withAttempts(pool, rows), total: total.rows[0]?.total ?? 0 };
  });
}
