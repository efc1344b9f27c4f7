import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/infrastructure/database/ids.ts';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { type Stream, transports, waitForSubscribers } from '../support/live-client.ts';
import { type RedisServer, startRedis } from '../support/servers/redis-server.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** Redis of this file alone: its tests stop it. */
let redis: RedisServer;
let app: TestApp;
/** Second process, which runs jobs. */
let worker: TestApp;
let owner: TestUser;
let projectId: string;

beforeAll(async () => {
  redis = await startRedis();
  const env = { REDIS_URL: redis.url };
  app = await startTestApp({ env });
  worker = await startTestApp({ env, databaseUrl: app.databaseUrl, jobs: true });
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});
afterAll(async () => {
  await worker.close();
  await app.close();
  await redis.stop();
});

const listenIn = async (each: TestApp): Promise<Stream[]> => {
  const query = `subscription { annotationChanged(projectId: "${projectId}") { annotation { content } } }`;
  const streams = Object.values(transports).map((subscribe) => subscribe(each, { query, token: owner.token }));
  await waitForSubscribers(each, streams.length);
  return streams;
};
const contents = ({ results }: Stream): string[] =>
  results.map((result) => result.annotationChanged.annotation.content);
const pending = () => app.services.db.event.count({ where: { relayedAt: null } });
const ready = async () => (await fetch(`${app.url}/readyz`)).status;

test('the queues and the live updates are on Redis', async () => {
  expect(app.services.config.redisUrl).toBe(redis.url);
  const { rows } = await app.services.pool.query(
    "SELECT 1 FROM pg_stat_activity WHERE application_name IN ('pinbound live', 'pinbound queues') AND datname = current_database()",
  );
  expect(rows).toEqual([]);
});

test('writes succeed while Redis is down; all updates arrive when it is back', async () => {
  const streams = [...(await listenIn(app)), ...(await listenIn(worker))];
  await createAnnotation(app, owner, projectId, { content: 'before' });
  for (const stream of streams) await expect.poll(() => contents(stream)).toEqual(['before']);

  await redis.stop();
  await expect.poll(ready).toBe(503);
  const started = performance.now();
  const body = { projectId, content: 'meanwhile', url: 'https://shop.example/' };
  expect((await rest(app, 'POST', '/annotations', { token: owner.token, body })).status).toBe(201);
  expect(performance.now() - started).toBeLessThan(10_000);

  await redis.start();
  await expect.poll(ready).toBe(200);
  await expect.poll(pending, { interval: 50 }).toBe(0);
  await createAnnotation(app, owner, projectId, { content: 'after' });
  for (const stream of streams) {
    await expect.poll(() => new Set(contents(stream))).toEqual(new Set(['before', 'meanwhile', 'after']));
  }
  for (const stream of streams) stream.stop();
});

test('the relay continues while Redis hangs; all updates arrive when it responds again', async () => {
  const streams = [...(await listenIn(app)), ...(await listenIn(worker))];
  redis.pause();
  const body = { projectId, content: 'while it hung', url: 'https://shop.example/' };
  expect((await rest(app, 'POST', '/annotations', { token: owner.token, body })).status).toBe(201);
  await expect.poll(pending, { interval: 50 }).toBe(0);
  redis.resume();
  for (const stream of streams) await expect.poll(() => contents(stream)).toContain('while it hung');
  for (const stream of streams) stream.stop();
});

test('a Redis that comes back empty gets its schedules back, and leftover work is swept up', async () => {
  await redis.stop();
  await redis.start();
  const data = { type: 'project.created', organizationId: owner.organizationId, data: '{}' };
  await app.services.db.event.create({ data: { id: newId(), ...data } });
  await expect.poll(pending, { interval: 50 }).toBe(0);
});
