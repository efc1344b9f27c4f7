import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LiveTransport } from '../../src/infrastructure/live-updates/live-updates.ts';
import { createRedisTransport } from '../../src/infrastructure/live-updates/redis-transport.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { type RedisServer, startRedis } from '../support/servers/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/servers/tcp-proxy.ts';

/** A Redis that these tests may stop. */
let redis: RedisServer;
let proxy: TcpProxy;
const opened: LiveTransport[] = [];

beforeAll(async () => {
  redis = await startRedis();
  proxy = await startTcpProxy(redis.url);
});
afterEach(async () => {
  redis.resume();
  proxy.restore();
  for (const transport of opened.splice(0)) await transport.close();
});
afterAll(async () => {
  await proxy.close();
  await redis.stop();
});

function open(redisUrl: string, heartbeatMs?: number): LiveTransport {
  const transport = createRedisTransport({ redisUrl, logger: createLogger('silent'), heartbeatMs });
  opened.push(transport);
  return transport;
}

/** Listens through the proxy and publishes past it. */
async function listen(heartbeatMs?: number) {
  const received: string[] = [];
  const gaps: Date[] = [];
  await open(proxy.url, heartbeatMs).listen(
    (references) => received.push(...references.map(({ id }) => id)),
    (since) => gaps.push(since),
  );
  const past = open(redis.url);
  return { received, gaps, publish: (id: string) => past.publish([{ topic: 'p', id }]) };
}

test('a Redis that has stopped answering holds nobody who publishes; when it answers again, it takes what comes', async () => {
  const { received, publish } = await listen();
  await publish('before');
  await expect.poll(() => received).toEqual(['before']);
  redis.pause();
  await expect(publish('frozen')).rejects.toThrow('Command timed out');
  redis.resume();
  await publish('after');
  await expect.poll(() => received).toContain('after');
});

test('a connection that has gone deaf without a word is replaced, and the gap is told', async () => {
  const { received, gaps, publish } = await listen(900);
  const lost = Date.now();
  proxy.attempts.length = 0;
  proxy.freeze();
  await publish('lost');
  await expect.poll(() => proxy.attempts.length).toBeGreaterThan(0);
  proxy.restore();
  await expect.poll(() => gaps.length).toBeGreaterThan(0);
  expect(Number(gaps[0])).toBeLessThanOrEqual(lost);
  await publish('after');
  await expect.poll(() => received).toContain('after');
});

test('a connection that hears stays, however quiet it is', async () => {
  const { received, gaps, publish } = await listen(3_000);
  proxy.attempts.length = 0;
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  expect([proxy.attempts, gaps]).toEqual([[], []]);
  await publish('heard');
  await expect.poll(() => received).toEqual(['heard']);
});
