import { afterAll, expect, test } from 'vitest';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { killServers, startServer } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

afterAll(async () => {
  await killServers();
  await cleanUp();
});

const FAULT = `process.on('SIGUSR2', () => void Promise.reject(new Error('a fault of nobody')))`;

test('a process that ends with an uncaught error logs it', async () => {
  const database = await createTestDatabase();
  const server = await startServer({
    DATA_DIR: await temporaryDirectory(),
    DATABASE_URL: database.url,
    AUTH_SECRET: 'test-secret-test-secret-test-secret-1',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAULT)}`,
  });
  await server.ready();
  process.kill(server.pid, 'SIGUSR2');
  expect(await server.exited).toBe(1);
  const line = server
    .output()
    .split('\n')
    .find((each) => each.includes('uncaught error'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    origin: 'unhandledRejection',
    err: { message: 'a fault of nobody', stack: expect.stringContaining('SIGUSR2') },
  });
});
