import type { Context } from '../../../context.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { EVENT_COLUMNS, type EventConsumer, type RelayedEvent } from './relay-events.ts';

/** Tried in one run; what is left is for the next. */
const MAX_OF_A_RUN = 500;
/** Twice as long after each failure, up to ten minutes. */
const BACKOFF = `least(600, 5 * 2 ^ least(attempts, 10)) * interval '1 second'`;

type Retry = RelayedEvent & { consumer: string };

const CLAIM = `SELECT r.consumer, ${EVENT_COLUMNS}
  FROM event_retries r JOIN events e ON e.id = r.event_id
  WHERE r.next_at <= now() AND r.consumer = ANY($1::text[]) ORDER BY r.next_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`;

/** Hands events again to the consumers that did not take them, each alone, so that one that never passes holds up no other. */
export async function retryEvents(ctx: Context, consumers: EventConsumer[]): Promise<void> {
  for (let tried = 0; tried < MAX_OF_A_RUN && !ctx.services.stopping.aborted; tried += 1) {
    const found = await inTransaction(ctx.services.pool, (sql) => retryOne(ctx, sql, consumers));
    if (!found) return;
  }
}

async function retryOne(ctx: Context, sql: Queryable, consumers: EventConsumer[]): Promise<boolean> {
  const { rows } = await sql.query<Retry>(CLAIM, [consumers.map(({ name }) => name)]);
  const [retry] = rows;
  const consumer = consumers.find(({ name }) => name === retry?.consumer);
  if (!retry || !consumer) return false;
  const key = [retry.id, retry.consumer];
  try {
    await consumer.consume(ctx, [retry]);
    await sql.query('DELETE FROM event_retries WHERE event_id = $1 AND consumer = $2', key);
  } catch (error) {
    ctx.logger.warn({ err: error, event: retry.id, consumer: retry.consumer }, 'an event was not taken again');
    await sql.query(
      `UPDATE event_retries SET attempts = attempts + 1, next_at = now() + ${BACKOFF}
        WHERE event_id = $1 AND consumer = $2`,
      key,
    );
  }
  return true;
}
