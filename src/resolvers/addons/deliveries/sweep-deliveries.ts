import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';

/** Deliveries per statement, shared equally among webhooks. */
const BATCH = 1_000;
/** Batches per run; the next run continues. */
const MAX_BATCHES = 10;
/** A delivery that was enqueued this long ago without an attempt was lost by the queue. */
const LOST_AFTER = '20 seconds';

/**
 * Enabled webhooks with pending deliveries, due or not. Takes one index step per webhook, for any
 * number of deliveries. The order is random, so that none is always last.
 */
const WEBHOOKS = statement(
  'sweep-deliveries/webhooks',
  `WITH RECURSIVE pending AS (
    (SELECT webhook_id FROM webhook_deliveries WHERE state = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM webhook_deliveries d
             WHERE d.state = 'pending' AND d.webhook_id > pending.webhook_id ORDER BY d.webhook_id LIMIT 1)
      FROM pending WHERE pending.webhook_id IS NOT NULL
  )
  SELECT w.id FROM pending
    JOIN webhooks w ON w.id = pending.webhook_id AND w.enabled
    LEFT JOIN integrations i ON i.id = w.id
    LEFT JOIN webhook_hosts h ON h.host = w.host
   WHERE (h.paused_until IS NULL OR h.paused_until <= now()) AND (i.paused_until IS NULL OR i.paused_until <= now())
   ORDER BY random()`,
);

/** Selects due, unclaimed deliveries of a webhook in index order, so that no others are read. */
const due = (queuedCondition: string) => `SELECT id FROM (
    SELECT d.id FROM webhook_deliveries d
     WHERE d.webhook_id = swept.webhook_id AND d.state = 'pending' AND d.next_attempt_at <= now()
       AND (d.leased_until IS NULL OR d.leased_until < now()) AND ${queuedCondition}
     ORDER BY d.queued_at NULLS FIRST, d.next_attempt_at LIMIT $share FOR UPDATE OF d SKIP LOCKED) AS due`;

/**
 * Marks up to $share deliveries of each webhook as enqueued, first those that were not enqueued
 * before.
 */
const CLAIM = statement(
  'sweep-deliveries/claim',
  `UPDATE webhook_deliveries d SET queued_at = now()
    FROM webhooks w
   WHERE w.id = d.webhook_id AND d.id IN (
     SELECT claimed.id FROM unnest($webhookIds::uuid[]) AS swept(webhook_id) CROSS JOIN LATERAL (
       ${due('d.queued_at IS NULL')}
       UNION ALL
       ${due(`d.queued_at < now() - interval '${LOST_AFTER}'`)}
       LIMIT $share) AS claimed)
  RETURNING d.id, d.webhook_id AS "webhookId", w.host AS destination`,
);

/**
 * Enqueues due deliveries: retries, and those that a queue or a process lost. Webhooks get equal
 * shares, so that the backlog of one delays no other.
 */
export async function sweepDeliveries(ctx: Context<'metrics' | 'pool' | 'wakeDeliveries'>): Promise<void> {
  const rows = await WEBHOOKS.rows(ctx.services.pool);
  let webhookIds = rows.map(({ id }) => id);
  for (let batch = 0; batch < MAX_BATCHES && webhookIds.length > 0; batch += 1) {
    const swept = webhookIds.slice(0, BATCH);
    const mayHaveMore = await enqueueDue(ctx, swept, Math.ceil(BATCH / swept.length));
    webhookIds = [...webhookIds.slice(BATCH), ...mayHaveMore];
  }
  await measureBacklog(ctx);
}

/** @returns webhooks whose whole share was used */
async function enqueueDue(
  ctx: Context<'pool' | 'wakeDeliveries'>,
  webhookIds: string[],
  share: number,
): Promise<string[]> {
  const rows = await CLAIM.rows(ctx.services.pool, { webhookIds, share });
  if (rows.length > 0) ctx.services.wakeDeliveries(rows.map(({ id, destination }) => ({ id, destination })));
  const counts = new Map<string, number>();
  for (const { webhookId } of rows) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return webhookIds.filter((id) => counts.get(id) === share);
}

/** Counts up to 100,000: an exact count of a larger backlog is not worth its cost. */
const BACKLOG = statement(
  'sweep-deliveries/backlog',
  `SELECT count(*)::int AS due FROM (
  SELECT FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at <= now() LIMIT 100000) AS due`,
);

async function measureBacklog(ctx: Context<'metrics' | 'pool'>): Promise<void> {
  const row = await BACKLOG.first(ctx.services.pool);
  ctx.services.metrics.deliveryBacklog.set(row?.due ?? 0);
}
