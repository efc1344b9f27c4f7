import { beforeAll, expect, test } from 'vitest';
import { newIds } from '../../../src/infrastructure/database/ids.ts';
import { rest } from '../../support/client.ts';
import { drawnMetadata } from '../../support/drawn-picture.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { statementsOf } from '../support/sql-statements.ts';

const app = useTestApp();
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});

const request = (values: object = {}, user = owner) =>
  rest(app, 'POST', '/annotations/exports', {
    token: user.token,
    body: { organizationId: owner.organizationId, format: 'json', ...values },
  });
/** Opens the link of an export, without a token. */
async function open(values: object = {}, user = owner): Promise<Response> {
  const { status, body } = await request(values, user);
  expect(status).toBe(200);
  return fetch(body.url);
}

/** Adds annotations with this text and their numbers. */
const insert = (project: string, count: number, content: string) =>
  app.services.pool.query(
    `INSERT INTO annotations (id, project_id, number, content, url, url_key, source, created_at, updated_at)
     SELECT id, $1, n, $3 || ' ' || n, 'https://shop.example/', 'https://shop.example', 'api', now(), now()
       FROM unnest($2::uuid[]) WITH ORDINALITY AS a(id, n)`,
    [project, newIds(count), content],
  );

test('CSV has a safe cell for each value', async () => {
  const { token } = owner;
  const annotation = await createAnnotation(app, owner, projectId, { content: '=cmd|"/C calc"!A0\n"two"' });
  const label = { projectId, name: '@home', color: '#000000' };
  const { id } = (await rest(app, 'POST', '/labels', { token, body: label })).body;
  const change = { addLabelIds: [id], dueOn: '2026-12-24', assigneeId: owner.id, resolution: 'declined' };
  const body = { organizationId: owner.organizationId, ids: [annotation.id], change };
  await rest(app, 'POST', '/annotations/changes', { token, body });
  const response = await open({
    format: 'csv',
    filter: { text: 'calc', createdAfter: '2020-01-01', dueBefore: '2027-01-01' },
  });
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="annotations.csv"');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [header, line, ...rest_] = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(await response.arrayBuffer())
    .split('\r\n');
  expect(header).toMatch(
    /^\ufeff"id","number","project","url","content","status","resolution","priority","labels","dueOn",/,
  );
  expect(line).toContain(
    `"'=cmd|""/C calc""!A0\n""two""","resolved","declined","normal","'@home","2026-12-24","Ada","Ada","${owner.email}"`,
  );
  expect(rest_).toEqual(['']);
});

test('an export links the picture that a visitor drew on', async () => {
  const { id: projectId, projectKey } = await createProject(app, owner);
  const metadata = await drawnMetadata('#total');
  const body = { content: 'See the arrow', url: 'https://shop.example/cart', metadata };
  await rest(app, 'POST', '/annotations/public', { headers: { 'x-project-key': projectKey }, body });
  const [exported] = await (await open({ filter: { projectIds: [projectId] } })).json();
  const csv = await (await open({ format: 'csv', filter: { projectIds: [projectId] } })).text();
  const { pathname } = new URL(exported.pictureUrl);
  expect(csv).toContain(pathname);
  const picture = await fetch(exported.pictureUrl.replace(/^https?:\/\/[^/]+/, app.url));
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

test('JSON has every page of a list once, in order', async () => {
  const { id } = await createProject(app, owner);
  const count = 1_203;
  await insert(id, count, 'Number');
  for (const orderBy of ['oldest', 'priority']) {
    const items = await (await open({ orderBy, filter: { projectIds: [id] } })).json();
    const numbers = items.map(({ number }: { number: number }) => number);
    const ascending = Array.from({ length: count }, (_, i) => i + 1);
    expect(numbers).toEqual(orderBy === 'oldest' ? ascending : ascending.reverse());
  }
  const none = await open({ filter: { numbers: [999_999] } });
  expect(await none.json()).toEqual([]);
});

test('a client that leaves ends the export', async () => {
  const { id } = await createProject(app, owner);
  await insert(id, 2_000, 'x'.repeat(9_000));
  const { body } = await request({ filter: { projectIds: [id] } });
  const pagesOf = async (work: () => Promise<unknown>) =>
    (await statementsOf(app, work)).filter((sql) => sql.includes('LIMIT $')).length;
  const controller = new AbortController();
  const pages = await pagesOf(async () => {
    const response = await fetch(body.url, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    await expect.poll(() => app.services.pool.totalCount - app.services.pool.idleCount).toBe(0);
    expect(await (await open({ filter: { numbers: [999_999] } })).json()).toEqual([]);
  });
  // As much as the sockets hold, and the small export after it.
  expect(pages).toBeGreaterThan(1);
  expect(pages).toBeLessThan(await pagesOf(async () => (await fetch(body.url)).text()));
});

test('a link has the rights of the member when it is opened', async () => {
  const member = await registerMember(app, owner.organizationId, 'viewer', [(await createProject(app, owner)).id]);
  expect(await (await open({}, member)).json()).toEqual([]);
  const link = (await request({}, member)).body.url;
  await app.services.db.membership.deleteMany({ where: { userId: member.id, organizationId: owner.organizationId } });
  expect((await fetch(link)).status).toBe(404);
});

test('a changed, foreign or expired link is rejected', async () => {
  const link = new URL((await request()).body.url);
  const forged = [
    link.href.replace('annotations.json', 'annotations.csv'),
    link.href.replace(/signature=.{4}/, 'signature=AAAA'),
    link.href.replace(/expires=\d/, 'expires=9'),
    link.origin + link.pathname,
  ];
  for (const url of forged) expect((await fetch(url)).status).toBe(401);
  expect((await fetch(link.href, { method: 'POST' })).status).toBe(404);
});

test.each([
  [{ orderBy: 'rank' }, 'orderBy: rank orders one project only; choose another order for an export'],
  [
    { filter: { pages: Array.from({ length: 50 }, (_, i) => `https://shop.example/${'a'.repeat(100)}${i}`) } },
    'filter: must have at most 4096 bytes as JSON for an export; use fewer items',
  ],
  [{ filter: { text: '?' } }, 'filter.text: must contain a letter or a digit to search for'],
])('%o is rejected', async (values, message) => {
  expect(await request(values)).toMatchObject({ status: 400, body: { message } });
});
