import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { type Event, Prisma } from '../../../generated/prisma/client.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { keepForRetry } from '../../events/keep-for-retry.ts';
import { selectList } from '../sql/select-list.ts';

/** Rows handed on in one transaction. */
const BATCH = 200;

/** An event as consumers get it. */
export type RelayedEvent = Omit<Event, 'relayedAt'>;

/** Somebody who is told of every event, at least once, possibly again after a crash. */
export interface EventConsumer {
  /** Never changes: retries are stored under it. */
  name: string;
  /** A throw has these events handed to this consumer again, one by one; the others are not held up. */
  consume(ctx: Context, events: RelayedEvent[]): Promise<void>;
}

/** The select list for `FROM events e`. */
export const EVENT_COLUMNS = selectList(Prisma.EventScalarFieldEnum, { alias: 'e', without: ['relayedAt'] });

const CLAIM = `SELECT ${EVENT_COLUMNS}
  FROM events e WHERE relayed_at IS NULL ORDER BY created_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/**
 * Hands every committed, unrelayed event to all consumers. Any number of processes may run it at once: each claims its
 * own rows, and the claim of one that dies ends with its connection. One that stops hands on one batch, and leaves more to others.
 * @returns how many events were handed on
 */
export async function relayEvents(ctx: Context, consumers: EventConsumer[]): Promise<number> {
  let total = 0;
  for (;;) {
    const handed = await relayBatch(ctx, consumers);
    total += handed;
    if (handed < BATCH || ctx.services.stopping.aborted) return total;
  }
}

async function relayBatch(ctx: Context, consumers: EventConsumer[]): Promise<number> {
  const events = await inTransaction(ctx.services.pool, async (sql) => {
    const { rows } = await sql.query<RelayedEvent>(CLAIM);
    if (rows.length > 0) {
      await handTo(ctx, sql, consumers, rows);
      await sql.query('UPDATE events SET relayed_at = now() WHERE id = ANY($1::uuid[])', [rows.map(({ id }) => id)]);
    }
    return rows;
  });
  observe(ctx, events);
  return events.length;
}

/** All at once; what one of them fails to take is kept for it, in the transaction that marks the events as relayed. */
async function handTo(ctx: Context, sql: pg.PoolClient, consumers: EventConsumer[], events: RelayedEvent[]) {
  const results = await Promise.allSettled(consumers.map((consumer) => consumer.consume(ctx, events)));
  for (const [index, { name }] of consumers.entries()) {
    const result = results[index];
    if (result?.status !== 'rejected') continue;
    ctx.logger.warn({ err: result.reason, consumer: name }, 'events were not taken; they are handed on again');
    await keepForRetry(sql, name, events);
  }
}

function observe(ctx: Context, events: RelayedEvent[]): void {
  ctx.services.metrics.eventsRelayed.inc(events.length);
  for (const { createdAt } of events) {
    ctx.services.metrics.relayDelay.observe(Math.max(0, Date.now() - createdAt.getTime()) / 1000);
  }
}
