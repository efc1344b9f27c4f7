import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import { isAlive } from '../../src/infrastructure/system/process-alive.ts';
import { cleanUp, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { freePort } from '../support/server-process.ts';

afterAll(cleanUp);

test('stops when started by npm and a signal has ended the shell in between', async () => {
  const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
  // As npm runs a script: a shell that waits for the server and passes no signals on.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${resolve('dist/server.js')}"; true`], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of shell.stdout) if (String(chunk).includes('Pinbound is ready')) break;
  const server = Number(await readFile(join(dataDir, 'pinbound.pid'), 'utf8'));
  const postgres = (await readPostmasterPid(join(dataDir, 'postgres')))?.pid ?? 0;
  expect([isAlive(server), isAlive(postgres)]).toEqual([true, true]);

  shell.kill('SIGTERM');
  await once(shell, 'exit');
  await expect.poll(() => [isAlive(server), isAlive(postgres)]).toEqual([false, false]);
});
