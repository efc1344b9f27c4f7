import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { claimSnapshot } from '../../../src/resolvers/core/snapshots/claim-snapshot.ts';
import { failSnapshot } from '../../../src/resolvers/core/snapshots/fail-snapshot.ts';
import { setPlan } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { TIME, UUID } from '../support/response-shapes.ts';

const URL = 'https://shop.example/cart';

const app = useTestApp({ env: { LOG_LEVEL: 'error' } });
let owner: TestUser;
/** User who calls; the owner by default. */
let user: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  user = owner;
});
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
});

const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  rest(app, method, `/v1${path}`, { token: user.token, headers, body });
const create = (values: object = {}, headers?: Record<string, string>) =>
  call('POST', '/snapshots', { projectId, url: URL, ...values }, headers);
const list = (query = '') => call('GET', `/projects/${projectId}/snapshots${query}`);

/** A snapshot that is still queued. */
const PROCESSING = {
  id: UUID,
  environmentId: null,
  url: URL,
  status: 'processing',
  estimatedTime: expect.any(Number),
  error: null,
  imageUrl: null,
  thumbnailUrl: null,
  recordUrl: null,
  scriptObstacles: [],
  missingFeatures: [],
  isCut: false,
  viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 },
  fullPage: false,
  waitForSelector: null,
  delay: 0,
  hideSelectors: [],
  freeze: false,
  width: null,
  height: null,
  title: null,
  finalUrl: null,
  httpStatus: null,
  durationMs: null,
  isComplete: null,
  pendingRequests: null,
  rebinding: null,
  source: 'api',
  via: null,
  createdAt: TIME,
  completedAt: null,
};

describe('a snapshot', () => {
  test('can be requested, read, listed and deleted', async () => {
    const { status, body } = await create();
    expect([status, body]).toStrictEqual([202, { data: { ...PROCESSING, projectId } }]);
    expect(body.data.estimatedTime).toBeGreaterThan(0);
    expect((await call('GET', `/snapshots/${body.data.id}`)).body).toEqual(body);
    expect((await list()).body).toEqual({
      data: [body.data],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1 },
      nextCursor: null,
    });
    const removed = await call('DELETE', `/snapshots/${body.data.id}`);
    expect([removed.status, removed.body]).toEqual([200, { data: { id: body.data.id, deleted: true } }]);
    expect((await call('GET', `/snapshots/${body.data.id}`)).status).toBe(404);
    expect((await call('DELETE', `/snapshots/${body.data.id}`)).status).toBe(404);
    expect((await list()).body).toEqual({
      data: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0 },
      nextCursor: null,
    });
  });

  test('stores every option', async () => {
    const options = {
      viewport: { width: 375, height: 667, deviceScaleFactor: 2.5 },
      fullPage: true,
      waitForSelector: '#total',
      delay: 1_500,
      hideSelectors: ['.ad', '[data-chat]'],
      freeze: true,
    };
    expect((await create(options)).body.data).toMatchObject(options);
  });

  test('accepts a partial viewport and ignores unknown members', async () => {
    const { body } = await create({ viewport: { width: 375, isMobile: true }, format: 'jpeg' });
    expect(body.data.viewport).toEqual({ width: 375, height: 1080, deviceScaleFactor: 1 });
  });

  test('belongs to the environment of its page, also one created later', async () => {
    const environmentOf = async (id: string) => (await call('GET', `/snapshots/${id}`)).body.data.environmentId;
    const early = (await create()).body.data.id;
    expect(await environmentOf(early)).toBeNull();
    const environment = await rest(app, 'POST', '/environments', {
      token: owner.token,
      body: { projectId, name: 'Live', url: 'https://shop.example', kind: 'production' },
    });
    expect(await environmentOf(early)).toBe(environment.body.id);
    expect((await create()).body.data.environmentId).toBe(environment.body.id);
    expect((await create({ url: 'https://other.example' })).body.data.environmentId).toBeNull();
  });

  test('is created once with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(Array.from({ length: 5 }, () => create({}, headers)));
    for (const response of responses) expect(response).toMatchObject({ status: 202, body: responses[0]?.body });
    expect((await list()).body.pagination.total).toBe(1);
    expect((await create({ url: 'https://other.example' }, headers)).status).toBe(400);
  });
});

