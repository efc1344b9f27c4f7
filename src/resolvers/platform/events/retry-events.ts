import type { CallContext, Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { EVENT_COLUMNS, type EventConsumer } from './relay-events.ts';

/** Max retries of one run. */
const MAX_PER_RUN = 500;
/** Backoff: doubles after each failure, up to ten minutes. */
const BACKOFF = `least(600, 5 * 2 ^ least(attempts, 10)) * interval '1 second'`;

const CLAIM = statement(
  'retry-events/claim',
  `SELECT r.consumer, ${EVENT_COLUMNS}
  FROM event_retries r JOIN events e ON e.id = r.event_id
  WHERE r.next_at <= now() AND r.consumer = ANY($names::text[]) ORDER BY r.next_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`,
);

const FINISH = statement(
  'retry-events/finish',
  'DELETE FROM event_retries WHERE event_id = $eventId AND consumer = $consumer',
);
const POSTPONE = statement(
  'retry-events/postpone',
  `UPDATE event_retries SET attempts = attempts + 1, next_at = now() + ${BACKOFF}
        WHERE event_id = $eventId AND consumer = $consumer`,
);

/**
 * Retries events with the consumers that failed, one at a time, so that a poison event delays no
 * other.
 */
export async function retryEvents(ctx: Context<'pool' | 'stopping'>, consumers: EventConsumer[]): Promise<void> {
  for (let tried = 0; tried < MAX_PER_RUN && !ctx.services.stopping.aborted; tried += 1) {
    const found = await inTransaction(ctx.services.pool, (sql) => retryOne(ctx, sql, consumers));
    if (!found) return;
  }
}

async function retryOne(ctx: CallContext, sql: Queryable, consumers: EventConsumer[]): Promise<boolean> {
  const retry = await CLAIM.first(sql, { names: consumers.map(({ name }) => name) });
  const consumer = consumers.find(({ name }) => name === retry?.consumer);
  if (!retry || !consumer) return false;
  const key = { eventId: retry.id, consumer: retry.consumer };
  try {
    await consumer.consume([retry]);
    await FINISH.run(sql, key);
  } catch (error) {
    ctx.logger.warn(
      { err: error, event: retry.id, consumer: retry.consumer },
      'event consumer failed again; retry scheduled',
    );
    await POSTPONE.run(sql, key);
  }
  return true;
}
