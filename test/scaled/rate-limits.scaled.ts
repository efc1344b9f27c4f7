import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedisCallCounter } from '../../src/infrastructure/call-counter/redis-call-counter.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { rest } from '../support/client.ts';
import { registerUser, type TestUser } from '../support/factories.ts';
import { type RedisServer, startRedis } from '../support/servers/redis-server.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A Redis that these tests may stop. */
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

/** 100 calls at once, half of them to each app. */
async function statuses(user: TestUser): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: 50 }, () => apps.map((app) => me(app, user))).flat());
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('two processes share one count, exactly, under 100 calls at once', async () => {
  expect(await statuses(await registerUser(apps[0]))).toEqual({ 200: 37, 429: 63 });
});

test('while Redis is away each process counts for itself; when it is back they share one count again', async () => {
  const user = await registerUser(apps[0]);
  expect(await remaining(apps[0], user)).toBe(36);
  expect(await remaining(apps[1], user)).toBe(35);

  await redis.stop();
  const started = performance.now();
  expect(await statuses(user)).toEqual({ 200: 74, 429: 26 });
  expect(performance.now() - started).toBeLessThan(10_000);

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

test('a Redis that hangs delays a call by half a second at most, and is mentioned once', async () => {
  const warnings: string[] = [];
  const logger = Object.assign(createLogger('silent'), { warn: (_: object, text: string) => warnings.push(text) });
  const counter = await createRedisCallCounter({ redisUrl: redis.url, logger });
  expect((await counter.count('hanging', 60_000)).calls).toBe(1);
  redis.pause();
  const started = performance.now();
  const counts = await Promise.all(Array.from({ length: 20 }, () => counter.count('hanging', 60_000)));
  expect(counts.map(({ calls }) => calls).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(performance.now() - started).toBeLessThan(5_000);
  redis.resume();
  counter.close();
  expect(warnings).toEqual(['Redis does not count calls; each process does until it is back']);
});

test('a window ends', async () => {
  const counter = await createRedisCallCounter({ redisUrl: redis.url, logger: createLogger('silent') });
  const before = Date.now();
  const { calls, resetAt } = await counter.count('short', 2_000);
  expect(calls).toBe(1);
  // Redis counts whole milliseconds, by a clock of its own.
  expect(resetAt).toBeGreaterThanOrEqual(before + 1_999);
  expect(resetAt).toBeLessThanOrEqual(Date.now() + 2_000);
  expect((await counter.count('short', 2_000)).calls).toBe(2);
  await expect.poll(async () => (await counter.count('short', 2_000)).calls, { interval: 400 }).toBe(1);
  counter.close();
});

test('so many of something count at once, and begin a window as one does', async () => {
  const counter = await createRedisCallCounter({ redisUrl: redis.url, logger: createLogger('silent') });
  const first = await counter.count('bytes', 60_000, 700);
  expect(first.calls).toBe(700);
  expect(first.resetAt).toBeGreaterThan(Date.now() + 30_000);
  const second = await counter.count('bytes', 60_000, 700);
  expect(second.calls).toBe(1_400);
  expect(second.resetAt).toBeLessThanOrEqual(Date.now() + 60_000);
  counter.close();
});
