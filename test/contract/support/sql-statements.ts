import pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from '../../support/test-app.ts';

const UNRELAYED = 'SELECT count(*)::int AS left FROM events WHERE relayed_at IS NULL';

type Connection = pg.Client & { connectionParameters?: { application_name?: string } };

/** Resolves when the relay has handed on every event: from then on the service is quiet unless called. */
export async function untilQuiet({ services: { pool } }: TestApp): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const { rows } = await pool.query(UNRELAYED);
    if (rows[0].left === 0 && pool.idleCount === pool.totalCount) return;
    if (Date.now() > deadline) throw new Error('the relay did not come to rest within 10 s');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * The SQL that the service sends while `work` runs, over its own pool: that of the queues and of LISTEN does not count.
 * Prisma and hand-written statements go through the same pool, so every statement is here.
 */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  await untilQuiet(app);
  const statements: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    query.mock.calls.forEach(([statement], call) => {
      const { connectionParameters } = query.mock.contexts[call] as Connection;
      if (connectionParameters?.application_name !== 'pinbound') return;
      const { text } = statement as unknown as { text?: string };
      if (statement !== UNRELAYED) statements.push(text ?? String(statement));
    });
  } finally {
    query.mockRestore();
  }
  return statements;
}

/** How many rows the database sends to this process while `work` runs. */
export async function rowsSentFor(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  await untilQuiet(app);
  const rows = vi.spyOn(pg.Query.prototype as unknown as { handleDataRow(message: object): void }, 'handleDataRow');
  try {
    await work();
    return rows.mock.calls.length;
  } finally {
    rows.mockRestore();
  }
}
