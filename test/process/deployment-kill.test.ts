import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageServer, page, servePages } from '../snapshots/support/pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { killServers, type ServerProcess, startServer } from '../support/server-process.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const PAGES = 6;
/** Killed workers; a page whose capture was started three times and crashed each time fails. */
const KILLS = 2;

let api: TestApp;
let site: PageServer;
let color = 'green';
let dataDir: string;
beforeAll(async () => {
  dataDir = await temporaryDirectory();
  await symlink(await sharedBrowser(), join(dataDir, 'browser'));
  api = await startTestApp();
  const button = () => page(`<button id="buy" style="background:${color};width:90px;height:30px">Buy</button>`);
  const paths = Array.from({ length: PAGES }, (_, index) => `/${index}`);
  site = await servePages(
    Object.fromEntries(
      paths.map((path) => [
        path,
        (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(button()),
      ]),
    ),
  );
});
afterAll(async () => {
  await killServers();
  await site.close();
  await api.close();
  await cleanUp();
});

/** Starts the server again as after a crash of its machine, with its data directory. */
async function startWorker(): Promise<ServerProcess> {
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: api.databaseUrl,
    AUTH_SECRET: 'test-secret-test-secret-test-secret-1',
    CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '',
    TMPDIR: tmpdir(),
    HOME: api.dataDir,
  });
  await server.ready();
  return server;
}

const query = async <T>(text: string, values: unknown[]) => (await api.services.pool.query(text, values)).rows as T[];

/** Ends the leases of a dead worker, instead of waiting for them. */
const endLeases = async () => {
  for (const table of ['snapshots', 'deployment_captures'])
    await query(`UPDATE ${table} SET lease_expires_at = now() WHERE lease_id IS NOT NULL`, []);
};

const finishedOf = async (id: string) =>
  (
    await query<{ count: number }>(
      `SELECT count(*)::int AS count FROM deployment_captures
        WHERE deployment_id = $1 AND state NOT IN ('queued', 'capturing')`,
      [id],
    )
  )[0]?.count ?? 0;

async function begin(owner: TestUser, ids: { projectId: string; environmentId: string }, commit: string) {
  const pages = Array.from({ length: PAGES }, (_, index) => `/${index}`);
  const body = { environmentId: ids.environmentId, commit, pages, viewports: [{ width: 400, height: 300 }] };
  const path = `/v1/projects/${ids.projectId}/deployments`;
  return (await rest(api, 'POST', path, { token: owner.token, body })).body.data.id as string;
}

test('workers that are killed during a deployment lose and double nothing', async () => {
  const owner = await registerUser(api);
  const { token } = owner;
  const { id: projectId } = await createProject(api, owner);
  const environment = { projectId, name: 'Staging', url: site.url, kind: 'staging' };
  const { id: environmentId } = (await rest(api, 'POST', '/environments', { token, body: environment })).body;
  const annotations = await Promise.all(
    Array.from({ length: PAGES }, (_, index) =>
      createAnnotation(api, owner, projectId, {
        url: new URL(`/${index}`, site.url).href,
        metadata: { selector: '#buy', xpath: '/html/body/button', tag: 'button', text: 'Buy' },
      }),
    ),
  );
  let worker = await startWorker();
  const first = await begin(owner, { projectId, environmentId }, 'one');
  await expect.poll(() => finishedOf(first), { timeout: 120_000 }).toBe(PAGES);

  color = 'red';
  const second = await begin(owner, { projectId, environmentId }, 'two');
  for (let kill = 1; kill <= KILLS; kill++) {
    await expect.poll(() => finishedOf(second), { timeout: 120_000, interval: 20 }).toBeGreaterThanOrEqual(kill);
    await worker.kill();
    await endLeases();
    worker = await startWorker();
  }
  await expect.poll(() => finishedOf(second), { timeout: 120_000 }).toBe(PAGES);

  const read = (await rest(api, 'GET', `/v1/deployments/${second}`, { token })).body.data;
  expect(read).toMatchObject({
    status: 'needs_review',
    counts: {
      captures: PAGES,
      changedCaptures: PAGES,
      failedCaptures: 0,
      changed: PAGES,
      changes: PAGES,
      explained: PAGES,
    },
  });
  const judged = read.verdicts.map(({ annotationId }: { annotationId: string }) => annotationId);
  expect(judged.sort()).toEqual(annotations.map(({ id }) => id).sort());
  const snapshots = await query<{ id: string }>(
    `SELECT s.id FROM snapshots s WHERE s.project_id = $1 AND s.source = 'deployment'`,
    [projectId],
  );
  // The second deployment captures each page again, to confirm its change.
  expect(snapshots).toHaveLength(3 * PAGES);
  const [events] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM events WHERE type = 'deployment.completed' AND deployment_id = $1`,
    [second],
  );
  expect(events?.count).toBe(1);
  expect((await worker.stop()).code).toBe(0);
}, 480_000);
