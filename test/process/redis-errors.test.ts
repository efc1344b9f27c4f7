import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { freePort, killServers, startServer } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

/** A Redis that rejects every command, an array in its protocol, as unauthenticated. */
let redis: Server;
/** A Redis with one database, number 0. */
let small: Server;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  redis = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const commands = String(bytes).match(/^\*\d+\r$/gm) ?? [];
      for (const _ of commands) socket.write('-WRONGPASS invalid username-password pair or user is disabled.\r\n');
    });
  }).listen(0, '127.0.0.1');
  small = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const [, command] of String(bytes).matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)\r$/gm)) {
        if (command === 'select') socket.write('-ERR DB index is out of range\r\n');
        else if (command === 'info') socket.write('$-1\r\n');
        else socket.write('+OK\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await Promise.all([once(redis, 'listening'), once(small, 'listening')]);
  database = await createTestDatabase();
});
afterAll(async () => {
  await killServers();
  redis.close();
  small.close();
  await database.drop();
  await cleanUp();
});

test('reports a rejected Redis password without printing it', async () => {
  const { port } = redis.address() as AddressInfo;
  const server = await startServer({
    DATABASE_URL: database.url,
    REDIS_URL: `redis://me:hunter2@127.0.0.1:${port}`,
    DATA_DIR: join(await temporaryDirectory(), 'data'),
    LOG_LEVEL: 'debug',
  });
  expect(await server.exited).toBe(1);
  const message = expect.stringContaining(`Redis at 127.0.0.1:${port} rejected the connection: WRONGPASS`);
  expect(server.records()).toContainEqual({ level: 50, time: expect.any(Number), msg: message });
  expect(server.output()).toContain('Redis connection failed');
  expect(server.output()).not.toContain('hunter2');
});

test('reports an unreachable Redis once, and a misspelled setting', async () => {
  const port = await freePort();
  const server = await startServer({
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${port}`,
    DATA_DIR: join(await temporaryDirectory(), 'data'),
    CAPTURE_CONCURENCY: '4',
    LOG_LEVEL: 'warn',
  });
  expect(await server.exited).toBe(1);
  expect(server.records().map(({ msg }) => msg)).toEqual([
    'CAPTURE_CONCURENCY: unknown and ignored; the closest setting is CAPTURE_CONCURRENCY',
    `Redis at 127.0.0.1:${port} does not respond. Check that it runs, and REDIS_URL. Unset REDIS_URL to run without Redis.`,
  ]);
});

test('reports a missing Redis database and uses no other', async () => {
  const { port } = small.address() as AddressInfo;
  const server = await startServer({
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${port}/99`,
    DATA_DIR: join(await temporaryDirectory(), 'data'),
  });
  expect(await server.exited).toBe(1);
  const message = expect.stringContaining(
    `Redis at 127.0.0.1:${port} rejected the connection: ERR DB index is out of range`,
  );
  expect(server.records()).toContainEqual({ level: 50, time: expect.any(Number), msg: message });
});
