import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { assignEnvironmentsJob } from '../../../src/jobs/scheduled-jobs.ts';
import { scheduleAssignment } from '../../../src/resolvers/core/environments/assign-environments.ts';
import { environmentKey } from '../../../src/resolvers/core/environments/create-environment.ts';
import { waitUntilBlocked } from '../../support/blocked-sessions.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject } from '../../support/factories.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { readAllPages } from '../support/read-all-pages.ts';
import { ENVIRONMENT } from '../support/response-shapes.ts';

const app = useTestApp();
const owner = useOwner(app);
let projectId: string;
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
});

const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  rest(app, method, `/environments${path}`, { token: owner.token, headers, body });
const create = (url: string, headers?: Record<string, string>) =>
  call('POST', '', { projectId, name: 'Live', url, kind: 'production' }, headers);
const environmentOf = async (id: string): Promise<string | null> =>
  (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body.environmentId;

test('an environment can be created, changed, listed and deleted', async () => {
  const { status, body } = await create('https://Shop.example/');
  expect(status).toBe(201);
  expect(body).toStrictEqual({
    ...ENVIRONMENT,
    projectId,
    name: 'Live',
    url: 'https://Shop.example/',
    kind: 'production',
  });
  const changed = await call('PATCH', `/${body.id}`, { kind: 'staging' });
  expect(changed.body).toEqual({ ...body, kind: 'staging', updatedAt: changed.body.updatedAt });
  expect((await call('GET', `/project/${projectId}`)).body).toEqual([changed.body]);
  expect((await call('DELETE', `/${body.id}`)).body).toEqual({ id: body.id, deleted: true });
  expect((await call('DELETE', `/${body.id}`)).status).toBe(404);
  expect((await call('GET', `/project/${projectId}`)).body).toEqual([]);
});

test('the list is newest first, page by page', async () => {
  const made: string[] = [];
  for (const path of ['a', 'b', 'c']) made.unshift((await create(`https://shop.example/${path}`)).body.id);
  const pages = await readAllPages(app, `/environments/project/${projectId}`, 2, { token: owner.token });
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([made.slice(0, 2), made.slice(2)]);
});

test('a URL is one environment of a project in every spelling', async () => {
  const first = await create('https://shop.example/beta');
  const second = await create('https://shop.example/other');
  const url = 'HTTPS://SHOP.example:443/beta/?a=1#b';
  const taken = errorBody(400, `url: "${url}" is already an environment of this project`);
  expect((await create(url)).body).toEqual(taken);
  expect((await call('PATCH', `/${second.body.id}`, { url })).body).toEqual(taken);
  expect((await call('PATCH', `/${first.body.id}`, { url })).body).toMatchObject({ url });
});

test('equal calls with an Idempotency-Key create one', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const responses = await Promise.all(Array.from({ length: 5 }, () => create('https://shop.example', headers)));
  for (const response of responses) expect(response).toMatchObject({ status: 201, body: responses[0]?.body });
  expect(await app.services.db.environment.count({ where: { projectId } })).toBe(1);
});

