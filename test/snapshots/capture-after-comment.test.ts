import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { captureAfterComment } from '../../src/resolvers/core/snapshots/capture-after-comment.ts';
import { setPlan } from '../support/billing.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';

const STYLE =
  '<style>#buy{position:absolute;left:40px;top:1500px;width:200px;height:60px;background:#0a0;border:0}</style>';
const BUY = { selector: '#buy', xpath: '/html/body/button', tag: 'button', text: 'Buy the spade' };
/** Element that only the visitor sees. */
const CART = { selector: '#cart', xpath: '/html/body/aside', tag: 'aside', text: 'Three things are in your cart, Ada' };

let app: TestApp;
let owner: TestUser;
let site: PageServer;
let project: { id: string; projectKey: string };
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  site = await servePages({
    '/': page(`${STYLE}<h1>Garden</h1><button id="buy">Buy the spade</button>`),
    '/endless': (_request, response) => response.writeHead(302, { location: '/endless' }).end(),
  });
});
afterAll(async () => {
  await app.close();
  await site.close();
});
beforeEach(async () => {
  owner = await registerUser(app);
  project = await createProject(app, owner);
});

const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const createEnvironment = () =>
  call('POST', '/environments', { projectId: project.id, name: 'Shop', kind: 'production', url: site.url });
async function comment(metadata: object = {}, url = `${site.url}/`) {
  const { projectKey } = project;
  const { status, body } = await rest(app, 'POST', '/annotations/public', {
    body: { projectKey, content: 'Too far down', url, metadata },
  });
  expect(status).toBe(201);
  return () => call('GET', `/annotations/${body.id}`).then((response) => response.body);
}
const commentAsMember = (url = `${site.url}/`) =>
  call('POST', '/annotations', { projectId: project.id, content: 'Mine', url, metadata: BUY, source: 'overlay' });
const snapshots = async () => (await call('GET', `/v1/projects/${project.id}/snapshots`)).body.data;
const taken = async (count: number) => {
  const states = async () => (await snapshots()).map(({ status }: { status: string }) => status);
  await expect.poll(states).toEqual(Array.from({ length: count }, () => 'completed'));
};

test('the page of a comment is captured in the visitor’s viewport and shows the element', async () => {
  await createEnvironment();
  const read = await comment({ ...BUY, viewport: { width: 820, height: 600 } });
  await expect.poll(async () => (await read()).lastSeen?.imageUrl).toEqual(expect.any(String));
  const { lastSeen, anchor } = await read();
  expect([anchor.state, lastSeen.box]).toEqual(['bound', { x: 40, y: 1500, width: 200, height: 60 }]);
  const picture = await fetch(lastSeen.imageUrl.replace(/^https?:\/\/[^/]+/, app.url));
  const pixels = await pixelsOf(new Uint8Array(await picture.arrayBuffer()));
  expect([pixels.width, pixels.at(50, 1550)]).toEqual([820, '#00aa00']);
  expect(await snapshots()).toMatchObject([
    {
      source: 'comment',
      fullPage: true,
      url: `${site.url}/`,
      viewport: { width: 820, height: 600, deviceScaleFactor: 1 },
    },
  ]);
});

test('a member’s comment in the overlay captures its page, one over the API does not', async () => {
  await createEnvironment();
  const write = (more: object) =>
    call('POST', '/annotations', {
      projectId: project.id,
      content: 'Mine',
      url: `${site.url}/`,
      metadata: BUY,
      ...more,
    });
  const overApi = await write({});
  expect([overApi.status, overApi.body.source]).toEqual([201, 'api']);
  expect(await snapshots()).toEqual([]);
  const inOverlay = await write({ source: 'overlay' });
  expect([inOverlay.status, inOverlay.body.source]).toEqual([201, 'overlay']);
  await taken(1);
  expect((await call('GET', `/annotations/${inOverlay.body.id}`)).body.lastSeen.imageUrl).toEqual(expect.any(String));
  expect(await write({ source: 'import' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('source') },
  });
});

test('an element that only the visitor saw stays bound; an explicit sweep orphans it', async () => {
  await createEnvironment();
  const read = await comment(CART);
  await taken(1);
  expect(await read()).toMatchObject({ anchor: { state: 'bound', confidence: 1 }, lastSeen: null });
  expect(await snapshots()).toMatchObject([{ rebinding: { bound: 0, moved: 0, orphaned: 0 } }]);
  await call('POST', `/v1/projects/${project.id}/rebind-sweep`, { url: `${site.url}/` });
  await taken(2);
  expect((await read()).anchor.state).toBe('orphaned');
});

test('an unsupported viewport is replaced by the default', async () => {
  await createEnvironment();
  await comment({ ...BUY, viewport: { width: 1e9, height: 'tall' } });
  await taken(1);
  expect((await snapshots())[0].viewport).toEqual({ width: 1920, height: 1080, deviceScaleFactor: 1 });
});

