import type { Context } from '../../../context.ts';
import type { WebhookDeliveryState } from '../../../generated/prisma/client.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { type NumberedPage, type NumberedPageArgs, numberedPage } from '../../platform/pagination/numbered-page.ts';
import { DELIVERY_COLUMNS, withAttempts } from '../deliveries/delivery-updates.ts';
import { requireWebhook } from './require-webhook.ts';

const OF_WEBHOOK = 'FROM webhook_deliveries d WHERE d.webhook_id = $1';
/** Separate statement: no index of states serves a condition that permits every state. */
const IN_STATE = `${OF_WEBHOOK} AND d.state = $2::"WebhookDeliveryState"`;

/**
 * Lists the deliveries of a webhook, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function listDeliveries(
  ctx: Context<'pool'>,
  webhookId: string,
  { state, ...args }: NumberedPageArgs & { state?: WebhookDeliveryState | null },
): Promise<NumberedPage<WebhookDeliveryRecord>> {
  await requireWebhook(ctx, webhookId);
  const { pool } = ctx.services;
  const [condition, values] = state == null ? [OF_WEBHOOK, [webhookId]] : [IN_STATE, [webhookId, state]];
  return numberedPage(args, async ({ limit, offset }) => {
    const total = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${condition}`, values);
    const { rows } = await pool.query(
      `SELECT ${DELIVERY_COLUMNS}
         FROM (SELECT d.id ${condition} ORDER BY d.created_at DESC, d.id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}) AS page
         JOIN webhook_deliveries d USING (id) ORDER BY d.created_at DESC, d.id DESC`,
      [...values, limit, offset],
    );
    return { items: await withAttempts(pool, rows), total: total.rows[0]?.total ?? 0 };
  });
}
