import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedisRateLimitStore } from '../../src/infrastructure/rate-limit-store/redis-store.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { rest } from '../support/client.ts';
import { registerUser, type TestUser } from '../support/factories.ts';
import { type RedisServer, startRedis } from '../support/servers/redis-server.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** Redis of this file alone: its tests stop it. */
let redis: RedisServer;
let apps: [TestApp, TestApp];
beforeAll(async () => {
  redis = await startRedis();
  const env = { REDIS_URL: redis.url, RATE_LIMIT_USER: '37' };
  const one = await startTestApp({ env });
  apps = [one, await startTestApp({ env, databaseUrl: one.databaseUrl })];
});
afterAll(async () => {
  for (const app of [...apps].reverse()) await app.close();
  await redis.stop();
});

const me = (app: TestApp, { token }: TestUser) => rest(app, 'GET', '/auth/me', { token });
const remaining = async (app: TestApp, user: TestUser) =>
  Number((await me(app, user)).headers.get('ratelimit-remaining'));

/**
 * Sends 100 calls, half of them to each app, 20 at a time: 100 at once may wait too long for a
 * connection of the database on a busy machine.
 */
async function statuses(user: TestUser): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let sent = 0; sent < 100; sent += 20) {
    const calls = Array.from({ length: 10 }, () => apps.map((app) => me(app, user))).flat();
    for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

test('two processes share one exact count under concurrent calls', async () => {
  expect(await statuses(await registerUser(apps[0]))).toEqual({ 200: 37, 429: 63 });
});

test('processes count separately while Redis is down, and share one count when it is back', async () => {
  const user = await registerUser(apps[0]);
  expect(await remaining(apps[0], user)).toBe(36);
  expect(await remaining(apps[1], user)).toBe(35);

  await redis.stop();
  expect(await statuses(user)).toEqual({ 200: 74, 429: 26 });

  await redis.start();
  const other = await registerUser(apps[0]);
  const shared = async () => [await remaining(apps[0], other), await remaining(apps[1], other)];
  await expect
    .poll(async () => {
      const [one = 0, two = 0] = await shared();
      return one - two;
    })
    .toBe(1);
});

test('a process that is too busy to read a reply in time counts on', async () => {
  const warnings: string[] = [];
  const logger = Object.assign(createLogger('silent'), { warn: (_: object, text: string) => warnings.push(text) });
  const counter = await createRedisRateLimitStore({ redisUrl: redis.url, logger });
  await counter.increment('busy', 60_000);
  const counts = Array.from({ length: 3 }, () => counter.increment('busy', 60_000));
  // The commands are written before the process is busy for longer than a reply may take.
  await new Promise(setImmediate);
  for (const end = performance.now() + 1_000; performance.now() < end; );
  expect((await Promise.all(counts)).map(({ count }) => count)).toEqual([2, 3, 4]);
  counter.close();
  expect(warnings).toEqual([]);
});

test('a hanging Redis does not hold calls up and is logged once', async () => {
  const warnings: string[] = [];
  const logger = Object.assign(createLogger('silent'), { warn: (_: object, text: string) => warnings.push(text) });
  const counter = await createRedisRateLimitStore({ redisUrl: redis.url, logger });
  expect((await counter.increment('hanging', 60_000)).count).toBe(1);
  redis.pause();
  const counts = await Promise.all(Array.from({ length: 20 }, () => counter.increment('hanging', 60_000)));
  expect(counts.map(({ count: calls }) => calls).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
  redis.resume();
  counter.close();
  expect(warnings).toEqual(['Redis unavailable; rate limits are counted per process']);
});

test('a window ends', async () => {
  const counter = await createRedisRateLimitStore({ redisUrl: redis.url, logger: createLogger('silent') });
  const { count: calls, remainingMs } = await counter.increment('short', 2_000);
  expect(calls).toBe(1);
  expect(remainingMs).toBeGreaterThan(0);
  expect(remainingMs).toBeLessThanOrEqual(2_000);
  expect((await counter.increment('short', 2_000)).count).toBe(2);
  await expect.poll(async () => (await counter.increment('short', 2_000)).count, { interval: 400 }).toBe(1);
  counter.close();
});

test('an increment by n counts n and starts a window', async () => {
  const counter = await createRedisRateLimitStore({ redisUrl: redis.url, logger: createLogger('silent') });
  const first = await counter.increment('bytes', 60_000, 700);
  expect(first.count).toBe(700);
  expect(first.remainingMs).toBeGreaterThan(30_000);
  const second = await counter.increment('bytes', 60_000, 700);
  expect(second.count).toBe(1_400);
  expect(second.remainingMs).toBeLessThanOrEqual(60_000);
  counter.close();
});
