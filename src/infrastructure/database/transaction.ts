import { SpanKind } from '@opentelemetry/api';
import type pg from 'pg';
import { inSpan } from '../telemetry/tracing.ts';

/** Pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/**
 * Runs statements in one transaction. A connection whose ROLLBACK fails is closed, because later
 * statements would run in the open transaction.
 */
export function inTransaction<T>(pool: pg.Pool, work: (sql: pg.PoolClient) => Promise<T>): Promise<T> {
  return inSpan('transaction', { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } }, () =>
    runTransaction(pool, work),
  );
}

async function runTransaction<T>(pool: pg.Pool, work: (sql: pg.PoolClient) => Promise<T>): Promise<T> {
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

/** Runs one step of a transaction; a failure rolls back the step only. */
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
 * Runs work on one connection with a query timeout. After a failure the connection is closed, which
 * rolls back: a query that timed out may still be running.
 */
export async function runWithQueryTimeout<T>(
  pool: pg.Pool,
  answerWithinMs: number,
  work: (sql: Queryable) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(withQueryTimeout(client, answerWithinMs));
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** Wraps a Queryable with a query timeout, ms. */
export function withQueryTimeout(sql: Queryable, answerWithinMs: number): Queryable {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) =>
    sql.query({
      ...(typeof statement === 'string' ? { text: statement, values } : statement),
      query_timeout: answerWithinMs,
    } as pg.QueryConfig);
  return { query: query as Queryable['query'] };
}
