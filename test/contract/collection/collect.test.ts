import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { rest, withoutFields } from '../../support/client.ts';
import { click, createBatch, snapshot, waitUntilCounted } from '../../support/collection.ts';
import { createProject } from '../../support/factories.ts';
import { errorBody } from '../support/call.ts';
import { databaseContent } from '../support/database-content.ts';
import { app, owner, project, useProject } from '../support/use-project.ts';

const DAY_MS = 86_400_000;

useProject();

const collect = (body: unknown, headers: Record<string, string> = {}) =>
  rest(app, 'POST', '/v1/collect', { body, headers });
const batch = (members: object = {}) => createBatch(project.projectKey, members);

async function stored() {
  const { rows } = await app.services.pool.query(
    `SELECT session_id AS "sessionId", url, user_agent AS "userAgent", shift_ms::float8 AS "shiftMs", events,
            to_char(day, 'YYYY-MM-DD') AS day FROM collected_batches WHERE project_id = $1 ORDER BY id`,
    [project.id],
  );
  return rows;
}

async function daily() {
  await waitUntilCounted(app);
  const { rows } = await app.services.pool.query(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, selector, views::int, clicks::int, hovers::int, inputs::int
       FROM collected_daily WHERE project_id = $1 ORDER BY day, selector`,
    [project.id],
  );
  return rows;
}

/** Reads the database once all batches are counted. */
async function settledContent() {
  await waitUntilCounted(app);
  return databaseContent(app);
}

const today = () => new Date().toISOString().slice(0, 10);

describe('a batch', () => {
  test('is stored before the response and counted soon', async () => {
    const day = today();
    const now = Date.now();
    const events = [
      click(now - 50),
      click(now - 40),
      { type: 'hover', timestamp: now - 30, elementMetadata: { selector: '#buy' }, position: { x: 1, y: 2 } },
      {
        type: 'input',
        timestamp: now - 20,
        elementMetadata: { selector: '#mail', value: 'a secret' },
        inputType: 'email',
        valueLength: 8,
        value: 'a secret',
      },
    ];
    const response = await collect(batch({ timestamp: now, events, snapshot: snapshot() }));
    expect([response.status, response.body]).toEqual([202, { accepted: 5 }]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const [found, ...others] = await stored();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ sessionId: 'session-1', url: 'https://shop.example/cart', shiftMs: 0, day });
    expect(found.userAgent).toBe('Mozilla/5.0');
    expect(found.events).toHaveLength(4);
    expect(JSON.stringify(found)).not.toContain('a secret');
    expect(await daily()).toEqual([
      { day, selector: '#buy', views: 0, clicks: 2, hovers: 1, inputs: 0 },
      { day, selector: '#mail', views: 0, clicks: 0, hovers: 0, inputs: 1 },
    ]);
  });

  test('is accepted without events and stores nothing', async () => {
    expect((await collect(batch({ events: [] }))).body).toEqual({ accepted: 0 });
    expect(await stored()).toEqual([]);
  });

  test('may have its key in the header and use the project id', async () => {
    const body = batch({ projectKey: undefined });
    for (const key of [project.projectKey, project.id]) {
      expect((await collect(body, { 'x-project-key': key })).status).toBe(202);
    }
    const different = await collect(batch(), { 'x-project-key': 'pk_other' });
    expect(different.body).toEqual(errorBody(400, expect.stringMatching(/^projectKey: differs from the header/)));
  });

  test.each([
    ['application/json; charset=utf-8', {}],
    ['text/plain', {}],
    ['text/plain;charset=UTF-8', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
    ['application/json', { 'content-encoding': 'GZip' }],
    ['application/json', { 'content-encoding': 'x-gzip' }],
    // A page cannot set the header without a preflight.
    ['text/plain', { gzip: 'by its first bytes' }],
  ])('is accepted as %s %j', async (type, headers: Record<string, string>) => {
    const json = JSON.stringify(batch());
    const body = Object.keys(headers).length > 0 ? gzipSync(json) : json;
    const { gzip: _unnamed, ...sent } = headers;
    const response = await fetch(`${app.url}/v1/collect`, {
      method: 'POST',
      headers: { 'content-type': type, ...sent },
      body,
    });
    expect([response.status, await response.json()]).toEqual([202, { accepted: 1 }]);
    expect(await stored()).toHaveLength(1);
  });
});

describe('a repeated batch', () => {
  test('gets the same response and is stored and counted once, concurrent or sequential', async () => {
    const body = batch({ snapshot: snapshot() });
    const first = await collect(body);
    const repeats = await Promise.all(Array.from({ length: 20 }, () => collect(body)));
    await waitUntilCounted(app);
    repeats.push(await collect(body));
    expect(repeats.map(({ status, body: said }) => [status, said])).toEqual(repeats.map(() => [202, first.body]));
    expect(await stored()).toHaveLength(1);
    expect(await daily()).toMatchObject([{ clicks: 1 }]);
  });

  test('is a new batch if session, timestamp or content differ', async () => {
    const now = Date.now();
    const body = batch({ timestamp: now });
    const others = [
      { sessionId: 'session-2' },
      { timestamp: now - 1 },
      { events: [click(now, { position: { x: 1, y: 1 } })] },
    ];
    for (const members of [{}, ...others]) expect((await collect({ ...body, ...members })).status).toBe(202);
    expect(await stored()).toHaveLength(4);
  });

  test('is a new batch in another project', async () => {
    const body = batch();
    await collect(body);
    const other = await createProject(app, owner);
    await collect({ ...body, projectKey: other.projectKey });
    const { rows } = await app.services.pool.query('SELECT 1 FROM collected_batches WHERE project_id = $1', [other.id]);
    expect(rows).toHaveLength(1);
  });
});

describe('a clock', () => {
  test.each([
    ['a year behind', -365],
    ['a year ahead', 365],
    ['two days behind', -2],
  ])('that is %s is flagged, and its events count on the corrected day', async (_what, days) => {
    const theirs = Date.now() + days * DAY_MS;
    const body = batch({ timestamp: theirs, events: [click(theirs - 1_000)] });
    expect((await collect(body)).status).toBe(202);
    expect((await collect(body)).status).toBe(202);
    const [found, ...others] = await stored();
    expect(others).toEqual([]);
    expect(Math.abs(found.shiftMs + days * DAY_MS)).toBeLessThan(60_000);
    expect(found.events[0].timestamp).toBe(theirs - 1_000);
    expect(await daily()).toMatchObject([{ day: new Date(Date.now() - 1_000).toISOString().slice(0, 10), clicks: 1 }]);
  });

  test('that is slightly ahead is corrected: nothing arrives before it was sent', async () => {
    const theirs = Date.now() + 240_000;
    await collect(batch({ timestamp: theirs, events: [click(theirs - 1_000)] }));
    const [{ shiftMs }] = await stored();
    expect(Math.abs(shiftMs + 240_000)).toBeLessThan(60_000);
  });

  test('may be that of a page with as many named elements as permitted', async () => {
    const name = 'x'.repeat(100);
    const element = { tag: name, step: name, ref: name, parent: name };
    const styles = [{ color: 'x'.repeat(2_048 - '{"color":""}'.length) }];
    expect((await collect(batch({ snapshot: snapshot('', { elements: [element], styles }) }))).status).toBe(202);
    const order = [
      [1, Array(10_000).fill(2)],
      [name, Array(10_000).fill(name.slice(60))],
    ];
    const changes = snapshot('', {
      base: 1,
      elements: [],
      removed: [name],
      moved: [[name, name, [0, 0, 1, 1]]],
      order,
    });
    expect((await collect(batch({ snapshot: changes }))).status).toBe(202);
  });

  test('may have fractions of a millisecond, also in a snapshot', async () => {
    const now = Date.now() - 1_000;
    const body = batch({ snapshot: snapshot('', { timestamp: now + 0.5 }), events: [click(now + 0.25)] });
    expect((await collect(body)).status).toBe(202);
    await waitUntilCounted(app);
    expect(await stored()).toMatchObject([{ events: [{ timestamp: now }] }]);
  });

  test('that contradicts its own batch is flagged; its events count on the day of arrival', async () => {
    const now = Date.now();
    await collect(batch({ timestamp: now, events: [click(now - 1_000), click(now - 365 * DAY_MS)] }));
    const [{ events }] = await stored();
    expect(events.map(({ timeIsOff }: { timeIsOff?: true }) => timeIsOff)).toEqual([undefined, true]);
    expect((await daily()).reduce((sum, { clicks }) => sum + clicks, 0)).toBe(2);
  });

  test('may use seconds', async () => {
    const seconds = Math.floor(Date.now() / 1_000);
    await collect(batch({ timestamp: seconds, events: [click(seconds)] }));
    expect(await stored()).toMatchObject([{ shiftMs: 0, events: [{ timestamp: seconds * 1_000 }] }]);
  });
});

describe('a page event', () => {
  const send = (members: object) =>
    rest(app, 'POST', '/svc/event', { body: { projectKey: project.projectKey, type: 'page_view', ...members } });

  test('is stored and counted as a view, once if it has session and timestamp', async () => {
    const day = today();
    const data = { url: 'https://shop.example/', sessionId: 's', timestamp: Date.now(), title: 'Shop' };
    for (let i = 0; i < 3; i++) expect((await send({ data })).body).toEqual({ accepted: 1 });
    expect(await stored()).toMatchObject([{ events: [{ type: 'page_view', data }] }]);
    expect(await daily()).toEqual([{ day, selector: '', views: 1, clicks: 0, hovers: 0, inputs: 0 }]);
    const anonymous = { url: 'https://shop.example/' };
    for (let i = 0; i < 2; i++) await send({ data: anonymous });
    expect(await daily()).toMatchObject([{ views: 3 }]);
  });

  test.each([
    [
      'what Referer names',
      { referer: 'https://shop.example/cart?a=1', origin: 'https://shop.example' },
      'https://shop.example/cart?a=1',
    ],
    ['else what Origin names', { referer: 'about:client', origin: 'https://shop.example' }, 'https://shop.example'],
    ['else none', { origin: 'null' }, ''],
  ])('without a URL is stored and counted for %s', async (_title, headers, url) => {
    const body = { projectKey: project.projectKey, type: 'page_view', data: {} };
    const response = await rest(app, 'POST', '/svc/event', { body, headers });
    expect([response.status, response.body]).toEqual([202, { accepted: 1 }]);
    expect(await stored()).toMatchObject([{ url, events: [{ type: 'page_view', data: {} }] }]);
    expect(await daily()).toMatchObject([{ views: 1 }]);
  });

  test('treats null members as absent', async () => {
    const data = { url: null, sessionId: null, timestamp: null };
    const body = { projectKey: project.projectKey, type: 'page_view', data };
    const response = await rest(app, 'POST', '/svc/event', { body, headers: { referer: 'https://shop.example/cart' } });
    expect([response.status, response.body]).toEqual([202, { accepted: 1 }]);
    expect(await stored()).toMatchObject([{ url: 'https://shop.example/cart' }]);
    expect(await daily()).toMatchObject([{ views: 1 }]);
  });

  test('of another type is stored and not counted', async () => {
    expect((await send({ type: 'sign_up', data: { url: 'https://shop.example/' } })).body).toEqual({ accepted: 1 });
    expect(await stored()).toHaveLength(1);
    expect(await daily()).toEqual([]);
  });

  test('may be compressed', async () => {
    const body = gzipSync(
      JSON.stringify({ projectKey: project.projectKey, type: 'page_view', data: { url: 'https://shop.example/' } }),
    );
    const headers = { 'content-type': 'text/plain' };
    const { status } = await fetch(`${app.url}/svc/event`, { method: 'POST', headers, body });
    expect(status).toBe(202);
    expect(await stored()).toHaveLength(1);
  });

  test('that is a year off is stored with the shift as its flag and counts for today', async () => {
    const day = today();
    const data = { url: 'https://shop.example/', sessionId: 's', timestamp: Date.now() - 365 * DAY_MS };
    expect((await send({ data })).status).toBe(202);
    const [{ shiftMs }] = await stored();
    expect(Math.abs(shiftMs - 365 * DAY_MS)).toBeLessThan(60_000);
    expect(await daily()).toMatchObject([{ day, views: 1 }]);
  });

  const url = 'https://shop.example/';
  const nested = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
  const rejected: [string, object, number, RegExp][] = [
    ['whose url is not a text', { data: { url: 5 } }, 400, /^data\.url: must be a string$/],
    ['without data', {}, 400, /^data: is required$/],
    ['whose data is a list', { data: [] }, 400, /^data: must be a JSON object$/],
    ['of no page', { data: { url: 'javascript:alert(1)' } }, 400, /^data\.url: must be an http or https URL/],
    ['before 1970', { data: { url, timestamp: -1e15 } }, 400, /^data\.timestamp: must be a Unix time between 1970/],
    ['beyond time', { data: { url, timestamp: 1e300 } }, 400, /^data\.timestamp: must be a Unix time between 1970/],
    ['whose time is a text', { data: { url, timestamp: '2026' } }, 400, /^data\.timestamp: must be a number$/],
    ['of an empty session', { data: { url, sessionId: '' } }, 400, /^data\.sessionId: must not be empty/],
    [
      'of a long session',
      { data: { url, sessionId: 'x'.repeat(129) } },
      400,
      /^data\.sessionId: must have at most 128/,
    ],
    ['with NUL', { data: { url, title: 'a\0' } }, 400, /^data: must not contain NUL/],
    ['nested 40 levels', { data: { url, nested } }, 400, /^data: must not be nested deeper than 32/],
    ['of 17 KiB', { data: { url, title: 'x'.repeat(17_000) } }, 400, /^data: must have at most 16384 bytes/],
    ['over 1 MiB', { data: { url, title: 'x'.repeat(1024 * 1024) } }, 413, /exceeds the limit of 1048576 bytes/],
    ['of a type that is not a word', { type: 'Page View', data: { url } }, 400, /^type: must be lower-case/],
    ['of a long type', { type: 'x'.repeat(65), data: { url } }, 400, /^type: must have at most 64/],
    ['of an unknown key', { projectKey: 'pk_none', data: { url } }, 401, /key is unknown/],
  ];
  test.each(rejected)('%s is rejected completely', async (_what, members, status, says) => {
    const response = await send(members);
    expect([response.status, response.body]).toEqual([status, errorBody(status, expect.stringMatching(says))]);
    expect(await stored()).toEqual([]);
  });
});

describe('authorization', () => {
  test('returns 401 for an unknown key, no key, and the key of a deleted project', async () => {
    const unknown = errorBody(401, expect.stringMatching(/key is unknown/));
    expect((await collect(batch({ projectKey: `pk_${'x'.repeat(32)}` }))).body).toEqual(unknown);
    expect((await collect(batch({ projectKey: 'x'.repeat(5_000) }))).body).toEqual(unknown);
    expect((await collect(batch({ projectKey: 'a\0' }))).body).toEqual(unknown);
    expect((await collect(batch({ projectKey: undefined }))).body).toEqual(
      errorBody(401, expect.stringMatching(/project key is required/)),
    );
    // The key was used a moment ago.
    expect((await collect(batch())).status).toBe(202);
    await rest(app, 'DELETE', `/projects/${project.id}`, { token: owner.token });
    const left = await stored();
    expect((await collect(batch({ sessionId: 'later' }))).body).toEqual(unknown);
    expect(await stored()).toEqual(left);
  });

  test.each(['/v1/collect', '/svc/event', '/annotations/public'])('%s checks the key first', async (path) => {
    const needsKey = errorBody(401, expect.stringMatching(/project key is required/));
    for (const body of [{}, { projectKey: null }, { projectKey: '' }]) {
      expect((await rest(app, 'POST', path, { body })).body).toEqual(needsKey);
    }
    const headers = { 'x-project-key': project.projectKey };
    expect((await rest(app, 'POST', path, { body: {}, headers })).status).toBe(400);
  });

  test('rejects other origins if the project lists origins', async () => {
    const allowedOrigins = ['https://shop.example'];
    await rest(app, 'PATCH', `/projects/${project.id}`, { token: owner.token, body: { allowedOrigins } });
    expect((await collect(batch(), { origin: 'https://shop.example' })).status).toBe(202);
    const rejected = await collect(batch({ sessionId: 'x' }), { origin: 'https://evil.example' });
    expect(rejected.body).toEqual(
      errorBody(403, expect.stringMatching(/collects nothing from https:\/\/evil\.example/)),
    );
    expect((await collect(batch({ sessionId: 'x' }))).status).toBe(403);
    expect(await stored()).toHaveLength(1);
  });

  test.each(['dnt', 'sec-gpc'])('respects %s unless the project disables it', async (name) => {
    const asked = { [name]: '1' };
    expect((await collect(batch(), asked)).body).toEqual({ accepted: 0 });
    const settings = () => rest(app, 'GET', `/v1/collect/${project.projectKey}/settings`);
    expect((await settings()).body).toEqual({ data: { respectDoNotTrack: true } });
    expect((await rest(app, 'GET', '/v1/collect/pk_none/settings')).body).toEqual(errorBody(404, 'Project not found'));
    expect(await stored()).toEqual([]);
    const body = { respectDoNotTrack: false };
    expect((await rest(app, 'PATCH', `/projects/${project.id}`, { token: owner.token, body })).body).toMatchObject(
      body,
    );
    await expect.poll(async () => (await settings()).body).toEqual({ data: body });
    expect((await collect(batch(), asked)).body).toEqual({ accepted: 1 });
    expect(await stored()).toHaveLength(1);
  });

  test('collects nothing while the public endpoints of a project are closed', async () => {
    const body = { publicFeedback: false };
    await rest(app, 'PATCH', `/projects/${project.id}`, { token: owner.token, body });
    const closed = errorBody(403, 'Public feedback is disabled for this project; an admin can enable it');
    expect((await collect(batch())).body).toEqual(closed);
    expect((await collect(batch({ projectKey: project.id }))).body).toEqual(closed);
    const event = { projectKey: project.projectKey, type: 'page_view', data: {} };
    expect((await rest(app, 'POST', '/svc/event', { body: event })).body).toEqual(closed);
    expect((await rest(app, 'GET', `/v1/collect/${project.projectKey}/settings`)).body).toEqual(closed);
    expect(await stored()).toEqual([]);
  });

  test('may ignore Do Not Track from the creation of a project', async () => {
    const body = { organizationId: owner.organizationId, name: 'Open', slug: 'open', respectDoNotTrack: false };
    expect((await rest(app, 'POST', '/projects', { token: owner.token, body })).body).toMatchObject({
      respectDoNotTrack: false,
    });
  });
});

describe('invalid input is rejected completely', () => {
  const wrong = (members: object) => [click(Date.now()), { ...click(Date.now()), ...members }];
  const NO_NAME = 'must be a string of 1 to 100 characters without white space and slashes';
  const NO_REF = 'must be a number or a string of at most 100 characters';
  const cases: [string, object, RegExp][] = [
    ['an event of another type', { events: wrong({ type: 'scroll' }) }, /^events\.1\.type: must be one of click/],
    ['an event without a time', { events: wrong({ timestamp: undefined }) }, /^events\.1\.timestamp: must be a Unix/],
    ['an event beyond time', { events: wrong({ timestamp: 1e300 }) }, /^events\.1\.timestamp: must be a Unix/],
    [
      'an event before 1970',
      { events: wrong({ timestamp: -1e15 }) },
      /^events\.1\.timestamp: must be a Unix time between/,
    ],
    [
      'an event after 2200',
      { events: wrong({ timestamp: 8e12 }) },
      /^events\.1\.timestamp: must be a Unix time between/,
    ],
    ['an event of no element', { events: wrong({ elementMetadata: 'p' }) }, /^events\.1\.elementMetadata: must be/],
    [
      'a selector that is none',
      { events: wrong({ elementMetadata: { selector: 5 } }) },
      /^events\.1\.elementMetadata\.s/,
    ],
    ['a click without a place', { events: wrong({ position: undefined }) }, /^events\.1\.position: must be/],
    ['a click nowhere', { events: wrong({ position: { x: 1e9, y: 0 } }) }, /^events\.1\.position: must be/],
    ['an input without a kind', { events: wrong({ type: 'input', valueLength: 1 }) }, /^events\.1\.inputType: /],
    [
      'an input of a negative length',
      { events: wrong({ type: 'input', inputType: 'text', valueLength: -1 }) },
      /^events\.1\.valueLength: must be a whole number, 0 or more/,
    ],
    [
      'an event of 17 KiB',
      { events: wrong({ elementMetadata: { text: 'x'.repeat(17_000) } }) },
      /^events\.1: must have at most 16384 bytes/,
    ],
    [
      'an event with NUL',
      { events: wrong({ elementMetadata: { selector: 'a\0' } }) },
      /^events\.1: must not contain NUL/,
    ],
    ['1 001 events', { events: Array(1_001).fill(click(1)) }, /^events: must list at most 1000/],
    ['a time that is none', { timestamp: 1e300 }, /^timestamp: must be a Unix time/],
    [
      'a snapshot without elements',
      { snapshot: { ...snapshot(), elements: undefined } },
      /^snapshot\.elements: must be/,
    ],
    [
      'a snapshot beyond time',
      { snapshot: snapshot('', { timestamp: 1e300 }) },
      /^snapshot\.timestamp: must be a Unix time/,
    ],
    [
      'a move of no element',
      { snapshot: snapshot('', { base: 1, moved: [[1, 'p', [0, 0, -1, 1]]] }) },
      /^snapshot\.moved\.0: must list ref, step and box/,
    ],
    [
      'an order of nothing',
      { snapshot: snapshot('', { base: 1, order: [[1]] }) },
      /^snapshot\.order\.0: must list a ref and a list of refs/,
    ],
    [
      'an order of more children than a page may have',
      {
        snapshot: snapshot('', {
          base: 1,
          order: [
            [1, Array(10_000).fill(2)],
            [2, Array(10_001).fill(3)],
          ],
        }),
      },
      /^snapshot\.order: must list at most 20000 children in all/,
    ],
    [
      'an order of a value that is not a ref',
      { snapshot: snapshot('', { base: 1, order: [[1, ['x'.repeat(101)]]] }) },
      /^snapshot\.order\.0: must list a ref and a list of refs/,
    ],
    [
      'a removed ref that is none',
      { snapshot: snapshot('', { base: 1, removed: [{}] }) },
      /^snapshot\.removed\.0: must be a number or a string of at most 100/,
    ],
    ...Object.entries({ tag: NO_NAME, step: NO_NAME, ref: NO_REF, parent: NO_REF }).map(
      ([member, says]): [string, object, RegExp] => [
        `an element with a ${member} of 101 characters`,
        { snapshot: snapshot('', { elements: [{ tag: 'p', [member]: 'x'.repeat(101) }] }) },
        new RegExp(`^snapshot\\.elements\\.0\\.${member}: ${says}`),
      ],
    ),
    [
      'a step of several',
      { snapshot: snapshot('', { elements: [{ tag: 'p', step: 'div/p' }] }) },
      /^snapshot\.elements\.0\.step: must be a string of 1 to 100 characters without white space and slashes/,
    ],
    [
      'a style of 2 049 characters',
      { snapshot: snapshot('', { styles: [{ color: 'x'.repeat(2_049 - '{"color":""}'.length) }] }) },
      /^snapshot\.styles\.0: must be a JSON object of at most 2048 characters/,
    ],
    ['changes since no time', { snapshot: snapshot('', { base: -1 }) }, /^snapshot\.base: must be a Unix time/],
    [
      'an element that is none',
      { snapshot: snapshot('', { elements: [5] }) },
      /^snapshot\.elements\.0: must be a JSON/,
    ],
    [
      'an element of a negative size',
      { snapshot: snapshot('', { elements: [{ tag: 'p', box: [0, 0, -1, 5] }] }) },
      /^snapshot\.elements\.0\.box: must list .* sizes must not be negative/,
    ],
    [
      'a window of a negative size',
      { snapshot: snapshot('', { viewport: { width: -1, height: 5 } }) },
      /^snapshot\.viewport: must not have a negative size/,
    ],
    [
      'a window without a size',
      { snapshot: snapshot('', { viewport: {} }) },
      /^snapshot\.viewport\.width: must be a num/,
    ],
  ];
  test.each(cases)('%s', async (_what, members, says) => {
    const before = await settledContent();
    const response = await collect(batch(members));
    expect([response.status, response.body]).toEqual([400, errorBody(400, expect.stringMatching(says))]);
    expect(await databaseContent(app)).toEqual(before);
  });

  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const json = (events: string) =>
    JSON.stringify({ ...batch(), events: [] }).replace('"events":[]', `"events":${events}`);
  const nestedEvent = (levels: number) =>
    JSON.stringify(click(1)).replace(/"elementMetadata":\{[^}]*\}/, `"elementMetadata":${deep(levels)}`);
  const bodies: [
    string,
    () => string | Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>,
    number,
    RegExp,
    Record<string, string>?,
  ][] = [
    [
      'nested 40 levels',
      () => json(`[${nestedEvent(40)}]`),
      400,
      /^events\.0: must not be nested deeper than 32 levels/,
    ],
    ['nested 150 000 levels', () => json(`[${nestedEvent(150_000)}]`), 400, /nested deeper than 32|not valid JSON/],
    ['not UTF-8', () => Buffer.from(json('[]').replace('cart', 'c\xff'), 'latin1'), 400, /not valid UTF-8/],
    ['no JSON', () => '{', 400, /not valid JSON/],
    ['a list', () => '[]', 400, /must be a JSON object/],
    ['nothing', () => '', 400, /not valid JSON/],
    [
      '10 000 events',
      () => JSON.stringify(batch({ events: Array(10_000).fill({ type: 'click' }) })),
      400,
      /at most 1000/,
    ],
    [
      'over 1 MiB',
      () => JSON.stringify(batch({ x: 'x'.repeat(1024 * 1024) })),
      413,
      /exceeds the limit of 1048576 bytes/,
    ],
    [
      'over 1 MiB unfolded',
      () => gzipSync(JSON.stringify(batch({ x: 'x'.repeat(1024 * 1024) }))),
      413,
      /exceeds the limit of 1048576 bytes/,
    ],
    [
      'a bomb of 200 MB',
      () => promisify(gzip)(Buffer.alloc(200 * 1024 * 1024)),
      413,
      /exceeds the limit of 1048576 bytes/,
    ],
    ['broken gzip', () => gzipSync('{}').subarray(0, 12), 400, /not valid gzip/],
    ['brotli', () => '{}', 400, /Content-Encoding: found "br"/, { 'content-encoding': 'br' }],
    ['a form', () => 'a=b', 400, /Content-Type: found/, { 'content-type': 'application/x-www-form-urlencoded' }],
  ];
  test.each(bodies)('a body that is %s', async (_what, make, status, says, headers = {}) => {
    const before = await settledContent();
    const memory = process.memoryUsage().rss;
    const body = await make();
    const response = await fetch(`${app.url}/v1/collect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    expect([response.status, withoutFields(await response.json())]).toEqual([
      status,
      errorBody(status, expect.stringMatching(says)),
    ]);
    expect(process.memoryUsage().rss - memory).toBeLessThan(400 * 1024 * 1024);
    expect(await databaseContent(app)).toEqual(before);
  });

  test('reports a wrong key before a wrong member', async () => {
    expect((await collect({ ...batch({ projectKey: 'pk_none' }), url: 'no' })).status).toBe(401);
  });
});

test('returns 404 for other methods and similar paths', async () => {
  for (const [method, path] of [
    ['GET', '/v1/collect'],
    ['PUT', '/v1/collect'],
    ['POST', '/v1/collect/'],
    ['POST', '/v1/collect/x'],
    ['GET', '/svc/event'],
  ] as const) {
    const { status } = await rest(app, method, path, { ...(method !== 'GET' && { body: {} }) });
    expect([method, path, status]).toEqual([method, path, 404]);
  }
  expect((await rest(app, 'POST', '/v1/collect?projectKey=x', { body: batch() })).status).toBe(202);
  const preflight = await fetch(`${app.url}/v1/collect`, { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/X-Project-Key/);
});
