import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badInput, notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import type { WebhookDeliveryRecord } from '../../../types/webhook-delivery-record.ts';
import { assertEnabled } from '../../deliveries/assert-enabled.ts';
import { DUE_NOW } from '../../deliveries/due-now.ts';
import { findDelivery } from '../../deliveries/find-delivery.ts';
import { endOf } from '../../platform/input/moment.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { announce, type Queued } from '../deliveries/queue-deliveries.ts';
import { requireWebhook } from './require-webhook.ts';

/** Due at once, on top of the attempts of the schedule (src/resolvers/deliveries/due-now.ts). */
const REDELIVER = `UPDATE webhook_deliveries d SET ${DUE_NOW}, queued_at = now(), delivered_at = NULL
   FROM webhooks w WHERE w.id = d.webhook_id AND w.enabled`;
/** An attempt under way is the one that was asked for. */
const NOT_UNDER_WAY = '(d.leased_until IS NULL OR d.leased_until < now())';
const RETURNING = 'RETURNING d.id, d.webhook_id AS "webhookId", w.host AS lane';

/** Rows brought back by one statement. */
const BATCH = 1_000;
/** Rows of one call; the answer says whether there are more. */
const MAX_COUNT = 20_000;

/**
 * Delivers again, now, whatever became of it. The attempt has the next number and takes none from the schedule; a delivery
 * that has had all its attempts gets this one. @throws FORBIDDEN, NOT_FOUND; BAD_USER_INPUT for a disabled webhook
 */
export async function redeliver(ctx: Context, webhookId: string, id: string): Promise<WebhookDeliveryRecord> {
  assertEnabled(await requireWebhook(ctx, webhookId));
  if (!isId(id)) throw notFound('Delivery');
  const { rows } = await ctx.services.pool.query<Queued>(
    `${REDELIVER} AND d.id = $1 AND d.webhook_id = $2 AND ${NOT_UNDER_WAY} ${RETURNING}`,
    [id, webhookId],
  );
  announce(ctx, rows);
  return findDelivery(ctx, webhookId, id);
}

/** Before every other id. */
const NIL = '00000000-0000-0000-0000-000000000000';

const rangeInput = z.object({ from: z.date(), to: z.date().transform(endOf) });

/** In the order in which they were written, after the last one: nothing is looked at twice. */
const NEXT_OF_RANGE = `WITH next AS (
    SELECT d.id, d.created_at FROM webhook_deliveries d
     WHERE d.webhook_id = $1 AND d.created_at BETWEEN $2 AND $3 AND (d.created_at, d.id) > ($4, $5)
       AND d.state <> 'delivered' AND ${NOT_UNDER_WAY}
       AND (d.state <> 'pending' OR d.next_attempt_at > now())
     ORDER BY d.created_at, d.id LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED
  ), brought AS (
    ${REDELIVER} AND d.id IN (SELECT id FROM next) ${RETURNING}
  )
  SELECT brought.*, next.created_at AS "createdAt" FROM next JOIN brought USING (id) ORDER BY next.created_at, next.id`;

/** What is delivered again. */
export interface Redelivery {
  count: number;
  /** Whether another call may find more. */
  hasMore: boolean;
}

/**
 * Delivers again, now, everything of a stretch of time that was not delivered, the oldest first, up to 20 000. What is due
 * already is left at that.
 * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function redeliverRange(ctx: Context, webhookId: string, args: object): Promise<Redelivery> {
  assertEnabled(await requireWebhook(ctx, webhookId));
  const { from, to }: z.infer<typeof rangeInput> = parseInput(rangeInput, args);
  if (from > to) throw badInput('from: must not be after to');
  let count = 0;
  let last = { createdAt: from, id: NIL };
  while (count < MAX_COUNT) {
    const { rows } = await ctx.services.pool.query<Queued & { createdAt: Date }>(NEXT_OF_RANGE, [
      webhookId,
      from,
      to,
      last.createdAt,
      last.id,
    ]);
    announce(ctx, rows);
    count += rows.length;
    last = rows.at(-1) ?? last;
    if (rows.length < BATCH) return { count, hasMore: false };
  }
  return { count, hasMore: true };
}
