import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { killServers, startServer } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  const database = await createTestDatabase();
  env = { DATA_DIR: await temporaryDirectory(), DATABASE_URL: database.url };
});
afterAll(async () => {
  await killServers();
  await cleanUp();
});

/** Starts a server that runs some code on SIGUSR2. */
async function startWith(code: string) {
  const module = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${code} })`)}`;
  const server = await startServer({ ...env, NODE_OPTIONS: `--import=${module}` });
  await server.ready();
  process.kill(server.pid, 'SIGUSR2');
  return server;
}

test.each([
  ['an error', "void Promise.reject(new Error('a fault of nobody'))", { origin: 'unhandledRejection' }, {}],
  [
    'a lost connection',
    "throw Object.assign(new Error('a fault of nobody'), { code: 'ECONNRESET' })",
    { origin: 'uncaughtException' },
    { code: 'ECONNRESET' },
  ],
])(
  'a process that ends with %s that nothing caught logs it with its stack, and prints no text',
  async (_what, code, fields, error) => {
    const server = await startWith(code);
    expect(await server.exited).toBe(1);
    expect(server.records().filter(({ level }) => level === 50)).toEqual([
      expect.objectContaining({
        ...fields,
        msg: 'uncaught error; process exits',
        err: { type: 'Error', message: 'a fault of nobody', stack: expect.stringContaining('SIGUSR2'), ...error },
      }),
    ]);
  },
);

test('logs warnings of Node.js and what packages write to the console', async () => {
  const server = await startWith(`
    process.emitWarning('outdated', { type: 'DeprecationWarning', code: 'DEP0000' });
    new Buffer(1);
    console.error('%s failed', 'something', new Error('why'));
  `);
  const logged = () => server.records().filter(({ level, warning }) => level === 50 || warning);
  await expect
    .poll(logged)
    .toEqual([
      expect.objectContaining({ level: 50, msg: expect.stringMatching(/^something failed Error: why\n\s+at /) }),
      expect.objectContaining({ level: 40, warning: 'DeprecationWarning', code: 'DEP0000', msg: 'outdated' }),
      expect.objectContaining({ level: 40, warning: 'DeprecationWarning', code: 'DEP0005' }),
    ]);
  expect(await server.stop()).toMatchObject({ code: 0 });
});
