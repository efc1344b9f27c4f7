import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import { cleanUp, temporaryDirectory, watchDataDir } from '../integration/fixtures/servers.ts';
import { rest } from '../support/client.ts';
import { demoProject } from '../support/demo.ts';
import { transports, untilSubscribers } from '../support/live-client.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { killServers, startServer } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let redis: RedisServer;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  redis = await startRedis();
  database = await createTestDatabase();
  const dataDir = join(await temporaryDirectory(), 'data');
  env = { DATABASE_URL: database.url, REDIS_URL: redis.url, DATA_DIR: dataDir };
});
afterEach(killServers);
afterAll(async () => {
  await database.drop();
  await redis.stop();
  await cleanUp();
});

test('api processes and a worker tell one another over Redis, and stop cleanly while it is away', async () => {
  const [one, two, worker] = await Promise.all([
    startServer({ ...env, ROLE: 'api' }),
    startServer({ ...env, ROLE: 'api' }),
    startServer({ ...env, ROLE: 'worker' }),
  ]);
  await Promise.all([one, two, worker].map((server) => server.ready()));
  const { token, projectId } = await demoProject(one);
  const query = `subscription { annotationChanged(projectId: "${projectId}") { kind } }`;
  const stream = transports['a WebSocket']?.(two, { query, token });
  await untilSubscribers(two, 1);
  const body = { projectId, content: 'Hello', url: 'https://shop.example/' };
  expect((await rest(one, 'POST', '/annotations', { token, body })).status).toBe(201);
  await expect.poll(() => stream?.results, { timeout: 1_000 }).toEqual([{ annotationChanged: { kind: 'created' } }]);

  await redis.stop();
  for (const { ms } of await Promise.all([one, two, worker].map((server) => server.stop()))) {
    expect(ms).toBeLessThan(10_000);
  }
  await redis.start();
});

test('a Redis that is not there is refused in a sentence, without its password', async () => {
  const server = await startServer({ ...env, REDIS_URL: 'redis://me:hunter2@127.0.0.1:1', LOG_LEVEL: 'fatal' });
  expect(await server.ended).toBe(1);
  expect(server.output().trim()).toMatch(/^Redis at 127\.0\.0\.1:1 does not answer\. .*REDIS_URL/);
  expect(server.output()).not.toContain('hunter2');
});

test('SIGTERM while a start waits for Redis leaves no PostgreSQL behind', async () => {
  const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
  const server = await startServer({ DATA_DIR: dataDir, REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'warn' });
  await expect.poll(() => server.output(), { timeout: 20_000 }).toContain('the connection to Redis failed');
  const { ms } = await server.stop();
  expect(ms).toBeLessThan(10_000);
  expect(await readPostmasterPid(join(dataDir, 'postgres'))).toBeUndefined();
});
