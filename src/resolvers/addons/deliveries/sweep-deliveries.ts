import type { Context } from '../../../context.ts';
import type { Due } from '../../deliveries/dispatcher.ts';

/** Deliveries of one statement, shared out among the webhooks whose turn it is. */
const BATCH = 1_000;
/** Batches of one run; what is left is for the next. */
const MAX_BATCHES = 10;
/** A queue that was told of a delivery so long ago, without an attempt, has lost it. */
const LOST_AFTER = '20 seconds';

/**
 * Webhooks that have deliveries waiting, due or not, and may be sent to: one step through the index for each, however many
 * wait. At random, so that none is always last.
 */
const WAITING = `WITH RECURSIVE waiting AS (
    (SELECT webhook_id FROM webhook_deliveries WHERE state = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM webhook_deliveries d
             WHERE d.state = 'pending' AND d.webhook_id > waiting.webhook_id ORDER BY d.webhook_id LIMIT 1)
      FROM waiting WHERE waiting.webhook_id IS NOT NULL
  )
  SELECT w.id FROM waiting
    JOIN webhooks w ON w.id = waiting.webhook_id AND w.enabled
    LEFT JOIN integrations i ON i.id = w.id
    LEFT JOIN webhook_hosts h ON h.host = w.host
   WHERE (h.paused_until IS NULL OR h.paused_until <= now()) AND (i.paused_until IS NULL OR i.paused_until <= now())
   ORDER BY random()`;

/** Of one webhook, due and held by nobody. In the order of one index, so that no more is read than is taken. */
const due = (told: string) => `SELECT id FROM (
    SELECT d.id FROM webhook_deliveries d
     WHERE d.webhook_id = turn.webhook_id AND d.state = 'pending' AND d.next_attempt_at <= now()
       AND (d.leased_until IS NULL OR d.leased_until < now()) AND ${told}
     ORDER BY d.queued_at NULLS FIRST, d.next_attempt_at LIMIT $2 FOR UPDATE OF d SKIP LOCKED) AS due`;

/** Up to $2 of each webhook, as told to a queue now: what no queue was told of yet comes first. */
const TAKE = `UPDATE webhook_deliveries d SET queued_at = now()
    FROM webhooks w
   WHERE w.id = d.webhook_id AND d.id IN (
     SELECT taken.id FROM unnest($1::uuid[]) AS turn(webhook_id) CROSS JOIN LATERAL (
       ${due('d.queued_at IS NULL')}
       UNION ALL
       ${due(`d.queued_at < now() - interval '${LOST_AFTER}'`)}
       LIMIT $2) AS taken)
  RETURNING d.id, d.webhook_id AS "webhookId", w.host AS lane`;

/**
 * Tells the queue of every delivery that is due: retries, and what a lost queue or a dead process has left. Webhooks take
 * turns with equal shares, so that the backlog of one holds up no other.
 */
export async function sweepDeliveries(ctx: Context): Promise<void> {
  const { rows: waiting } = await ctx.services.pool.query<{ id: string }>(WAITING);
  let queue = waiting.map(({ id }) => id);
  for (let batch = 0; batch < MAX_BATCHES && queue.length > 0; batch += 1) {
    const turn = queue.slice(0, BATCH);
    const mayHaveMore = await tellOf(ctx, turn, Math.ceil(BATCH / turn.length));
    queue = [...queue.slice(BATCH), ...mayHaveMore];
  }
  await measureBacklog(ctx);
}

/** @returns the webhooks of which the whole share was taken */
async function tellOf(ctx: Context, webhookIds: string[], share: number): Promise<string[]> {
  const { rows } = await ctx.services.pool.query<Due & { webhookId: string }>(TAKE, [webhookIds, share]);
  if (rows.length > 0) ctx.services.nudgeDeliveries(rows.map(({ id, lane }) => ({ id, lane })));
  const taken = new Map<string, number>();
  for (const { webhookId } of rows) taken.set(webhookId, (taken.get(webhookId) ?? 0) + 1);
  return webhookIds.filter((id) => taken.get(id) === share);
}

/** Up to 100 000: counting a million rows every few seconds would cost more than it tells. */
const BACKLOG = `SELECT count(*)::int AS due FROM (
  SELECT FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at <= now() LIMIT 100000) AS due`;

async function measureBacklog(ctx: Context): Promise<void> {
  const { rows } = await ctx.services.pool.query<{ due: number }>(BACKLOG);
  ctx.services.metrics.deliveryBacklog.set(rows[0]?.due ?? 0);
}
