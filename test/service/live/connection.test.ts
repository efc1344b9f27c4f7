import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LiveReference, LiveTransport } from '../../../src/infrastructure/live-updates/live-updates.ts';
import { createPostgresTransport } from '../../../src/infrastructure/live-updates/postgres-transport.ts';
import { createLogger } from '../../../src/infrastructure/telemetry/logger.ts';
import { createAnnotation, createProject, registerUser } from '../../support/factories.ts';
import { transports, waitForSubscribers } from '../../support/live-client.ts';
import { startTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.ts';
import { startTestApp } from '../../support/test-app.ts';
import { createTestDatabase, openTestPool } from '../../support/test-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let proxy: TcpProxy;
let transport: LiveTransport | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
  proxy = await startTcpProxy(database.url);
});
afterEach(async () => {
  proxy.restore();
  await transport?.close();
});
afterAll(async () => {
  await proxy.close();
  await pool.end();
  await database.drop();
});

/** Listens through the proxy and publishes past it. */
async function listen(heartbeatMs?: number) {
  const received: string[] = [];
  const gaps: Date[] = [];
  const logger = createLogger('silent');
  const made = createPostgresTransport({ connectionString: proxy.url, pool, logger, heartbeatMs });
  transport = made;
  await made.listen(
    (references) => received.push(...references.map(({ id }) => id)),
    (since) => gaps.push(since),
  );
  const publish = (...ids: string[]) => made.publish(ids.map((id): LiveReference => ({ topic: 'p', id })));
  return { received, gaps, publish };
}

test('many references arrive in order, split into several notifications', async () => {
  const { received, publish } = await listen();
  const ids = Array.from({ length: 250 }, () => crypto.randomUUID());
  await publish(...ids);
  await expect.poll(() => received).toEqual(ids);
});

test('reconnects to an unavailable server twice a second, then reports the gap', async () => {
  const { received, gaps, publish } = await listen();
  const lost = Date.now();
  proxy.attempts.length = 0;
  proxy.cut();
  await expect.poll(() => proxy.attempts.length, { interval: 10 }).toBeGreaterThanOrEqual(6);
  const [first = 0, , , , , sixth = 0] = proxy.attempts;
  expect(sixth - first).toBeGreaterThan(2_300);
  proxy.restore();
  await expect.poll(() => gaps.length).toBe(1);
  expect(Number(gaps[0])).toBeLessThanOrEqual(lost);
  await publish('after');
  await expect.poll(() => received).toEqual(['after']);
});

test('a connection that has gone deaf without a word is replaced', async () => {
  const { received, gaps, publish } = await listen(3_000);
  proxy.attempts.length = 0;
  proxy.freeze();
  await publish('lost');
  await expect.poll(() => proxy.attempts.length).toBeGreaterThan(0);
  proxy.restore();
  await expect.poll(() => gaps.length).toBeGreaterThan(0);
  await publish('after');
  await expect.poll(() => received).toContain('after');
});

test('a subscriber gets changes during and after a lost connection', async () => {
  const app = await startTestApp();
  const owner = await registerUser(app);
  const { id: projectId } = await createProject(app, owner);
  const query = `subscription { annotationChanged(projectId: "${projectId}") { annotation { content } } }`;
  const streams = Object.values(transports).map((subscribe) => subscribe(app, { query, token: owner.token }));
  await waitForSubscribers(app, streams.length);
  const { rows } = await app.services.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pinbound live' AND datname = current_database()",
  );
  expect(rows).toHaveLength(1);
  await createAnnotation(app, owner, projectId, { content: 'in the gap' });
  for (const { results } of streams) {
    const contents = () => results.map((result) => result.annotationChanged.annotation.content);
    await expect.poll(contents).toContain('in the gap');
  }
  await createAnnotation(app, owner, projectId, { content: 'after it' });
  for (const { results } of streams) {
    const contents = () => results.map((result) => result.annotationChanged.annotation.content);
    await expect.poll(contents).toContain('after it');
  }
  await app.close();
});