describe('annotations', () => {
  test('belong to the environment of their page, and can be filtered by it', async () => {
    const live = (await create('https://shop.example/')).body.id;
    const beta = (await create('https://shop.example/beta')).body.id;
    const pages: [url: string, environment: string | null][] = [
      ['https://shop.example/cart?x=1', live],
      ['https://shop.example', live],
      ['https://shop.example/beta', beta],
      ['https://shop.example/beta/cart#/pay', beta],
      ['https://shop.example/beta?x=1', beta],
      ['https://shop.example/beta2', live],
      ['http://shop.example/cart', null],
      ['https://shop.example:8443/', null],
      ['https://shop.example.evil.example/', null],
    ];
    for (const [url, environmentId] of pages) {
      expect(await createAnnotation(app, owner, projectId, { url }), url).toMatchObject({ environmentId });
    }
    const list = `/annotations/project/${projectId}?environmentId=${beta}`;
    const { body } = await rest(app, 'GET', list, { token: owner.token });
    expect(body.map(({ url }: { url: string }) => url)).toEqual(
      pages.flatMap(([url, environment]) => (environment === beta ? [url] : [])).reverse(),
    );
  });

  test('move when an environment is created, changed and deleted', async () => {
    const { id } = await createAnnotation(app, owner, projectId, { url: 'https://shop.example/beta/cart' });
    const elsewhere = await createAnnotation(app, owner, (await createProject(app, owner)).id);
    expect(await environmentOf(id)).toBeNull();
    const live = (await create('https://shop.example')).body.id;
    expect(await environmentOf(id)).toBe(live);
    const beta = (await create('https://shop.example/beta')).body.id;
    expect(await environmentOf(id)).toBe(beta);
    await call('PATCH', `/${beta}`, { url: 'https://beta.shop.example' });
    expect(await environmentOf(id)).toBe(live);
    await call('PATCH', `/${beta}`, { url: 'https://shop.example/beta' });
    await call('DELETE', `/${beta}`);
    expect(await environmentOf(id)).toBe(live);
    await call('DELETE', `/${live}`);
    expect(await environmentOf(id)).toBeNull();
    expect(await environmentOf(elsewhere.id)).toBeNull();
  });

  test('created concurrently with an environment belong to it', async () => {
    const pin = () => createAnnotation(app, owner, projectId, { url: 'https://shop.example/cart' });
    const [made] = await Promise.all([create('https://shop.example'), ...Array.from({ length: 30 }, pin)]);
    const strays = await app.services.db.annotation.count({ where: { projectId, environmentId: null } });
    expect([strays, await app.services.db.annotation.count({ where: { environmentId: made.body.id } })]).toEqual([
      0, 30,
    ]);
  });
});

describe('snapshots', () => {
  const order = () =>
    rest(app, 'POST', '/v1/snapshots', { token: owner.token, body: { projectId, url: 'https://shop.example/cart' } });

  test('requested concurrently with an environment belong to it', async () => {
    const orders = Array.from({ length: 30 }, order);
    const [made, ...responses] = await Promise.all([create('https://shop.example'), ...orders]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
    const strays = await app.services.db.snapshot.count({ where: { projectId, environmentId: null } });
    expect([strays, await app.services.db.snapshot.count({ where: { environmentId: made.body.id } })]).toEqual([0, 30]);
  });

  test('requested while one is deleted or changed belong to the resulting environment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = (await create('https://shop.example')).body;
      const orders = Array.from({ length: 10 }, order);
      const [moved, ...responses] = await Promise.all([
        call('PATCH', `/${id}`, { url: 'https://other.example' }),
        ...orders,
      ]);
      const more = Array.from({ length: 10 }, order);
      await call('PATCH', `/${id}`, { url: 'https://shop.example' });
      const [gone, ...others] = await Promise.all([call('DELETE', `/${id}`), ...more]);
      expect([moved.status, gone.status]).toEqual([200, 200]);
      expect(new Set([...responses, ...others].map(({ status }) => status))).toEqual(new Set([202]));
      expect(await app.services.db.snapshot.count({ where: { projectId, environmentId: { not: null } } })).toBe(0);
    }
  });
});

