import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from 'vitest';
import { cleanUp, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { killServers, startServer } from '../support/server-process.ts';

afterEach(killServers);
afterAll(cleanUp);

// Takes 10 s: copies 240 MB, and starts a process.
test('the copy that the image contains starts without the packages that are bundled', async () => {
  const base = await temporaryDirectory(0o755);
  const copy = join(base, 'runtime');
  await promisify(execFile)(process.execPath, ['scripts/copy-runtime.mjs', copy]);
  const server = await startServer({ DATA_DIR: watchDataDir(join(base, 'data')) }, { build: copy, cwd: base });
  await server.ready();
  // Files of packages that stay in node_modules.
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 'ok' });
  const { stdout } = await promisify(execFile)(process.execPath, [join(copy, 'dist/cli.js'), '--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await server.stop()).toMatchObject({ code: 0 });
});
