import { beforeEach, describe, expect, test } from 'vitest';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { graphql, rest } from '../../support/client.ts';
import { waitUntilCounted } from '../../support/collection.ts';
import { createAnnotation, registerMember } from '../../support/factories.ts';
import { createPicture } from '../../support/pictures.ts';
import { storeSnapshot } from '../../support/snapshots.ts';
import { app, owner, project, useProject } from '../support/use-project.ts';

useProject();

const SHOP = 'https://shop.example';
const STAGING = 'https://staging.example/shop';

const createEnvironment = async (url: string, kind: string): Promise<string> => {
  const body = { projectId: project.id, name: kind, url, kind };
  return (await rest(app, 'POST', '/environments', { token: owner.token, body })).body.id;
};
const annotate = (url: string, more: object = {}) => createAnnotation(app, owner, project.id, { url, ...more });
const setStatus = (id: string, status: string) =>
  rest(app, 'PUT', `/annotations/${id}/status`, { token: owner.token, body: { status } });
const orphan = (id: string) =>
  app.services.pool.query("UPDATE annotations SET anchor_state = 'orphaned' WHERE id = $1", [id]);
const list = async (query = '', token = owner.token) => {
  const { status, body, headers } = await rest(app, 'GET', `/v1/projects/${project.id}/pages${query}`, { token });
  return { status, body, cursor: headers.get('x-next-cursor') };
};
const paths = async (query = '', token?: string) =>
  (await list(query, token)).body.map(({ path }: { path: string }) => path);

const PAGES = `query ($id: ID!) { project(id: $id) { pages { nodes {
  path url title views latestSnapshots { id viewport { width } environmentId }
} } } }`;
const read = (token = owner.token) => graphql(app, PAGES, { id: project.id }, { token });

test('a page is a path in all environments, with counts by status', async () => {
  await createEnvironment(STAGING, 'staging');
  await createEnvironment(SHOP, 'production');
  const [resolved, lost, lostAndResolved] = [
    await annotate(`${SHOP}/cart/?utm_source=mail`),
    await annotate(`${STAGING}/cart`),
    await annotate(`${SHOP}/cart`),
  ];
  await annotate(`${SHOP}/cart`);
  await setStatus(resolved.id, 'resolved');
  await setStatus(lost.id, 'in_progress');
  await orphan(lost.id);
  await setStatus(lostAndResolved.id, 'resolved');
  await orphan(lostAndResolved.id);
  const root = await annotate(SHOP);
  await annotate('https://other.example/cart?b=2&a=1');
  const gone = await annotate(`${SHOP}/gone`);
  await rest(app, 'DELETE', `/annotations/${gone.id}`, { token: owner.token });
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      id: expect.any(String),
      projectId: project.id,
      path: '/',
      url: SHOP,
      urls: [SHOP],
      title: null,
      open: 1,
      inProgress: 0,
      resolved: 0,
      orphaned: 0,
      newestAt: root.createdAt,
    },
    expect.objectContaining({
      path: '/cart',
      url: `${SHOP}/cart`,
      urls: [`${SHOP}/cart`, `${STAGING}/cart`],
      open: 1,
      inProgress: 1,
      resolved: 2,
      orphaned: 1,
    }),
    expect.objectContaining({ path: 'https://other.example/cart?a=1&b=2', open: 1 }),
  ]);
});

test('pages follow their environments', async () => {
  await annotate(`${SHOP}/cart`);
  expect(await paths()).toEqual([`${SHOP}/cart`]);
  const id = await createEnvironment(SHOP, 'production');
  expect(await paths()).toEqual(['/cart']);
  const body = { name: 'Shop', url: `${SHOP}/cart`, kind: 'production' };
  await rest(app, 'PATCH', `/environments/${id}`, { token: owner.token, body });
  expect(await paths()).toEqual(['/']);
  await rest(app, 'DELETE', `/environments/${id}`, { token: owner.token });
  expect(await paths()).toEqual([`${SHOP}/cart`]);
});

