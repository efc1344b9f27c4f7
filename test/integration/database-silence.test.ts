import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnections } from '../../src/infrastructure/database.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { createTestDatabase } from '../support/test-database.ts';

let server: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: TcpProxy;
let database: DatabaseConnections;

beforeAll(async () => {
  server = await createTestDatabase();
  proxy = await startTcpProxy(server.url);
  database = connectDatabase({
    connectionString: proxy.url,
    logger: pino({ level: 'silent' }),
    poolSize: 2,
    queryTimeoutMs: 500,
  });
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await server.drop();
});

test('a way to the database that falls silent costs a statement and its connection, not the service', async () => {
  const { pool, prisma } = database;
  await Promise.all([pool.query('SELECT 1'), prisma.user.count()]);
  proxy.freeze();
  const lost = await Promise.allSettled([pool.query('SELECT 1'), prisma.user.count()]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  // What the silent connections still hold does not come back to whoever asks next.
  proxy.restore();
  const { rows } = await pool.query('SELECT 2 AS two');
  expect(rows).toEqual([{ two: 2 }]);
  expect(await prisma.user.count()).toBe(0);
  expect(pool.waitingCount).toBe(0);
});

test('an answer within the time is waited for', async () => {
  const { rows } = await database.pool.query('SELECT pg_sleep(0.2), 3 AS three');
  expect(rows[0].three).toBe(3);
});
