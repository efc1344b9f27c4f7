import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { startAndExpectExit } from '../support/rejected-start.ts';
import { freePort } from '../support/server-process.ts';

afterAll(cleanUp);

test('reports a port in use before any change', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const untouched = join(await temporaryDirectory(), 'data');
  const { code, messages } = await startAndExpectExit({ DATA_DIR: untouched, PORT: String(port) });
  expect([code, messages]).toEqual([
    1,
    [`Port ${port} on 127.0.0.1 is in use by another program. Stop it, or set PORT to a free port.`],
  ]);
  await expect(readdir(untouched)).rejects.toThrow('ENOENT');
  taken.close();
});

const rejected: [what: string, env: NodeJS.ProcessEnv, problems: RegExp[]][] = [
  [
    'several bad settings, all at once, secrets not shown',
    { PORT: 'http', ROLE: 'boss', AUTH_SECRET: 'hunter2', DATABASE_URL: 'mysql://me:hunter2@localhost/x' },
    [/PORT.*found "http"/, /ROLE.*found "boss"/, /AUTH_SECRET: each secret must have at least 32/, /DATABASE_URL/],
  ],
  [
    'ROLE=api without DATABASE_URL, and production without AUTH_SECRET',
    { ROLE: 'api', NODE_ENV: 'production' },
    [/ROLE: api needs DATABASE_URL/, /AUTH_SECRET: required when NODE_ENV=production/],
  ],
  [
    'a database that is not there',
    { DATABASE_URL: 'postgres://someone:hunter2@127.0.0.1:1/x' },
    [/127\.0\.0\.1:1.*ECONNREFUSED/],
  ],
  [
    'a data directory that cannot be made',
    { DATA_DIR: process.platform === 'linux' ? '/proc/pinbound' : '/dev/null/pinbound' },
    [/Cannot use the data directory \/.*pinbound: EN.*\. Make it writable/],
  ],
];

describe('rejected with exit code 1', () => {
  test.each(rejected)('%s', async (_what, env, problems) => {
    const defaults = { DATA_DIR: join(await temporaryDirectory(), 'data'), PORT: String(await freePort()) };
    const { code, messages } = await startAndExpectExit({ ...defaults, ...env });
    expect(code).toBe(1);
    expect(messages).toHaveLength(1);
    for (const problem of problems) expect(messages[0]).toMatch(problem);
    expect(messages[0]).not.toMatch(/hunter2|\n\s+at /);
  });
});
