import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { killServers, startServer } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

/** A Redis that knows nobody: each command, an array in its protocol, is refused. */
let redis: Server;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  redis = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const commands = String(bytes).match(/^\*\d+\r$/gm) ?? [];
      for (const _ of commands) socket.write('-WRONGPASS invalid username-password pair or user is disabled.\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(redis, 'listening');
  database = await createTestDatabase();
});
afterAll(async () => {
  await killServers();
  redis.close();
  await database.drop();
  await cleanUp();
});

test('a Redis that refuses the password is told in a sentence; the password stands nowhere', async () => {
  const { port } = redis.address() as AddressInfo;
  const server = await startServer({
    DATABASE_URL: database.url,
    REDIS_URL: `redis://me:hunter2@127.0.0.1:${port}`,
    DATA_DIR: join(await temporaryDirectory(), 'data'),
    LOG_LEVEL: 'debug',
  });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain(`Redis at 127.0.0.1:${port} refuses this process: WRONGPASS`);
  expect(server.output()).toContain('the connection to Redis failed');
  expect(server.output()).not.toMatch(/hunter2|\n\s+at /);
});
