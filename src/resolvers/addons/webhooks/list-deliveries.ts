import type { Context } from '../../../context.ts';
import type { WebhookDeliveryState } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { type NumberedPage, type NumberedPageArgs, numberedPage } from '../../platform/pagination/numbered-page.ts';
import { DELIVERY_COLUMNS, withAttempts } from '../deliveries/delivery-updates.ts';
import { requireWebhook } from './require-webhook.ts';

/** Separate statements: no index of states serves a condition that permits every state. */
const OF_WEBHOOK = 'FROM webhook_deliveries d WHERE d.webhook_id = $webhookId';
const IN_STATE = `${OF_WEBHOOK} AND d.state = $state::"WebhookDeliveryState"`;

const pageOf = (condition: string): string =>
  `SELECT ${DELIVERY_COLUMNS}
     FROM (SELECT d.id ${condition} ORDER BY d.created_at DESC, d.id DESC LIMIT $limit OFFSET $offset) AS page
     JOIN webhook_deliveries d USING (id) ORDER BY d.created_at DESC, d.id DESC`;

const COUNT = statement('list-deliveries/count', `SELECT count(*)::int AS total ${OF_WEBHOOK}`);
const LIST = statement('list-deliveries/list', pageOf(OF_WEBHOOK));
const COUNT_IN_STATE = statement('list-deliveries/count-in-state', `SELECT count(*)::int AS total ${IN_STATE}`);
const LIST_IN_STATE = statement('list-deliveries/list-in-state', pageOf(IN_STATE));

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
  await requireWebhook(ctx, webhookId, 'webhook.manage');
  const { pool } = ctx.services;
  return numberedPage(args, async (range) => {
    const key = { webhookId };
    const [{ total }, rows] =
      state == null
        ? [await COUNT.one(pool, key), await LIST.rows(pool, { ...key, ...range })]
        : [
            await COUNT_IN_STATE.one(pool, { ...key, state }),
            await LIST_IN_STATE.rows(pool, { ...key, ...range, state }),
          ];
    return { items: await withAttempts(pool, rows), total };
  });
}