describe('the list', () => {
  test('has pages, newest first', async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await create()).body.data.id);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?limit=2&page=${page}`)));
    const ids = pages.map(({ body }) => body.data.map(({ id }: { id: string }) => id));
    expect(ids).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4), []]);
    expect(pages[1]?.body.pagination).toEqual({ page: 2, limit: 2, total: 5, totalPages: 3 });
  });

  test('filters by a time range, both ends included', async () => {
    const { body } = await create();
    const at = '2026-03-05T12:30:00.000Z';
    await app.services.pool.query('UPDATE snapshots SET created_at = $1 WHERE id = $2', [at, body.data.id]);
    const totalOf = async (query: string) => (await list(query)).body.pagination.total;
    for (const [query, total] of [
      [`?from=${at}&to=${at}`, 1],
      ['?from=2026-03-05&to=2026-03-05', 1],
      ['?from=2026-03-05T12:30:00.001Z', 0],
      ['?to=2026-03-05T12:29:59.999Z', 0],
      ['?to=2026-03-04', 0],
      ['?from=2026-03-06', 0],
      ['?from=2026-03-05T12:30:00', 1],
      [`?from=${encodeURIComponent('2026-03-05T14:30:00+02:00')}&to=2026-03-05T12:30`, 1],
      ['?from=&to=', 1],
    ] as const) {
      expect([query, await totalOf(query)]).toEqual([query, total]);
    }
  });

  test.each([
    ['?page=0', 'page: must be from 1 to 1000000'],
    ['?page=2000000', 'page: must be from 1 to 1000000'],
    ['?limit=101', 'limit: must be from 1 to 100'],
    ['?limit=0', 'limit: must be from 1 to 100'],
    ['?page=0&limit=101', 'page: must be from 1 to 1000000; limit: must be from 1 to 100'],
    ['?limit=ten', 'limit: must be a whole number'],
    ['?page=1.5', 'page: must be a whole number'],
    ['?from=yesterday', 'from: must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z'],
    ['?from=05.03.2026', 'from: must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z'],
    [
      '?from=2026-03-05T12:30:00+02:00',
      'from: must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z; encode the plus of the time zone as %2B',
    ],
    [
      '?from=2026-03-05T12:30+02',
      'from: must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z; encode the plus of the time zone as %2B',
    ],
    ['?to=2026-13-01', 'to: must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z'],
    ['?to=2026-02-30', 'to: must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z'],
    ['?from=2026-11-22 10:00', 'from: must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z'],
    ['?from=2026-03-06&to=2026-03-05', 'from: must not be after to'],
    ['?to=%00', 'to: must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z'],
    [`?to=${'2'.repeat(41)}`, 'to: must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z'],
  ])('rejects %s', async (query, message) => {
    const { status, body } = await list(query);
    expect([status, body]).toEqual([400, errorBody(400, message)]);
  });
});

describe('the plan', () => {
  // Of its own, so that the others have no limits.
  beforeEach(async () => {
    user = await registerUser(app);
    projectId = (await createProject(app, user)).id;
  });
  afterEach(() => {
    user = owner;
  });
  const used = async (): Promise<number> => {
    const path = `/billing/organizations/${user.organizationId}/usage`;
    return (await rest(app, 'GET', path, { token: user.token })).body.snapshots.used;
  };

  test('counts requested snapshots, once per key, and no failed ones', async () => {
    await app.services.pool.query('DELETE FROM snapshots');
    const { id } = (await create()).body.data;
    for (const _ of [1, 2]) await create({}, { 'idempotency-key': 'counted-once' });
    await create({ url: 'file:///etc/passwd' });
    expect(await used()).toBe(2);
    const claimed = await claimSnapshot(systemContext(app.services));
    if (!claimed) throw new Error('nothing is due');
    for (const reason of ['It did not want to', 'Said twice']) {
      await failSnapshot(systemContext(app.services), claimed, reason);
      expect(await used()).toBe(1);
    }
    expect((await call('GET', `/snapshots/${id}`)).body.data).toMatchObject({
      status: 'failed',
      error: 'It did not want to',
    });
    expect((await call('DELETE', `/snapshots/${id}`)).status).toBe(200);
    expect(await used()).toBe(1);
  });

  test('limits the error of a failed one to 1 000 complete characters', async () => {
    await app.services.pool.query('DELETE FROM snapshots');
    const { id } = (await create()).body.data;
    const claimed = await claimSnapshot(systemContext(app.services));
    if (!claimed) throw new Error('nothing is due');
    await failSnapshot(systemContext(app.services), claimed, `${'x'.repeat(999)}😀`);
    expect((await call('GET', `/snapshots/${id}`)).body.data.error).toBe('x'.repeat(999));
  });

  test('rejects new ones at the limit and loses none', async () => {
    await setPlan(app, user.organizationId, 'free');
    const { id } = (await create()).body.data;
    await app.services.pool.query(
      `UPDATE usage_counters SET used = 100 WHERE organization_id = $1 AND metric = 'snapshots'`,
      [user.organizationId],
    );
    const headers = { 'idempotency-key': randomUUID() };
    const { status, body } = await create({}, headers);
    expect([status, body]).toEqual([
      403,
      errorBody(403, expect.stringMatching(/^snapshots: 100 of 100 this month .* are used on the plan Free/)),
    ]);
    expect((await list()).body.pagination.total).toBe(1);
    expect((await call('GET', `/snapshots/${id}`)).status).toBe(200);
    await setPlan(app, user.organizationId, 'team');
    expect((await create({}, headers)).status).toBe(202);
  });
});

const PIXELS = 'viewport: must have at most 120 million pixels: width × height × deviceScaleFactor²';
const BAD: [values: object, message: string | RegExp][] = [
  [{ url: 'https://ada:secret@shop.example/' }, 'url: must not contain a user name or a password'],
  [{ url: 'https://ada@shop.example/' }, 'url: must not contain a user name or a password'],
  [{ url: 'http://shop.example:6667/' }, 'url: must not have a port that browsers block'],
  [{ url: 'http://shop.example:22/' }, 'url: must not have a port that browsers block'],
  ...[
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:alert(1)',
    'view-source:https://a.example',
    'about:blank',
  ].map((url): [object, string] => [{ url }, 'url: must be an http or https URL']),
  [{ viewport: { width: 15 } }, 'viewport.width: must be at least 16'],
  [{ viewport: { width: 7_681 } }, 'viewport.width: must be at most 7680'],
  [{ viewport: { height: 15 } }, 'viewport.height: must be at least 16'],
  [{ viewport: { height: 16_001 } }, 'viewport.height: must be at most 16000'],
  [{ viewport: { deviceScaleFactor: 0.4 } }, 'viewport.deviceScaleFactor: must be at least 0.5'],
  [{ viewport: { deviceScaleFactor: 4.1 } }, 'viewport.deviceScaleFactor: must be at most 4'],
  [{ viewport: { width: 7_680, height: 16_000 } }, PIXELS],
  [{ viewport: { width: 3_000, height: 3_000, deviceScaleFactor: 4 } }, PIXELS],
  [{ viewport: { width: 800.5 } }, /^viewport: must be an object with width \(a whole number\), height/],
  [{ viewport: { width: '800' } }, /^viewport: must be an object with width/],
  [{ viewport: 'wide' }, /^viewport: must be an object with width/],
  [{ delay: -1 }, 'delay: must be at least 0'],
  [{ delay: 30_001 }, 'delay: must be at most 30000'],
  [{ waitForSelector: '' }, 'waitForSelector: must not be empty'],
  [{ hideSelectors: ['#a', ''] }, 'hideSelectors.1: must not be empty'],
  [{ hideSelectors: ['a'.repeat(1_025)] }, 'hideSelectors.0: must have at most 1024 characters'],
  [{ hideSelectors: Array(51).fill('a') }, 'hideSelectors: must list at most 50 selectors'],
];

test.each(BAD.map(([values, message]) => [JSON.stringify(values).slice(0, 100), values, message] as const))(
  'rejects %s',
  async (_name, values, message) => {
    const { status, body } = await create(values);
    expect([status, body]).toEqual([
      400,
      errorBody(400, typeof message === 'string' ? message : expect.stringMatching(message)),
    ]);
  },
);

test.each([
  { viewport: { width: 16, height: 16, deviceScaleFactor: 0.5 } },
  { viewport: { width: 7_500, height: 16_000 } },
  { delay: 30_000 },
  { hideSelectors: Array(50).fill('a'.repeat(1_024)) },
  { waitForSelector: 'a'.repeat(1_024) },
  { url: 'http://shop.example:8443/' },
])('accepts the limits in case %#', async (values) => {
  expect((await create(values)).status).toBe(202);
});

describe('under NETWORK_POLICY=public', () => {
  let guarded: TestApp;
  beforeAll(async () => {
    guarded = await startTestApp({ env: { NETWORK_POLICY: 'public' }, databaseUrl: app.databaseUrl });
  });
  afterAll(() => guarded.close());

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://10.0.0.8/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://localhost/',
    'http://shop.localhost./',
    'HTTP://192.168.0.1/',
  ])('rejects %s', async (url) => {
    const { body } = await rest(guarded, 'POST', '/v1/snapshots', { token: owner.token, body: { projectId, url } });
    expect(body).toEqual(
      errorBody(
        400,
        expect.stringMatching(/^url: .+ is not an address of the public internet \(NETWORK_POLICY=public\)$/),
      ),
    );
  });

  test('accepts a public address', async () => {
    const body = { projectId, url: 'http://93.184.215.14/' };
    expect((await rest(guarded, 'POST', '/v1/snapshots', { token: owner.token, body })).status).toBe(202);
  });
});

describe('a filtered list', () => {
  const ids = async (query: string) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    return { ids: body.data.map(({ id }: { id: string }) => id), ...body };
  };
  const make = async (values: object) => (await create(values)).body.data.id;

  test('has the snapshots of a page, an environment, a viewport and a status', async () => {
    const { body: environment } = await rest(app, 'POST', '/environments', {
      token: owner.token,
      body: { projectId, name: 'Live', url: 'https://shop.example/', kind: 'production' },
    });
    const wide = await make({});
    const narrow = await make({ viewport: { width: 390, height: 844 } });
    const elsewhere = await make({ url: 'https://other.example/' });
    const page = encodeURIComponent(`${URL}/?utm_source=mail`);
    expect((await ids(`?url=${page}`)).ids).toEqual([narrow, wide]);
    expect((await ids(`?url=${page}&viewportWidth=390`)).ids).toEqual([narrow]);
    expect((await ids(`?environmentId=${environment.id}`)).ids).toEqual([narrow, wide]);
    await app.services.pool.query("UPDATE snapshots SET status = 'failed' WHERE id = $1", [elsewhere]);
    expect(await ids('?status=failed')).toMatchObject({ ids: [elsewhere], pagination: { total: 1, totalPages: 1 } });
    expect((await ids('?status=processing&viewportWidth=1920')).ids).toEqual([wide]);
    expect((await list('?environmentId=nope')).body.message).toBe('environmentId: must be a UUID');
  });

  test('is read by cursors, which new snapshots do not move', async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) made.unshift(await make({}));
    const first = await ids('?limit=2');
    const later = await make({});
    const second = await ids(`?limit=2&cursor=${first.nextCursor}`);
    const third = await ids(`?limit=2&cursor=${second.nextCursor}`);
    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(made);
    expect(third.nextCursor).toBeNull();
    expect((await ids('?limit=2&page=2')).ids).toEqual(first.ids.slice(1).concat(second.ids.slice(0, 1)));
    expect((await ids('?limit=1')).ids).toEqual([later]);
    const both = await list(`?page=2&cursor=${first.nextCursor}`);
    expect([both.status, both.body.message]).toEqual([
      400,
      'cursor: must not be given together with page; send one of them',
    ]);
  });
});
