import type { Context } from '../../context.ts';

/** Rows handed on in one transaction. */
const BATCH = 200;

/** An event as consumers get it. */
export interface RelayedEvent {
  id: string;
  type: string;
  organizationId: string;
  projectId: string | null;
  annotationId: string | null;
  commentId: string | null;
  data: string;
  createdAt: Date;
}

/** Takes events at least once, possibly again after a crash. A throw leaves the batch for the next run. */
export type EventConsumer = (ctx: Context, events: RelayedEvent[]) => Promise<void>;

const CLAIM = `SELECT id, type, organization_id AS "organizationId", project_id AS "projectId",
    annotation_id AS "annotationId", comment_id AS "commentId", data, created_at AS "createdAt"
  FROM events WHERE relayed_at IS NULL ORDER BY created_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/**
 * Hands every committed, unrelayed event to all consumers. Any number of processes may run it at once: each claims its
 * own rows, and the claim of one that dies ends with its connection.
 * @returns how many events were handed on
 */
export async function relayEvents(ctx: Context, consumers: EventConsumer[]): Promise<number> {
  let total = 0;
  for (;;) {
    const handed = await relayBatch(ctx, consumers);
    total += handed;
    if (handed < BATCH) return total;
  }
}

async function relayBatch(ctx: Context, consumers: EventConsumer[]): Promise<number> {
  const client = await ctx.services.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows: events } = await client.query<RelayedEvent>(CLAIM);
    if (events.length > 0) {
      for (const consume of consumers) await consume(ctx, events);
      await client.query('UPDATE events SET relayed_at = now() WHERE id = ANY($1::uuid[])', [events.map((e) => e.id)]);
    }
    await client.query('COMMIT');
    observe(ctx, events);
    return events.length;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

function observe(ctx: Context, events: RelayedEvent[]): void {
  ctx.services.metrics.eventsRelayed.inc(events.length);
  for (const { createdAt } of events) {
    ctx.services.metrics.relayDelay.observe(Math.max(0, Date.now() - createdAt.getTime()) / 1000);
  }
}
