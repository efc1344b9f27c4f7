import type pg from 'pg';
import type { CallContext, Context } from '../../../context.ts';
import { type Event, Prisma } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { selectList } from '../sql/select-list.ts';

/** Events relayed in one transaction. */
const BATCH = 200;

/** An event as consumers receive it. */
export type RelayedEvent = Omit<Event, 'relayedAt'>;

/** Receives every event at least once; after a crash, possibly again. */
export interface EventConsumer {
  /** Stable name; retries are stored under it. */
  name: string;
  /** An exception makes these events be retried one by one, without delaying other consumers. */
  consume(events: RelayedEvent[]): Promise<void>;
}

/** Select list for `FROM events e`. */
export const EVENT_COLUMNS = selectList(Prisma.EventScalarFieldEnum, { alias: 'e', without: ['relayedAt'] });

const CLAIM = statement(
  'relay-events/claim',
  `SELECT ${EVENT_COLUMNS}
  FROM events e WHERE relayed_at IS NULL ORDER BY created_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
  { prepared: true },
);
const FINISH = statement('relay-events/finish', 'UPDATE events SET relayed_at = now() WHERE id = ANY($ids::uuid[])', {
  prepared: true,
});

/**
 * Hands every committed, unrelayed event to all consumers. Any number of processes may run it
 * concurrently: each claims its own rows, and a claim ends with the connection. A stopping process
 * finishes its batch and leaves the rest to others.
 *
 * @returns number of relayed events
 */
export async function relayEvents(
  ctx: Context<'metrics' | 'pool' | 'stopping'>,
  consumers: EventConsumer[],
): Promise<number> {
  let total = 0;
  for (;;) {
    const relayed = await relayBatch(ctx, consumers);
    total += relayed;
    if (relayed < BATCH || ctx.services.stopping.aborted) return total;
  }
}

async function relayBatch(ctx: Context<'metrics' | 'pool'>, consumers: EventConsumer[]): Promise<number> {
  const events = await inTransaction(ctx.services.pool, async (sql) => {
    const rows = await CLAIM.rows(sql);
    if (rows.length > 0) {
      await deliverTo(ctx, sql, consumers, rows);
      await FINISH.run(sql, { ids: rows.map(({ id }) => id) });
    }
    return rows;
  });
  observe(ctx, events);
  return events.length;
}

/** Runs all consumers concurrently; failures are scheduled for retry in the relay's transaction. */
async function deliverTo(ctx: CallContext, sql: pg.PoolClient, consumers: EventConsumer[], events: RelayedEvent[]) {
  const results = await Promise.allSettled(consumers.map((consumer) => consumer.consume(events)));
  for (const [index, { name }] of consumers.entries()) {
    const result = results[index];
    if (result?.status !== 'rejected') continue;
    ctx.logger.warn({ err: result.reason, consumer: name }, 'event consumer failed; events scheduled for retry');
    await keepForRetry(sql, name, events);
  }
}

function observe(ctx: Context<'metrics'>, events: RelayedEvent[]): void {
  ctx.services.metrics.eventsRelayed.inc(events.length);
  for (const { createdAt } of events) {
    ctx.services.metrics.relayDelay.observe(Math.max(0, Date.now() - createdAt.getTime()) / 1000);
  }
}

interface Numbered {
  id: string;
}

const INSERT = statement(
  'relay-events/insert',
  `INSERT INTO event_retries (event_id, consumer, next_at) SELECT id, $consumer, now() FROM unnest($ids::uuid[]) AS id
     ON CONFLICT (event_id, consumer) DO NOTHING`,
);

/** Schedules events for retry by a consumer that failed. */
async function keepForRetry(sql: Queryable, consumer: string, events: Numbered[]): Promise<void> {
  await INSERT.run(sql, { ids: events.map(({ id }) => id), consumer });
}
