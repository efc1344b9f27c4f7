import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from '../../support/test-app.ts';

const UNRELAYED = 'SELECT count(*)::int AS pending FROM events WHERE relayed_at IS NULL';

/** Milliseconds. The relay takes longer; its statements compete with those of this check. */
const POLL_MS = 3;

type Connection = pg.Client & { connectionParameters?: { application_name?: string } };

/**
 * Resolves when the relay has handed on every event. After that the service is idle unless called.
 */
export async function waitUntilRelayed({ services: { pool } }: TestApp): Promise<void> {
  const deadline = Date.now() + 100_000;
  for (;;) {
    const { rows } = await pool.query(UNRELAYED);
    if (rows[0].pending === 0 && pool.idleCount === pool.totalCount) return;
    if (Date.now() > deadline) throw new Error('the relay was not idle within 100 s');
    await delay(POLL_MS);
  }
}

/**
 * Records the SQL that the service sends over its own pool while `work` runs, without that of
 * queues and LISTEN. Prisma uses the same pool, so every statement is recorded.
 */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  await waitUntilRelayed(app);
  const statements: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    query.mock.calls.forEach(([statement], call) => {
      const { connectionParameters } = query.mock.contexts[call] as Connection;
      if (connectionParameters?.application_name !== 'pinbound') return;
      const { text } = statement as unknown as { text?: string };
      const sql = text ?? String(statement);
      // Mails are sent and recorded in the background.
      if (sql !== UNRELAYED && !sql.startsWith('INSERT INTO sent_mails')) statements.push(sql);
    });
  } finally {
    query.mockRestore();
  }
  return statements;
}

/** Counts the rows that the database sends to this process while `work` runs. */
export async function rowsSentFor(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  await waitUntilRelayed(app);
  const rows = vi.spyOn(pg.Query.prototype as unknown as { handleDataRow(message: object): void }, 'handleDataRow');
  try {
    await work();
    return rows.mock.calls.length;
  } finally {
    rows.mockRestore();
  }
}
