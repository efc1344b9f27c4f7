import type pg from 'pg';

/** Runs hand-written statements on one connection: all of them count, or after a throw none. */
export async function inTransaction<T>(pool: pg.Pool, work: (sql: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
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
