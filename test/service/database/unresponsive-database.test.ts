import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnections } from '../../../src/infrastructure/database/connect-database.ts';
import { newId } from '../../../src/infrastructure/database/ids.ts';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { startTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.ts';
import { createTestDatabase } from '../../support/test-database.ts';

let server: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: TcpProxy;
let database: DatabaseConnections;

beforeAll(async () => {
  server = await createTestDatabase();
  proxy = await startTcpProxy(server.url);
  database = connect(proxy.url, 2);
});
const connect = (connectionString: string, poolSize: number) =>
  connectDatabase({ connectionString, logger: pino({ level: 'silent' }), poolSize, queryTimeoutMs: 500 });
afterAll(async () => {
  await database.close();
  await proxy.close();
  await server.drop();
});

test('a silent database connection fails one statement and its connection, not the service', async () => {
  const { pool, prisma } = database;
  await Promise.all([pool.query('SELECT 1'), prisma.user.count()]);
  proxy.freeze();
  const lost = await Promise.allSettled([pool.query('SELECT 1'), prisma.user.count()]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  // Later requests do not receive the results of the silent connections.
  proxy.restore();
  const { rows } = await pool.query('SELECT 2 AS two');
  expect(rows).toEqual([{ two: 2 }]);
  expect(await prisma.user.count()).toBe(0);
  expect(pool.waitingCount).toBe(0);
});

test('waits for a response within the time limit', async () => {
  const { rows } = await database.pool.query('SELECT pg_sleep(0.2), 3 AS three');
  expect(rows[0].three).toBe(3);
});

const LOCK = 'SELECT 1 FROM pg_advisory_xact_lock(7)';
const TRANSACTIONS = {
  'in SQL': ({ pool }: DatabaseConnections) => inTransaction(pool, (sql) => sql.query(LOCK)),
  'of Prisma': ({ prisma }: DatabaseConnections) => prisma.$transaction((tx) => tx.$queryRawUnsafe(LOCK)),
};

test.each(Object.entries(TRANSACTIONS))('keeps data written after a hung transaction %s', async (slug, run) => {
  const only = connect(server.url, 1);
  const other = new pg.Client({ connectionString: server.url });
  await other.connect();
  try {
    await other.query('SELECT pg_advisory_lock(7)');
    await expect(run(only)).rejects.toThrow(/timeout/i);
    // The statement ends now, and its transaction stays open for as long as its connection does.
    await other.query('SELECT pg_advisory_unlock(7)');
    await only.pool.query("INSERT INTO organizations (id, name, slug, updated_at) VALUES ($1, 'Kept', $2, now())", [
      newId(),
      slug,
    ]);
    const { rows } = await other.query('SELECT name FROM organizations WHERE slug = $1', [slug]);
    expect(rows).toEqual([{ name: 'Kept' }]);
  } finally {
    await other.end();
    await only.close();
  }
});