describe('a list', () => {
  beforeEach(async () => {
    await createEnvironment(SHOP, 'production');
    await annotate(`${SHOP}/b`);
    await annotate(`${SHOP}/B`);
    for (const _ of [1, 2]) await annotate(`${SHOP}/c`);
    const lost = await annotate(`${SHOP}/a`);
    await setStatus(lost.id, 'in_progress');
    await orphan(lost.id);
  });

  test.each([
    ['path', ['/B', '/a', '/b', '/c']],
    ['open', ['/c', '/B', '/b', '/a']],
    ['orphaned', ['/a', '/B', '/b', '/c']],
    ['newest', ['/a', '/c', '/B', '/b']],
  ])('is ordered by %s, and read in pages from both ends', async (order, expected) => {
    expect(await paths(`?orderBy=${order}`)).toEqual(expected);
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next: Awaited<ReturnType<typeof list>> = await list(`?orderBy=${order}&limit=1&cursor=${cursor}`);
      found.push(...next.body.map(({ path }: { path: string }) => path));
      cursor = next.cursor;
    }
    expect(found).toEqual(expected);
    const document = `query ($id: ID!, $order: PageOrder, $before: String) {
      pages(projectId: $id, orderBy: $order, last: 2, before: $before) { nodes { path } pageInfo { startCursor hasPreviousPage } }
    }`;
    const backwards = async (before?: string) =>
      (await graphql(app, document, { id: project.id, order, before }, { token: owner.token })).data.pages;
    const last = await backwards();
    const first = await backwards(last.pageInfo.startCursor);
    expect([first.nodes, last.nodes].flat().map(({ path }) => path)).toEqual(expected);
    expect([last.pageInfo.hasPreviousPage, first.pageInfo.hasPreviousPage]).toEqual([true, false]);
  });

  test('is filtered by text, environment and orphans', async () => {
    expect(await paths('?text=B')).toEqual(['/B', '/b']);
    expect(await paths('?text=%25')).toEqual([]);
    expect(await paths('?orphanedOnly=true')).toEqual(['/a']);
    const staging = await createEnvironment(STAGING, 'staging');
    await annotate(`${STAGING}/c`);
    const { body } = await list(`?environmentId=${staging}`);
    expect(body).toMatchObject([{ path: '/c', open: 1, urls: [`${STAGING}/c`] }]);
    expect(await paths(`?url=${encodeURIComponent(`${STAGING}/c?utm_source=mail`)}`)).toEqual(['/c']);
    expect(await paths(`?url=${encodeURIComponent(`${SHOP}/nowhere`)}`)).toEqual([]);
  });

  test.each([
    ['?environmentId=nope', 'environmentId: must be a UUID'],
    ['?url=nope', /^url: /],
    [`?text=${'x'.repeat(501)}`, /^text: must have at most \d+ characters$/],
    ['?text=%20', 'text: must not be empty'],
    ['?cursor=nope', /^cursor: is not a cursor returned by a list in this order/],
  ])('rejects %s', async (query, message) => {
    const { status, body } = await list(query);
    expect([status, body.message]).toEqual([
      400,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });

  test('rejects the cursor of another order', async () => {
    const { cursor } = await list('?limit=1&orderBy=open');
    const { status, body } = await list(`?cursor=${cursor}`);
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^cursor: is not a cursor returned by a list/)]);
  });
});

test('a page has its latest snapshots, its title and its views', async () => {
  const environmentId = await createEnvironment(SHOP, 'production');
  const picture = createPicture(20, 20, () => [240, 240, 240]);
  await storeSnapshot(app, owner, project.id, picture);
  const latest = await storeSnapshot(app, owner, project.id, picture);
  const narrow = await storeSnapshot(app, owner, project.id, picture);
  await app.services.pool.query("UPDATE snapshots SET viewport_width = 390, title = 'Basket' WHERE id = $1", [
    narrow.id,
  ]);
  for (const sessionId of ['first', 'second']) {
    const data = { url: `${SHOP}/cart`, sessionId, timestamp: Date.now() };
    const body = { projectKey: project.projectKey, type: 'page_view', data };
    expect((await rest(app, 'POST', '/svc/event', { body })).status).toBeLessThan(300);
  }
  await waitUntilCounted(app);
  const { data, errors } = await read();
  expect(errors).toBeUndefined();
  expect(data.project.pages.nodes).toEqual([
    {
      path: '/cart',
      url: `${SHOP}/cart`,
      title: 'Basket',
      views: 2,
      latestSnapshots: [
        { id: narrow.id, viewport: { width: 390 }, environmentId },
        { id: latest.id, viewport: { width: 1920 }, environmentId },
      ],
    },
  ]);
});

test('a guest sees public annotations, and nothing of snapshots and activity', async () => {
  await createEnvironment(SHOP, 'production');
  await storeSnapshot(
    app,
    owner,
    project.id,
    createPicture(20, 20, () => [240, 240, 240]),
  );
  await annotate(`${SHOP}/secret`, { visibility: 'internal' });
  await annotate(`${SHOP}/open`, { visibility: 'internal' });
  await annotate(`${SHOP}/open`);
  const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  expect(await list('', guest.token)).toMatchObject({ status: 200, body: [{ path: '/open', open: 1, title: null }] });
  const { data, errors } = await read(guest.token);
  expect(data.project.pages.nodes).toEqual([
    { path: '/open', url: `${SHOP}/open`, title: null, views: null, latestSnapshots: null },
  ]);
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  const { token } = await createPersonalToken(app, owner, { actions: ['project.read', 'annotation.read'] });
  expect((await list('', token)).body).toMatchObject([{ path: '/open', open: 2, title: null }, { path: '/secret' }]);
});