test.each([
  [
    { width: 7_680, height: 15_000, deviceScaleFactor: 4 },
    { width: 2_560, height: 1_440 },
  ],
  [
    { width: 1, height: -5 },
    { width: 320, height: 320 },
  ],
])('a viewport of %o is limited to %o', async (viewport, granted) => {
  await createEnvironment();
  await comment({ ...BUY, viewport });
  await taken(1);
  expect((await snapshots())[0].viewport).toEqual({ ...granted, deviceScaleFactor: 1 });
});

test('captures for visitors use a separate quota, which a failure refunds', async () => {
  await createEnvironment();
  await setPlan(app, owner.organizationId, 'free');
  const used = async () => {
    const { rows } = await app.services.pool.query(
      'SELECT metric, used::int AS used FROM usage_counters WHERE organization_id = $1 ORDER BY metric',
      [owner.organizationId],
    );
    return Object.fromEntries(rows.map((row) => [row.metric, row.used]));
  };
  await comment(BUY);
  await taken(1);
  expect(await used()).toEqual({ visitor_snapshots: 1 });
  await comment(BUY, `${site.url}/endless`);
  const states = async () => (await snapshots()).map(({ status }: { status: string }) => status);
  await expect.poll(states).toEqual(['failed', 'completed']);
  expect(await used()).toEqual({ visitor_snapshots: 1 });
  await commentAsMember();
  await expect.poll(used).toEqual({ snapshots: 1, visitor_snapshots: 1 });
});

test('visitors cause at most 60 captures per project and hour; a member’s comment is not affected', async () => {
  await createEnvironment();
  const { pool, db } = app.services;
  const insert = (minutes: number, count: number) =>
    pool.query(
      `INSERT INTO snapshots (id, project_id, url, url_key, viewport_width, viewport_height, device_scale_factor, full_page,
                              delay, "freeze", source, by_visitor, status, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'before', 'before', 1, 1, 1, true, 0, false, 'comment', true, 'completed',
              now() - $2 * interval '1 minute', now() FROM generate_series(1, $3)`,
      [project.id, minutes, count],
    );
  const ordered = async () => {
    const { rows } = await pool.query(
      "SELECT by_visitor FROM snapshots WHERE project_id = $1 AND url <> 'before' ORDER BY created_at",
      [project.id],
    );
    return rows.map((row) => row.by_visitor);
  };
  await insert(61, 500);
  await insert(59, 59);
  await comment(BUY);
  await expect.poll(ordered).toEqual([true]);
  await comment(BUY, `${site.url}/?again`);
  const again = await db.annotation.findFirstOrThrow({ where: { projectId: project.id, url: `${site.url}/?again` } });
  // Repeated, so that the test knows when the capture decision has ended.
  await captureAfterComment(systemContext(app.services), again);
  expect(await ordered()).toEqual([true]);
  await commentAsMember(`${site.url}/?mine`);
  await expect.poll(ordered).toEqual([true, false]);
});

test('concurrent comments on one page share a capture that has not started', async () => {
  await createEnvironment();
  const reads = await Promise.all(Array.from({ length: 8 }, () => comment(BUY)));
  for (const read of reads) {
    await expect.poll(async () => (await read()).lastSeen?.box?.y).toBe(1500);
  }
  expect((await snapshots()).length).toBeLessThan(8);
});

test('a retry with the same Idempotency-Key captures the page once', async () => {
  await createEnvironment();
  const { projectKey } = project;
  const body = { projectKey, content: 'Sent twice', url: `${site.url}/`, metadata: BUY };
  for (const _ of [1, 2, 3]) {
    await rest(app, 'POST', '/annotations/public', { headers: { 'idempotency-key': 'sent-twice' }, body });
    await taken(1);
  }
});

test.each<[string, () => Promise<unknown>]>([
  ['a page outside of all environments', async () => undefined],
  [
    'a project with captures disabled',
    async () => {
      await createEnvironment();
      const { status } = await call('PATCH', `/projects/${project.id}`, { captureComments: false });
      expect(status).toBe(200);
    },
  ],
  [
    'a plan with its quota for visitors used up',
    async () => {
      await createEnvironment();
      await setPlan(app, owner.organizationId, 'free');
      await app.services.pool.query(
        `INSERT INTO usage_counters (organization_id, metric, period_start, used)
       VALUES ($1, 'visitor_snapshots', date_trunc('month', now() AT TIME ZONE 'UTC')::date, 100)`,
        [owner.organizationId],
      );
    },
  ],
])('%s is not captured; the comment is stored', async (_what, prepare) => {
  await prepare();
  const read = await comment(BUY);
  // Repeated, so that the test knows when the capture decision has ended.
  const row = await app.services.db.annotation.findFirstOrThrow({ where: { projectId: project.id } });
  await captureAfterComment(systemContext(app.services), row);
  expect(await snapshots()).toEqual([]);
  expect(await read()).toMatchObject({ content: 'Too far down', lastSeen: null });
});
