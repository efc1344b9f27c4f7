import type pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import { statement } from './statement.ts';

/** Rows of a batch, which is one transaction. */
const BATCH_ROWS = 1_000;

const NEXT = statement(
  'backfills/next',
  `SELECT name, statement, position FROM backfills
  WHERE finished_at IS NULL AND name = coalesce($name?, name) ORDER BY created_at, name LIMIT 1 FOR UPDATE`,
);

const ADVANCE = statement(
  'backfills/advance',
  `UPDATE backfills SET position = coalesce($position?, position), rows = rows + $count,
       finished_at = CASE WHEN $isLast THEN clock_timestamp() END
  WHERE name = $name`,
);

const EXISTS = statement('backfills/exists', 'SELECT FROM backfills WHERE name = $name');

/**
 * Runs one batch of a backfill, the oldest unfinished one unless `name` is given. Concurrent calls
 * wait for one another.
 * @returns false if no such backfill is unfinished
 */
async function runBatch(client: pg.ClientBase, logger: Pick<Logger, 'info'>, name?: string): Promise<boolean> {
  await client.query('BEGIN');
  try {
    const next = await NEXT.first(client, { name });
    if (next) {
      // The statement of a migration returns the ids of the rows that it filled in.
      const { rows } = await client.query(next.statement, [next.position, BATCH_ROWS]);
      const isLast = rows.length < BATCH_ROWS;
      await ADVANCE.run(client, { name: next.name, position: rows.at(-1)?.id, count: rows.length, isLast });
      if (isLast) logger.info({ backfill: next.name }, 'backfill finished');
    }
    await client.query('COMMIT');
    return next !== undefined;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Runs the unfinished backfills in batches until none is left or `stopping` aborts. */
export async function runBackfills(services: {
  pool: pg.Pool;
  logger: Pick<Logger, 'info'>;
  stopping: AbortSignal;
}): Promise<void> {
  const { pool, logger, stopping } = services;
  let hasMore = true;
  while (hasMore && !stopping.aborted) {
    const client = await pool.connect();
    try {
      hasMore = await runBatch(client, logger);
      client.release();
    } catch (error) {
      // Closes the connection: its transaction may still be open.
      client.release(error as Error);
      throw error;
    }
  }
}

/**
 * Completes a backfill in batches, on one connection.
 * @returns false if no migration has added it
 */
export async function completeBackfill(
  client: pg.ClientBase,
  logger: Pick<Logger, 'info'>,
  name: string,
): Promise<boolean> {
  const { rowCount } = await EXISTS.run(client, { name });
  if (rowCount === 0) return false;
  while (await runBatch(client, logger, name));
  return true;
}
