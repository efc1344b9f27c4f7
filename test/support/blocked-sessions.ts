import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/**
 * Waits until sessions of the app's database wait for a lock. Hold the lock with `inTransaction`,
 * which releases it when this wait or a later expectation fails.
 * @param statement part of their statement, since consumers of events wait for locks, too.
 * PostgreSQL shows the first 1,023 bytes of a statement.
 */
export async function waitUntilBlocked(app: TestApp, statement: string, count = 1): Promise<void> {
  const blocked = `SELECT FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database() AND strpos(query, $1) > 0`;
  await expect.poll(async () => (await app.services.pool.query(blocked, [statement])).rowCount).toBe(count);
}
