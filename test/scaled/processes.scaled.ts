// Two minutes, most of them waiting: images are away for 30 s, and the lease of a killed worker
// ends after 15 s. Each case is one fault of the same installation under the same load; the last
// one compares what was acknowledged with what is stored and what was sent.
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPage } from '../clients/support/overlay-page.ts';
import { missingOrTwice, waitUntilCounted } from '../faults/collect-loop.ts';
import { auditDatabase } from '../faults/comment-audit.ts';
import { auditDeliveries, waitUntilDelivered } from '../faults/delivery-audit.ts';
import { type FlakyReceiver, startFlakyReceiver } from '../faults/flaky-receiver.ts';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { cleanUp } from '../support/data-dirs.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { transports, waitForSubscribers } from '../support/live-client.ts';
import { type Follower, follow } from '../support/live-follower.ts';
import { type Load, readPicture, startLoad } from '../support/mixed-load.ts';
import { killServers } from '../support/server-process.ts';
import { createWebhook, SECRET } from '../support/webhooks.ts';
import { type Installation, startInstallation } from './support/installation.ts';

/** Time without the image storage, ms. */
const AWAY_MS = 30_000;
/** Retries of what the faults interrupted, ms. */
const SETTLED_WITHIN_MS = 90_000;

let installation: Installation;
let browser: Browser;
let receiver: FlakyReceiver;
let owner: TestUser;
let project: { id: string; projectKey: string };
/** Project of the load. */
let loaded: { id: string; projectKey: string };
let load: Load;
let followers: Follower[];

beforeAll(async () => {
  // The receiver accepts everything.
  receiver = await startFlakyReceiver(() => 1, SECRET);
  installation = await startInstallation();
  browser = await launchBrowser();
  owner = await registerUser(installation);
  project = await createProject(installation, owner);
  loaded = await createProject(installation, owner);
  await createWebhook(installation, owner, { url: receiver.url });
  const environment = { projectId: project.id, name: 'Shop', url: installation.site, kind: 'production' };
  await rest(installation, 'POST', '/environments', { token: owner.token, body: environment });
  const options = { apiUrl: installation.apis[0].url, projectId: project.id, apiKey: project.projectKey };
  installation.pages.set(
    '/',
    `<!doctype html><html lang="en"><title>Bakery</title><h1>Fresh bread</h1>
     <script>window.SvcConfig = ${JSON.stringify(options)}</script>
     <script src="${installation.apis[0].url}/overlay.js" defer></script></html>`,
  );
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await receiver?.close();
  await installation?.stop();
  await killServers();
  await cleanUp();
});

let hasFailed = false;
beforeEach(({ onTestFailed }) => {
  expect(hasFailed, 'an earlier case failed').toBe(false);
  onTestFailed(() => {
    hasFailed = true;
    process.stderr.write(installation?.output() ?? '');
  });
});

/** Waits until every client has finished two more rounds, which no fault disturbed any more. */
async function waitForProgress(): Promise<void> {
  const before = { ...load.rounds };
  const waiting = () => Object.keys(load.rounds).filter((name) => (load.rounds[name] ?? 0) < (before[name] ?? 0) + 2);
  await expect.poll(() => load.client.problems.length > 0 || waiting().length === 0).toBe(true);
  expect(load.client.problems).toEqual([]);
}

