import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LiveTransport } from '../../src/infrastructure/live-updates/live-updates.ts';
import { createRedisTransport } from '../../src/infrastructure/live-updates/redis-transport.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { type RedisServer, startRedis } from '../support/servers/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/servers/tcp-proxy.ts';

/** A Redis server of this file alone: its tests freeze it. */
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

/** Subscribes through the proxy and publishes directly. */
async function listen(heartbeatMs?: number) {
  const received: string[] = [];
  const gaps: Date[] = [];
  const transport = open(proxy.url, heartbeatMs);
  await transport.listen(
    (references) => received.push(...references.map(({ id }) => id)),
    (since) => gaps.push(since),
  );
  // `listen` waits for the subscriber only. A publisher that is still in its handshake would
  // reconnect by itself, and a test that counts connection attempts would take it for the
  // subscriber.
  await transport.publish([{ topic: 'p', id: 'connected' }]);
  await expect.poll(() => received).toContain('connected');
  received.length = 0;
  const direct = open(redis.url);
  return { received, gaps, publish: (id: string) => direct.publish([{ topic: 'p', id }]) };
}

test('publishing to a frozen Redis times out, and works again once Redis responds', async () => {
  const { received, publish } = await listen();
  await publish('before');
  await expect.poll(() => received).toEqual(['before']);
  redis.pause();
  await expect(publish('frozen')).rejects.toThrow('Command timed out');
  redis.resume();
  await publish('after');
  await expect.poll(() => received).toContain('after');
});

test('a connection that goes silent is replaced, and the gap is reported', async () => {
  const { received, gaps, publish } = await listen(900);
  const lost = Date.now();
  proxy.attempts.length = 0;
  gaps.length = 0;
  proxy.freeze();
  await publish('lost');
  await expect.poll(() => proxy.attempts.length).toBeGreaterThan(0);
  proxy.restore();
  await expect.poll(() => gaps.length).toBeGreaterThan(0);
  expect(Number(gaps[0])).toBeLessThanOrEqual(lost);
  await publish('after');
  await expect.poll(() => received).toContain('after');
});

test('an idle connection that responds to pings is kept', async () => {
  const { received, gaps, publish } = await listen(3_000);
  proxy.attempts.length = 0;
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  expect([proxy.attempts, gaps]).toEqual([[], []]);
  await publish('heard');
  await expect.poll(() => received).toEqual(['heard']);
});
