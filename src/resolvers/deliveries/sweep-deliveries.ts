import type { Context } from '../../context.ts';
import type { Due } from './dispatcher.ts';

const BATCH = 1_000;
/** Batches of one run; what is left is for the next. */
const MAX_BATCHES = 10;
/** A queue that was told of a delivery so long ago, without an attempt, has lost it. */
const LOST_AFTER = '20 seconds';

/** What is due and held by nobody, as told to a queue now: what no queue was told of yet comes first. */
const TAKE = `UPDATE webhook_deliveries d SET queued_at = now()
    FROM webhooks w
   WHERE w.id = d.webhook_id AND d.id IN (
     SELECT d.id FROM webhook_deliveries d
       JOIN webhooks w ON w.id = d.webhook_id AND w.enabled
       LEFT JOIN integrations i ON i.id = w.id
       LEFT JOIN webhook_hosts h ON h.host = w.host
      WHERE d.state = 'pending' AND d.next_attempt_at <= now()
        AND (d.leased_until IS NULL OR d.leased_until < now())
        AND (d.queued_at IS NULL OR d.queued_at < now() - interval '${LOST_AFTER}')
        AND (h.paused_until IS NULL OR h.paused_until <= now())
        AND (i.paused_until IS NULL OR i.paused_until <= now())
      ORDER BY d.queued_at NULLS FIRST, d.next_attempt_at LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED)
  RETURNING d.id, w.host AS lane`;

/** Tells the queue of every delivery that is due: retries, and what a lost queue or a dead process has left. */
export async function sweepDeliveries(ctx: Context): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { rows } = await ctx.services.pool.query<Due>(TAKE);
    if (rows.length > 0) ctx.services.nudgeDeliveries(rows);
    if (rows.length < BATCH) break;
  }
  await measureBacklog(ctx);
}

/** Up to 100 000: counting a million rows every few seconds would cost more than it tells. */
const BACKLOG = `SELECT count(*)::int AS due FROM (
  SELECT FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at <= now() LIMIT 100000) AS due`;

async function measureBacklog(ctx: Context): Promise<void> {
  const { rows } = await ctx.services.pool.query<{ due: number }>(BACKLOG);
  ctx.services.metrics.deliveryBacklog.set(rows[0]?.due ?? 0);
}