/** Waits until the proxy passes requests to a process, which it does once it is healthy. */
const waitUntilUsed = ({ url }: { url: string }) =>
  expect
    .poll(async () => (await fetch(`${url}/metrics`)).text())
    .toMatch(/^pinbound_http_request_duration_seconds_count\{route="annotations",method="GET"/m);

test('a visitor at one process reaches the dashboard at another, with a picture of a worker', async () => {
  const [visited, watched] = installation.apis;
  const { token } = owner;
  const query = `subscription { annotationChanged(projectId: "${project.id}") { kind annotation { id content } } }`;
  const dashboard = transports['a WebSocket']?.(watched, { query, token });
  await waitForSubscribers(watched, 1);
  const visitor = await openPage(browser, `${installation.site}/`);
  await visitor.choose('h1');
  await visitor.write('Which bread?');
  await expect.poll(() => dashboard?.results[0]?.annotationChanged).toMatchObject({ kind: 'created' });
  const { id, content } = dashboard?.results[0].annotationChanged.annotation ?? {};
  expect(content).toBe('Which bread?');

  await rest(watched, 'POST', `/annotations/${id}/comments`, { token, body: { content: 'Rye' } });
  await visitor.see('.badge.news');
  const list = `/v1/projects/${project.id}/snapshots?status=completed`;
  await expect.poll(async () => (await rest(watched, 'GET', list, { token })).body.data).toHaveLength(1);
  const [snapshot] = (await rest(watched, 'GET', list, { token })).body.data;
  expect((await fetch(snapshot.imageUrl.replace(installation.url, visited.url))).status).toBe(200);
  await expect.poll(() => [...receiver.events.values()].map((event) => event.content)).toContain('Which bread?');
  expect(visitor.consoleLines).toEqual([]);
  dashboard?.stop();
  await visitor.page.close();

  const target = { token, projectId: loaded.id, projectKey: loaded.projectKey };
  load = startLoad({ ...installation, ...target });
  followers = Object.keys(transports).map((transport) => follow(load.client, transport, target));
  await expect.poll(() => followers.map(({ streams }) => streams)).toEqual([1, 1]);
});

test('each process is replaced under load', async () => {
  for (const each of [...installation.apis, ...installation.workers]) {
    expect((await each.stop()).code).toBe(0);
    await each.start();
    if (installation.apis.includes(each)) await waitUntilUsed(each);
  }
  await waitForProgress();
});

test('an api process is killed', async () => {
  const [api] = installation.apis;
  await api.kill();
  await waitForProgress();
  await api.start();
  await waitUntilUsed(api);
});

test('both workers are killed during a capture', async () => {
  const database = await installation.connect();
  await expect
    .poll(async () => (await database.query('SELECT 1 FROM snapshots WHERE lease_id IS NOT NULL')).rowCount, {
      interval: 5,
    })
    .toBe(1);
  await database.end();
  await Promise.all(installation.workers.map((worker) => worker.kill()));
  await Promise.all(installation.workers.map((worker) => worker.start()));
  await waitForProgress();
});

test('Redis is killed and comes back empty', async () => {
  await installation.redis.restart();
  await waitForProgress();
});

test('PostgreSQL is restarted', async () => {
  await installation.postgres.restart();
  await waitForProgress();
});

test('the image storage is away for 30 seconds', async () => {
  const { pictures } = load;
  installation.storage.cut();
  await delay(AWAY_MS);
  installation.storage.restore();
  await expect.poll(() => load.pictures).toBeGreaterThan(pictures + 1);
  await waitForProgress();
});

test('nothing acknowledged is lost, stored twice or sent twice', async () => {
  await load.stop();
  const { client, acknowledged, accepted, snapshots } = load;
  // A follower whose stream was opened again fetches what it missed with the next update.
  const last = { projectId: loaded.id, content: 'The last', url: installation.site };
  const { body: created } = await client.send('POST', '/annotations', 201, { token: owner.token, body: last });
  acknowledged.push({ id: created.id, number: created.number, content: created.content });
  const database = await installation.connect();
  expect(await waitUntilDelivered(database, SETTLED_WITHIN_MS)).toEqual([]);
  expect(await auditDatabase(database, loaded.id, acknowledged)).toEqual([]);
  expect(await missingOrTwice(database, loaded.id, accepted)).toEqual([]);
  expect(await waitUntilCounted(database, loaded.id)).toEqual([]);
  const contents = acknowledged.map(({ content }) => content);
  const sent = { projectId: loaded.id, acknowledged: contents, receiver, attempts: 5 };
  expect(await auditDeliveries(database, sent)).toMatchObject({ problems: [], delivered: contents.length });

  const state = async () => (await database.query('SELECT status, count(*)::int AS n FROM snapshots GROUP BY 1')).rows;
  // The snapshot of the visitor's comment is one more.
  await expect.poll(state).toEqual([{ status: 'completed', n: snapshots.length + 1 }]);
  const { body } = await rest(installation, 'GET', `/v1/snapshots/${snapshots[0]}`, { token: owner.token });
  expect(await readPicture(client, body.data.imageUrl)).toBe(true);
  await database.end();

  for (const follower of followers) {
    const received = () => new Set([...follower.live, ...follower.fetched]);
    await expect.poll(() => contents.filter((content) => !received().has(content))).toEqual([]);
    await follower.stop();
  }
  expect(client.problems).toEqual([]);
  expect(installation.output()).not.toContain('uncaught error');
  const counts = { answered: client.answered, repeated: client.repeated, pictures: load.pictures };
  const streams = followers.map((follower) => ({ opened: follower.streams, live: follower.live.size }));
  process.stdout.write(
    `${JSON.stringify({ ...counts, annotations: contents.length, batches: accepted.length, snapshots: snapshots.length, streams })}\n`,
  );
});
