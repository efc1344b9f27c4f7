import { z } from 'zod';
import type { Context } from '../../context.ts';
import { badInput, notFound } from '../../errors.ts';
import { isId } from '../../infrastructure/ids.ts';
import { inTransaction } from '../../infrastructure/transaction.ts';
import type { WebhookDeliveryRecord } from '../../webhook-delivery-record.ts';
import { parseInput } from '../input.ts';
import { requireWebhook } from '../webhooks/require-webhook.ts';
import { assertEnabled } from './assert-enabled.ts';
import { findDelivery } from './find-delivery.ts';
import { announce, type Queued } from './queue-deliveries.ts';

/** Due at once: the next attempt by its number, in place of the one that was scheduled. */
const DUE_NOW = `UPDATE webhook_deliveries d
    SET state = 'pending', next_attempt_at = now(), queued_at = now(), delivered_at = NULL, updated_at = now()
   FROM webhooks w WHERE w.id = d.webhook_id AND w.enabled`;
/** An attempt under way is the one that was asked for. */
const NOT_UNDER_WAY = '(d.leased_until IS NULL OR d.leased_until < now())';
const RETURNING = 'RETURNING d.id, d.webhook_id AS "webhookId", w.host AS lane';

/** Rows brought back by one statement. */
const BATCH = 1_000;

/**
 * Delivers again, now, whatever became of it. The attempt has the next number and counts; a delivery that has had all its
 * attempts gets this one. @throws FORBIDDEN, NOT_FOUND; BAD_USER_INPUT for a disabled webhook
 */
export async function redeliver(ctx: Context, webhookId: string, id: string): Promise<WebhookDeliveryRecord> {
  assertEnabled(await requireWebhook(ctx, webhookId));
  if (!isId(id)) throw notFound('Delivery');
  const { rows } = await ctx.services.pool.query<Queued>(
    `${DUE_NOW} AND d.id = $1 AND d.webhook_id = $2 AND ${NOT_UNDER_WAY} ${RETURNING}`,
    [id, webhookId],
  );
  announce(ctx, rows);
  return findDelivery(ctx, webhookId, id);
}

const rangeInput = z.object({ from: z.date(), to: z.date() });

/**
 * Delivers again, now, everything of a stretch of time that was not delivered.
 * @returns how many deliveries that are
 * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function redeliverRange(ctx: Context, webhookId: string, args: object): Promise<{ count: number }> {
  assertEnabled(await requireWebhook(ctx, webhookId));
  const { from, to }: z.infer<typeof rangeInput> = parseInput(rangeInput, args);
  if (from > to) throw badInput('from: must not be after to');
  let count = 0;
  let brought: number;
  const started = new Date();
  do {
    const { rows } = await inTransaction(ctx.services.pool, (sql) =>
      sql.query<Queued>(
        `${DUE_NOW} AND d.id IN (
           SELECT d.id FROM webhook_deliveries d
            WHERE d.webhook_id = $1 AND d.created_at BETWEEN $2 AND $3 AND d.state <> 'delivered'
              AND d.updated_at < $4 AND ${NOT_UNDER_WAY}
            ORDER BY d.id LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED) ${RETURNING}`,
        [webhookId, from, to, started],
      ),
    );
    announce(ctx, rows);
    brought = rows.length;
    count += brought;
  } while (brought === BATCH);
  return { count };
}