describe('many annotations', () => {
  /** More than two batches hold, written at few moments. */
  const MANY = 2_500;
  const write = (count: number) =>
    app.services.pool.query(
      `INSERT INTO annotations (id, project_id, number, content, url, url_key, source, created_at, updated_at)
       SELECT gen_random_uuid(), $1, -n, 'c', 'https://shop.example/cart', 'https://shop.example/cart', 'api',
              date_trunc('hour', now()) - n % 3 * interval '1 hour', now() FROM generate_series(1, $2) n`,
      [projectId, count],
    );
  /** A request leaves what it has not assigned within a second to the job. */
  const finishAssignments = () => assignEnvironmentsJob.run(systemContext(app.services));
  const countIn = (environmentId: string | null) =>
    app.services.db.annotation.count({ where: { projectId, environmentId } });
  const waiting = async () =>
    (await app.services.pool.query('SELECT FROM environment_assignments WHERE project_id = $1', [projectId])).rowCount;

  test('are assigned once, without pending work', async () => {
    await write(MANY);
    const live = (await create('https://shop.example')).body.id;
    await finishAssignments();
    expect(await countIn(live)).toBe(MANY);
    const cart = (await create('https://shop.example/cart')).body.id;
    await finishAssignments();
    expect([await countIn(live), await countIn(cart)]).toEqual([0, MANY]);
    await call('DELETE', `/${cart}`);
    await finishAssignments();
    expect([await countIn(live), await countIn(cart)]).toEqual([MANY, 0]);
    expect(await waiting()).toBe(0);
  });

  test.each([
    ['made', 'POST'],
    ['changed', 'PATCH'],
    ['deleted', 'DELETE'],
  ])('do not delay new ones when an environment is %s', async (_what, method) => {
    await write(MANY);
    const cart = method === 'POST' ? '' : (await create('https://shop.example/cart')).body.id;
    const { change, environmentId } = await inTransaction(app.services.pool, async (holder) => {
      // A row of the first batch, since a later batch may be left to the job.
      const newest = `SELECT FROM annotations WHERE project_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1
        FOR NO KEY UPDATE`;
      await holder.query(newest, [projectId]);
      const url = method === 'POST' ? 'https://shop.example' : 'https://other.example';
      const pending = method === 'POST' ? create(url) : call(method, `/${cart}`, { url });
      await waitUntilBlocked(app, 'UPDATE annotations t SET environment_id');
      const annotation = await createAnnotation(app, owner, projectId, { url: 'https://shop.example/cart' });
      return { change: pending, environmentId: annotation.environmentId };
    });
    const { status, body } = await change;
    expect(status).toBeLessThan(300);
    expect(environmentId).toBe(method === 'POST' ? body.id : null);
    await finishAssignments();
    expect(await countIn(environmentId)).toBe(MANY + 1);
  });

  test('are assigned by the job after a process died', async () => {
    await write(MANY);
    const { id } = (await create('https://shop.example')).body;
    await finishAssignments();
    await inTransaction(app.services.pool, async (sql) => {
      await scheduleAssignment(sql, projectId);
      await sql.query('DELETE FROM environments WHERE id = $1', [id]);
    });
    expect([await countIn(id), await waiting()]).toEqual([MANY, 2]);
    await finishAssignments();
    expect([await countIn(null), await waiting()]).toEqual([MANY, 0]);
  });
});

/** The rule, over URLs taken apart: what the database decides by comparing text. */
function longestFit(page: string, urls: string[]): string | undefined {
  const segmentsOf = (url: string) => new URL(url).pathname.replace(/\/+$/, '').split('/');
  const fits = (url: string) =>
    new URL(url).origin === new URL(page).origin &&
    segmentsOf(url).every((segment, i) => segment === segmentsOf(page)[i]);
  return urls.filter(fits).sort((a, b) => environmentKey(b).length - environmentKey(a).length)[0];
}

test('a page belongs to the longest matching environment', async () => {
  const segment = fc.constantFrom('a', 'ab', 'b', 'a%2Fb', 'ä', '_', '%25', '');
  const origin = fc.constantFrom(
    'https://x.example',
    'https://x.example:8443',
    'http://x.example',
    'https://x.example.b',
  );
  const url = fc.tuple(origin, fc.array(segment, { maxLength: 4 })).map(([o, s]) => [o, ...s].join('/'));
  const tail = fc.constantFrom('', '/', '?a=b', '#/a', '#!b');
  const { pool } = app.services;
  const setOf = fc.uniqueArray(url, { maxLength: 6, selector: environmentKey });
  await fc.assert(
    fc.asyncProperty(setOf, url, tail, async (urls, page, end) => {
      await pool.query('DELETE FROM environments WHERE project_id = $1', [projectId]);
      await pool.query(
        `INSERT INTO environments (id, project_id, name, kind, url, url_key, updated_at)
         SELECT gen_random_uuid(), $1, 'a', 'staging', u, k, now() FROM unnest($2::text[], $3::text[]) AS t(u, k)`,
        [projectId, urls, urls.map(environmentKey)],
      );
      const made = await createAnnotation(app, owner, projectId, { url: page + end });
      const found = await app.services.db.environment.findFirst({ where: { id: made.environmentId ?? projectId } });
      expect(found?.url).toBe(longestFit(page + end, urls));
    }),
    { numRuns: 60 },
  );
});
