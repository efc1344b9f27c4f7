import type pg from 'pg';

/** Runs SQL: the pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/**
 * Runs hand-written statements on one connection: all of them count, or after a throw none. A connection that cannot say
 * that it rolled back is closed: it may still be at work in the transaction, and later statements would be part of it.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (sql: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** One step of a transaction: after a throw, what it did is undone, and the transaction goes on. */
export async function inSavepoint<T>(sql: Pick<pg.PoolClient, 'query'>, work: () => Promise<T>): Promise<T> {
  await sql.query('SAVEPOINT step');
  try {
    const result = await work();
    await sql.query('RELEASE SAVEPOINT step');
    return result;
  } catch (error) {
    await sql.query('ROLLBACK TO SAVEPOINT step');
    throw error;
  }
}

/**
 * Work on one connection that waits for no answer longer than some milliseconds. After a failure the connection is closed, which
 * rolls back: one that did not answer in time may still be at work.
 */
export async function onImpatientConnection<T>(
  pool: pg.Pool,
  answerWithinMs: number,
  work: (sql: Queryable) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(impatient(client, answerWithinMs));
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** Runs SQL as another does, and waits for no answer longer than some milliseconds. */
export function impatient(sql: Queryable, answerWithinMs: number): Queryable {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) =>
    sql.query({
      ...(typeof statement === 'string' ? { text: statement, values } : statement),
      query_timeout: answerWithinMs,
    } as pg.QueryConfig);
  return { query: query as Queryable['query'] };
}
