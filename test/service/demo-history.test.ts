// Longer than five seconds: deployments capture the demo's pages in a real browser.
import { afterEach, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { ensureDemo } from '../../src/resolvers/addons/demo/ensure-demo.ts';
import { addDemoHistory } from '../../src/resolvers/addons/demo/history/add-history.ts';
import { graphql, rest } from '../support/client.ts';
import { demoProject } from '../support/demo.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const opened: TestApp[] = [];
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});

async function start(env: NodeJS.ProcessEnv = {}) {
  const app = await startTestApp({ demo: true, jobs: true, env });
  opened.push(app);
  const context = systemContext(app.services);
  const demo = await ensureDemo(context);
  if (!demo) throw new Error('the app has no demo');
  const { token, projectId } = await demoProject(app);
  return { app, token, projectId, addHistory: () => addDemoHistory(context, demo) };
}

interface Seen {
  number: number;
  status: string;
  anchor: { state: string; fingerprint: unknown };
  environment: { name: string } | null;
  visibility: string;
  labels: { name: string }[];
  commentCount: number;
}

const THREADS = `query ($id: ID!) {
  project(id: $id) {
    annotations(first: 50) { nodes { number status visibility commentCount anchor { state fingerprint } environment { name } labels { name } } }
  }
}`;

async function threads({ app, token, projectId }: Awaited<ReturnType<typeof start>>): Promise<Map<number, Seen>> {
  const { data } = await graphql(app, THREADS, { id: projectId }, { token });
  return new Map(data.project.annotations.nodes.map((node: Seen) => [node.number, node]));
}

const releaseOf = async (app: TestApp, path: string) =>
  /data-release="(\w+)"/.exec(await (await fetch(`${app.url}${path}`)).text())?.[1];

const rowsOf = async ({ services }: TestApp) => {
  const tables = ['annotations', 'comments', 'snapshots', 'deployments', 'environments', 'users', 'events', 'labels'];
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
  return (await services.pool.query(`SELECT ${counts.join(', ')}`)).rows[0];
};

test('the demo project has a history of real captures, which restarts neither repeat nor change', async () => {
  const history = await start();
  const { app, token, projectId, addHistory } = history;
  expect(await releaseOf(app, '/demo/staging')).toBe('first');
  await addHistory();
  const { rows: verdicts } = await app.services.pool.query(
    `SELECT a.number, v.verdict, v.reason FROM deployment_verdicts v JOIN annotations a ON a.id = v.annotation_id
      WHERE v.verdict <> 'unknown' OR v.reason <> 'no_earlier_pin' ORDER BY a.number`,
  );
  expect(verdicts.map(({ number, verdict, reason }) => `${number} ${reason ?? verdict}`)).toEqual(
    expect.arrayContaining(['5 changed', '6 changed', '7 gone', '9 changed']),
  );
  const seen = await threads(history);
  expect([seen.get(1)?.status, seen.get(1)?.commentCount]).toEqual(['resolved', 4]);
  expect(
    seen
      .get(3)
      ?.labels.map(({ name }) => name)
      .sort(),
  ).toEqual(['accessibility', 'mobile']);
  expect([seen.get(1), seen.get(5)].map((thread) => thread?.environment?.name)).toEqual(['Production', 'Staging']);
  // The redesign changed the fifth as it asked, removed the seventh, and renamed the ninth, a
  // button in one of six cards that changed their order.
  expect([5, 7, 9].map((number) => seen.get(number)?.status)).toEqual(['resolved', 'open', 'open']);
  expect([5, 7, 9].map((number) => seen.get(number)?.anchor.state)).toEqual(['bound', 'orphaned', 'bound']);
  expect(JSON.stringify(seen.get(9)?.anchor.fingerprint)).toMatch(/"text":"Buy".*"card":"moss mug /);
  // Whether the other change answers its comment, a person must say.
  expect(seen.get(6)?.status).toBe('in_progress');
  expect(seen.get(10)?.visibility).toBe('internal');

  const { rows: deployments } = await app.services.pool.query('SELECT status FROM deployments ORDER BY created_at');
  expect(deployments.map(({ status }) => status)).toEqual(['passed', 'passed', 'needs_review']);
  await expect
    .poll(
      async () =>
        (await app.services.pool.query('SELECT FROM deployment_verdicts WHERE after_key IS NOT NULL')).rowCount,
    )
    .toBeGreaterThan(0);
  // The proof of the change that does what its comment says is drawn in the background.
  const proven = "SELECT FROM events WHERE type = 'annotation.proven'";
  await expect.poll(async () => (await app.services.pool.query(proven)).rowCount).toBe(1);
  const url = `${app.url}/demo`;
  const path = `/v1/projects/${projectId}/click-map?url=${encodeURIComponent(url)}`;
  await expect.poll(async () => (await rest(app, 'GET', path, { token })).body.data?.clicks).toBeGreaterThan(50);

  const before = await rowsOf(app);
  await addHistory();
  await app.services.pool.query('UPDATE demos SET history_steps = 5');
  await addHistory();
  expect(await rowsOf(app)).toEqual(before);
  expect([await releaseOf(app, '/demo'), await releaseOf(app, '/demo/staging')]).toEqual(['first', 'redesign']);
});

test('a history without a browser has comments and conversations', async () => {
  const history = await start({ CHROMIUM_PATH: '/nonexistent/chromium' });
  await history.addHistory();
  const seen = await threads(history);
  expect(seen.size).toBe(10);
  expect(seen.get(1)?.status).toBe('resolved');
});

test('a demo of an earlier release, or one that members filled, gets no history', async () => {
  const history = await start();
  await history.app.services.pool.query('UPDATE demos SET history_steps = NULL');
  await history.addHistory();
  expect((await threads(history)).size).toBe(0);
});
