import { execFileSync } from 'node:child_process';
import { readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageServer, page, servePages } from '../snapshots/support/pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { killServers, type ServerProcess, startServer } from '../support/server-process.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let api: TestApp;
let site: PageServer;
/** Whether the page answers. */
let responses = false;
beforeAll(async () => {
  api = await startTestApp();
  site = await servePages({
    '/': (_request, response) => {
      if (responses) response.writeHead(200, { 'content-type': 'text/html' }).end(page('<h1>Here</h1>'));
    },
  });
});
afterAll(async () => {
  await killServers();
  await site.close();
  await api.close();
  await cleanUp();
});

async function startWorker(): Promise<ServerProcess> {
  const dataDir = await temporaryDirectory();
  await symlink(await sharedBrowser(), join(dataDir, 'browser'));
  const { databaseUrl, dataDir: shared } = api;
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'test-secret-test-secret-test-secret-1',
    CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '',
    TMPDIR: tmpdir(),
    HOME: shared,
  });
  await server.ready();
  return server;
}

const profilesOf = async ({ pid }: ServerProcess) =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`pinbound-browser-${pid}-`));

/** Processes whose command line names one of the profiles. */
function runningWith(profiles: string[]): string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
  return lines.filter((line) => profiles.some((profile) => line.includes(profile)));
}

test('after a worker is killed during a capture, its browser ends and another worker captures the page', async () => {
  const owner = await registerUser(api);
  const { id: projectId } = await createProject(api, owner);
  const first = await startWorker();
  const ordered = await rest(api, 'POST', '/v1/snapshots', { token: owner.token, body: { projectId, url: site.url } });
  const read = async () =>
    (await rest(api, 'GET', `/v1/snapshots/${ordered.body.data.id}`, { token: owner.token })).body.data;
  await expect.poll(() => site.requests.length).toBe(1);
  const profiles = await profilesOf(first);
  expect(profiles).toHaveLength(1);
  expect(runningWith(profiles).length).toBeGreaterThan(0);
  await first.kill();
  await expect.poll(() => runningWith(profiles)).toEqual([]);
  expect((await read()).status).toBe('processing');

  const { rows } = await api.services.pool.query<{ left: number }>(
    'SELECT extract(epoch FROM lease_expires_at - now())::float AS left FROM snapshots WHERE id = $1',
    [ordered.body.data.id],
  );
  expect(rows[0]?.left).toBeLessThanOrEqual(15);
  // Instead of waiting for the rest of it.
  await api.services.pool.query('UPDATE snapshots SET lease_expires_at = now()');
  responses = true;
  const second = await startWorker();
  await expect.poll(async () => (await read()).status).toBe('completed');
  expect((await read()).title).toBe('Test');
  // Who comes next clears away what the dead one has left.
  expect(await profilesOf(first)).toEqual([]);

  const readiness = (await (await fetch(`${second.url}/readyz`)).json()) as { browser: string };
  expect(readiness.browser).toMatch(/Chrom.* \((bundled|installed|CHROMIUM_PATH)\)$/);
  expect(second.records()).toContainEqual(
    expect.objectContaining({
      msg: 'browser of snapshots selected',
      browser: expect.stringContaining('Chrom'),
      source: expect.stringMatching(/^(bundled|installed|CHROMIUM_PATH)$/),
      path: expect.stringMatching(/^\//),
    }),
  );
  const left = await profilesOf(second);
  expect((await second.stop()).code).toBe(0);
  expect([await profilesOf(second), runningWith(left)]).toEqual([[], []]);
});
