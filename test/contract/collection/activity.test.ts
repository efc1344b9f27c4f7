import { describe, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import { BUTTON, click, createBatch, snapshot, waitUntilCounted } from '../../support/collection.ts';
import { createAnnotation, createProject } from '../../support/factories.ts';
import { errorBody } from '../support/call.ts';
import { openEventStream } from '../support/event-stream.ts';
import { app, owner, project, useProject } from '../support/use-project.ts';

const CART = 'https://shop.example/cart';
const DAY_MS = 86_400_000;

useProject();

async function collect(members: object = {}): Promise<void> {
  const { status } = await rest(app, 'POST', '/v1/collect', { body: createBatch(project.projectKey, members) });
  expect(status).toBe(202);
}

async function view(url: string): Promise<void> {
  const body = { projectKey: project.projectKey, type: 'page_view', data: { url } };
  expect((await rest(app, 'POST', '/svc/event', { body })).status).toBe(202);
}

const read = (path: string, query: Record<string, string> = {}) =>
  rest(app, 'GET', `/v1/projects/${project.id}/${path}?${new URLSearchParams(query)}`, { token: owner.token });

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe('activity', () => {
  test('is counted per day for the project and for a page, in any spelling of its URL', async () => {
    const now = Date.now();
    await view(CART);
    await view('https://shop.example/');
    await collect({ events: [click(now), click(now - 2 * DAY_MS + 1)], timestamp: now });
    // Late, by a clock that is right: it counts for the day it happened on.
    await collect({ events: [click(now - 60_000)], timestamp: now - 60_000, url: `${CART}/?utm_source=mail` });
    await waitUntilCounted(app);
    const all = (await read('activity')).body.data;
    expect(all).toHaveLength(30);
    expect(all.at(-1).day).toBe(dayOf(now));
    const sum = (days: Record<string, number>[], name: string) =>
      days.reduce((total, day) => total + (day[name] ?? 0), 0);
    expect([sum(all, 'views'), sum(all, 'clicks'), sum(all, 'hovers')]).toEqual([2, 3, 0]);
    const ofPage = (await read('activity', { url: 'HTTPS://shop.example:443/cart?utm_medium=x' })).body.data;
    expect([sum(ofPage, 'views'), sum(ofPage, 'clicks')]).toEqual([1, 3]);
    const past = await read('activity', { from: '2025-01-01T00:00:00Z', to: '2025-01-03T12:00:00Z' });
    expect(past.body.data).toEqual(
      ['2025-01-01', '2025-01-02', '2025-01-03'].map((day) => ({ day, views: 0, clicks: 0, hovers: 0, inputs: 0 })),
    );
    const oneDay = await read('activity', { from: '2025-01-01T09:00:00Z', to: '2025-01-01' });
    expect(oneDay.body.data).toMatchObject([{ day: '2025-01-01' }]);
  });

  test('identifies pages by URLs without secrets, and stores no others', async () => {
    const url = `${CART}?token=hunter2&step=2#access_token=hunter2`;
    await view(url);
    await collect({ url });
    await waitUntilCounted(app);
    const days = (await read('activity', { url: `${CART}?step=2&token=another` })).body.data;
    expect(days.at(-1)).toMatchObject({ views: 1, clicks: 1 });
    const { rows } = await app.services.pool.query(
      `SELECT (SELECT json_agg(p) FROM collected_pages p WHERE p.project_id = $1) AS pages,
              (SELECT json_agg(b) FROM collected_batches b WHERE b.project_id = $1) AS batches`,
      [project.id],
    );
    expect(JSON.stringify(rows)).toContain('token=redacted');
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  test.each([
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'from: must not be after to'],
    [{ from: '2020-01-01T00:00:00Z' }, 'from: must be at most 366 days before to'],
    [{ from: 'yesterday' }, 'from: must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z'],
    [{ url: 'cart' }, 'url: must be an http or https URL'],
  ])('rejects %j', async (query, message) => {
    expect((await read('activity', query as never)).body).toEqual(errorBody(400, message));
  });

  const RANGE = 'must be from 0001-01-01 to 9999-12-31, in UTC';
  const CALLS = {
    activity: 'activity(projectId: $id, from: $from, to: $to) { day }',
    'top-elements': 'topElements(projectId: $id, from: $from, to: $to) { url }',
    'click-map': `clickMap(projectId: $id, url: "${CART}", from: $from, to: $to) { clicks }`,
  };

  test.each(Object.entries(CALLS))('%s accepts the first and last days and rejects others', async (path, field) => {
    const document = `query ($id: ID!, $from: DateTime, $to: DateTime) { ${field} }`;
    const errorOf = async (range: Record<string, string>) => {
      const { status, body } = await read(path, { url: CART, ...range });
      const response = await graphql(app, document, { id: project.id, ...range }, { token: owner.token });
      expect(response.errors?.[0]?.message).toBe(status === 200 ? undefined : body.message);
      return [status, body.message];
    };
    for (const day of ['0001-01-01', '9999-12-31']) {
      expect(await errorOf({ from: day, to: day })).toEqual([200, undefined]);
      expect(await errorOf({ to: day })).toEqual([200, undefined]);
    }
    expect(await errorOf({ from: '0001-01-01' })).toEqual([400, 'from: must be at most 366 days before to']);
    for (const moment of ['0000-01-01', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59.999-14:00']) {
      expect(await errorOf({ from: moment, to: moment })).toEqual([400, `from: ${RANGE}`]);
      expect(await errorOf({ to: moment })).toEqual([400, `to: ${RANGE}`]);
    }
  });

  test('is published live: initially and on changes', async () => {
    const document = 'subscription ($id: ID!) { activityChanged(projectId: $id) { views clicks hovers inputs } }';
    const events = await openEventStream(app, document, { id: project.id }, owner.token);
    const of = (clicks: number) => ({ data: { activityChanged: { views: 0, clicks, hovers: 0, inputs: 0 } } });
    expect(await events.next()).toEqual(of(0));
    await collect();
    expect(await events.next()).toEqual(of(1));
    await collect({ events: [click(Date.now()), click(Date.now())] });
    expect(await events.next()).toEqual(of(3));
    await events.close();
  });
});

describe('top elements', () => {
  test('are the most clicked ones, up to the limit', async () => {
    const on = (selector: string) => click(Date.now(), { elementMetadata: { selector } });
    await collect({ events: [on('#a'), on('#b'), on('#b'), on('#c'), on('#c'), on('#c')] });
    await collect({ url: 'https://shop.example/', events: [on('#b')] });
    await waitUntilCounted(app);
    const names = (body: { data: { selector: string; clicks: number; url: string }[] }) =>
      body.data.map(({ selector, clicks, url }) => `${url.slice(20)} ${selector} ${clicks}`);
    expect(names((await read('top-elements')).body)).toEqual(['/cart #c 3', '/cart #b 2', ' #b 1', '/cart #a 1']);
    expect(names((await read('top-elements', { url: CART, limit: '1' })).body)).toEqual(['/cart #c 3']);
    for (const limit of ['0', '101']) {
      expect((await read('top-elements', { limit })).body).toEqual(errorBody(400, 'limit: must be from 1 to 100'));
    }
  });
});

describe('a click map', () => {
  test('has positions and elements, with their boxes in the newest structure', async () => {
    const gone = { elementMetadata: { selector: '#gone', xpath: '/html/body/i' }, position: { x: 5, y: 5 } };
    await collect({ snapshot: snapshot(), events: [click(Date.now()), click(Date.now()), click(Date.now(), gone)] });
    await waitUntilCounted(app);
    const { data } = (await read('click-map', { url: CART })).body;
    expect(data).toMatchObject({
      clicks: 3,
      points: [
        { x: 20, y: 40, clicks: 2 },
        { x: 5, y: 5, clicks: 1 },
      ],
      elements: [
        { selector: BUTTON.selector, clicks: 2, box: { x: 8, y: 30, width: 80, height: 24 } },
        { selector: '#gone', clicks: 1, box: null },
      ],
      structure: { title: 'Cart', viewport: { width: 1280, height: 720 } },
    });
    const earlier = { url: CART, from: '2025-01-01T00:00:00Z', to: '2025-01-02T00:00:00Z' };
    expect((await read('click-map', earlier)).body.data).toMatchObject({ clicks: 0, points: [], elements: [] });
    expect((await read('click-map', { url: 'https://shop.example/none' })).body.data).toEqual({
      clicks: 0,
      points: [],
      elements: [],
      structure: null,
      viewports: [],
    });
    // Events of pages have no position, whatever their type.
    const body = { projectKey: project.projectKey, type: 'click', data: { url: CART, sessionId: 'page-event' } };
    expect((await rest(app, 'POST', '/svc/event', { body })).status).toBe(202);
    await waitUntilCounted(app);
    const { status, body: after } = await read('click-map', { url: CART });
    expect([status, after.data.clicks, after.data.points]).toEqual([200, 4, data.points]);
  });
});

test('uses the time of arrival for events that are a year off or stored before times were bounded, as does the session timeline', async () => {
  const now = Date.now();
  await collect({ sessionId: 'odd', events: [click(now - 365 * DAY_MS), click(now + 365 * DAY_MS)] });
  await collect({ sessionId: 'odd', timestamp: now - 1, events: [click(now - 1_000)] });
  for (const timestamp of [-8.64e15, 8.64e15]) {
    const events = JSON.stringify([click(timestamp)]);
    await app.services.pool.query(
      `INSERT INTO collected_batches (day, id, project_id, digest, session_id, page_id, url, received_at, shift_ms, events)
       SELECT day, gen_random_uuid(), project_id, decode(md5($3), 'hex'), session_id, page_id, url, received_at, 8640000000000000, $2::json
         FROM collected_batches WHERE project_id = $1 LIMIT 1`,
      [project.id, events, events],
    );
  }
  expect((await read('click-map', { url: CART })).body.data).toMatchObject({ clicks: 5 });
  const annotation = await createAnnotation(app, owner, project.id, { metadata: { sessionId: 'odd' } });
  const trail = await rest(app, 'GET', `/annotations/${annotation.id}/trail`, { token: owner.token });
  expect(trail.body).toHaveLength(5);
  for (const { at } of trail.body) expect(Math.abs(Date.parse(at) - now)).toBeLessThan(20_000);
});

describe('a page structure', () => {
  test('is stored once for all visitors, and the newest is returned', async () => {
    for (const sessionId of ['a', 'b', 'c']) await collect({ sessionId, snapshot: snapshot(), events: [] });
    await collect({ sessionId: 'd', snapshot: snapshot('12 €'), events: [] });
    await waitUntilCounted(app);
    const { rows } = await app.services.pool.query('SELECT 1 FROM page_structures WHERE project_id = $1', [project.id]);
    expect(rows).toHaveLength(2);
    const { data } = (await read('page-structure', { url: CART })).body;
    expect(data).toMatchObject({ title: 'Cart', fonts: ['Inter'], elements: snapshot('12 €').elements });
    expect(data.hash).toMatch(/^[0-9a-f]{64}$/);
    const none = await read('page-structure', { url: 'https://shop.example/none' });
    expect(none.body).toEqual(errorBody(404, 'Page structure not found'));
  });

  test('keeps at most 100 characters of each text', async () => {
    await collect({ sessionId: 'a', snapshot: snapshot(`${'x'.repeat(99)}😀 and more`), events: [] });
    await waitUntilCounted(app);
    const { data } = (await read('page-structure', { url: CART })).body;
    expect(data.elements.map(({ text }: { text?: string }) => text ?? '')).toContain('x'.repeat(99));
  });

  test('is compared with the previous one or any other', async () => {
    await collect({ sessionId: 'a', snapshot: snapshot('10 €'), events: [] });
    await waitUntilCounted(app);
    expect((await read('page-structure/changes', { url: CART })).status).toBe(404);
    const elements = [
      ...snapshot('12 €').elements.slice(0, 3),
      { ref: 9, parent: 1, tag: 'i', step: 'i', text: 'new' },
    ];
    await collect({ sessionId: 'b', snapshot: snapshot('12 €', { elements }), events: [] });
    await waitUntilCounted(app);
    const { data } = (await read('page-structure/changes', { url: CART })).body;
    expect(data).toMatchObject({
      added: [{ xpath: '/html/body/i', text: 'new' }],
      removed: [{ xpath: '/html/body/button', text: 'Buy', styles: { color: 'rgb(0, 0, 0)' } }],
      changed: [{ xpath: '/html/body/p', members: ['text'], before: { text: '10 €' }, after: { text: '12 €' } }],
    });
    const back = { url: CART, before: data.after, after: data.before };
    expect((await read('page-structure/changes', back)).body.data).toMatchObject({
      added: [{ text: 'Buy' }],
      removed: [{ text: 'new' }],
    });
    expect((await read('page-structure/changes', { url: CART, before: 'x' })).body).toEqual(
      errorBody(400, 'before: must be the hash of a page structure'),
    );
    expect((await read('page-structure/changes', { url: CART, after: 'a'.repeat(64) })).status).toBe(404);
  });

  test('applies changes of the session that sent the base, and drops those of another base', async () => {
    const whole = snapshot();
    const changes = (base: number, text: string) => ({
      timestamp: base + 5,
      url: CART,
      title: 'Cart (1)',
      base,
      elements: [
        { ref: 2, parent: 1, tag: 'p', step: 'p', text, style: 1 },
        { ref: 4, parent: 1, tag: 'em', step: 'em', text: 'Sale' },
      ],
      removed: [3],
      styles: [{ color: 'red' }],
    });
    await collect({ sessionId: 'a', snapshot: whole, events: [] });
    await collect({ sessionId: 'a', snapshot: changes(whole.timestamp, '9 €'), events: [] });
    await collect({ sessionId: 'a', snapshot: changes(whole.timestamp - 1, 'never'), events: [] });
    await collect({ sessionId: 'stranger', snapshot: changes(whole.timestamp, 'never'), events: [] });
    await waitUntilCounted(app);
    const { data } = (await read('page-structure', { url: CART })).body;
    expect(data).toMatchObject({ title: 'Cart (1)', styles: [{ color: 'rgb(0, 0, 0)' }, { color: 'red' }] });
    expect(data.elements.map(({ tag, text }: { tag: string; text?: string }) => text ?? tag)).toEqual([
      'html',
      'body',
      '9 €',
      'Sale',
    ]);
    expect(JSON.stringify(data)).not.toContain('never');
  });
});

describe('a page that keeps changing', () => {
  const whole = snapshot();
  const tick = (sessionId: string, text: string) =>
    collect({
      sessionId,
      events: [],
      snapshot: {
        timestamp: whole.timestamp + 5,
        base: whole.timestamp,
        title: 'Clock',
        elements: [{ ref: 2, parent: 1, tag: 'p', step: 'p', text }],
      },
    });
  const kept = async () => {
    await waitUntilCounted(app);
    const { rows } = await app.services.pool.query<{ clock: string }>(
      `SELECT p.content->'elements'->2->>'text' AS clock FROM page_structures p
         LEFT JOIN page_sightings s USING (project_id, hash) WHERE p.project_id = $1 ORDER BY p.created_at, 1`,
      [project.id],
    );
    return rows.map(({ clock }) => clock);
  };

  test('is stored as sent, and in the last state of each session', async () => {
    await collect({ sessionId: 'a', snapshot: whole, events: [] });
    for (const time of ['12:00', '12:01', '12:02']) await tick('a', time);
    expect(await kept()).toEqual(['10 €', '12:02']);
    await tick('a', '12:03');
    expect(await kept()).toEqual(['10 €', '12:03']);
    // Another session is at the same state: it stays while one of them is.
    await collect({ sessionId: 'b', snapshot: whole, events: [] });
    await tick('b', '12:03');
    expect(await kept()).toEqual(['10 €', '12:03']);
    await tick('a', '12:04');
    expect(await kept()).toEqual(['10 €', '12:03', '12:04']);
    await tick('b', '12:04');
    expect(await kept()).toEqual(['10 €', '12:04']);
  });

  test('stores an intermediate state that a page sent completely', async () => {
    await collect({ sessionId: 'a', snapshot: whole, events: [] });
    await tick('a', '12:00');
    await waitUntilCounted(app);
    const { data } = (await read('page-structure', { url: CART })).body;
    const { title, elements, styles, assets, fonts, viewport } = data;
    const seen = { timestamp: whole.timestamp, title, elements, styles, assets, fonts, viewport };
    await collect({ sessionId: 'b', snapshot: seen, events: [] });
    await tick('a', '12:01');
    expect(await kept()).toEqual(['10 €', '12:00', '12:01']);
  });
});

describe('the session timeline of an annotation', () => {
  const trailOf = async (id: string) =>
    (await rest(app, 'GET', `/annotations/${id}/trail`, { token: owner.token })).body;

  test('has the preceding events of the session, oldest first', async () => {
    const now = Date.now();
    const data = { url: CART, sessionId: 'visit', timestamp: now - 5_000 };
    await rest(app, 'POST', '/svc/event', { body: { projectKey: project.projectKey, type: 'page_view', data } });
    const input = {
      type: 'input',
      timestamp: now - 2_000,
      elementMetadata: BUTTON,
      inputType: 'email',
      valueLength: 7,
    };
    await collect({ sessionId: 'visit', events: [click(now - 3_000), input] });
    await collect({ sessionId: 'another', events: [click(now - 1_000)] });
    const annotation = await createAnnotation(app, owner, project.id, { metadata: { sessionId: 'visit' } });
    await collect({ sessionId: 'visit' });
    expect(await trailOf(annotation.id)).toEqual([
      expect.objectContaining({ type: 'page_view', at: new Date(now - 5_000).toISOString(), url: CART }),
      expect.objectContaining({ type: 'click', selector: '#buy', text: 'Buy', position: { x: 20, y: 40 } }),
      expect.objectContaining({ type: 'input', inputType: 'email', valueLength: 7, position: null }),
    ]);
  });

  test('is included in annotation lists, for members only', async () => {
    const ids: string[] = [];
    for (const sessionId of ['one', 'two']) {
      await collect({ sessionId, events: [click(Date.now() - 20), click(Date.now() - 10)] });
      ids.push((await createAnnotation(app, owner, project.id, { metadata: { sessionId } })).id);
    }
    ids.push((await createAnnotation(app, owner, project.id)).id);
    const document = `query ($id: ID!, $last: Int) {
      annotations(projectId: $id, first: 3) { nodes { id trail(last: $last) { type selector url } } }
    }`;
    const ask = (last?: number, token = owner.token) => graphql(app, document, { id: project.id, last }, { token });
    const lengths = async (last?: number) => {
      const { nodes } = (await ask(last)).data.annotations;
      return ids.map((id) => nodes.find((node: { id: string }) => node.id === id).trail.length);
    };
    expect(await lengths()).toEqual([2, 2, 0]);
    expect(await lengths(1)).toEqual([1, 1, 0]);
    expect((await ask(0)).errors?.[0]).toMatchObject({ message: 'last: must be from 1 to 200' });
    const shared = `query ($key: String!) { publicAnnotations(projectKey: $key) { nodes { trail { type } } } }`;
    expect((await graphql(app, shared, { key: project.projectKey })).errors?.[0]?.message).toMatch(
      /Cannot query field "trail"/,
    );
  });

  test('includes events of a visitor whose clock is some minutes fast', async () => {
    const theirs = Date.now() + 240_000;
    await collect({ sessionId: 'fast', timestamp: theirs, events: [click(theirs - 500)] });
    const annotation = await createAnnotation(app, owner, project.id, { metadata: { sessionId: 'fast' } });
    expect(await trailOf(annotation.id)).toMatchObject([{ type: 'click' }]);
  });

  test('reads the newest MiB of a session, regardless of what third parties added', async () => {
    const now = Date.now();
    const long = (text: string, age: number) =>
      Array.from({ length: 30 }, (_, i) => ({
        ...click(now - age + i),
        elementMetadata: { selector: `#${text}`, text: text.padEnd(200, '.'), className: 'c'.repeat(9_000) },
      }));
    for (const [i, name] of ['oldest', 'older', 'old', 'new', 'newer', 'newest'].entries())
      await collect({ sessionId: 'long', events: long(name, (6 - i) * 1_000) });
    const annotation = await createAnnotation(app, owner, project.id, { metadata: { sessionId: 'long' } });
    const steps = (await trailOf(annotation.id)) as { selector: string }[];
    expect([...new Set(steps.map(({ selector }) => selector))]).toEqual(['#old', '#new', '#newer', '#newest']);
    expect(steps).toHaveLength(120);
  });

  test('excludes events of other projects and is empty without a session', async () => {
    await collect({ sessionId: 'visit' });
    const other = await createProject(app, owner);
    const foreign = await createAnnotation(app, owner, other.id, { metadata: { sessionId: 'visit' } });
    const plain = await createAnnotation(app, owner, project.id, {});
    const odd = await createAnnotation(app, owner, project.id, { metadata: { sessionId: { a: 1 } } });
    for (const { id } of [foreign, plain, odd]) expect(await trailOf(id)).toEqual([]);
  });
});

describe('click maps of viewports', () => {
  /** A visit: a view of the cart, and clicks on it. */
  async function visit(sessionId: string, viewport: unknown, x: number): Promise<void> {
    const data = { url: CART, sessionId, timestamp: Date.now(), viewport };
    const body = { projectKey: project.projectKey, type: 'page_view', data };
    expect((await rest(app, 'POST', '/svc/event', { body })).status).toBe(202);
    await collect({ sessionId, events: [click(Date.now(), { position: { x, y: 40 } })] });
  }

  test('have the clicks of visits with a width, and the widths with clicks', async () => {
    await visit('desktop', { width: 1280, height: 720 }, 900);
    await visit('laptop', { width: 1280, height: 600 }, 901);
    await visit('phone', { width: 390, height: 844 }, 20);
    await visit('unknown', { width: 'wide' }, 1);
    await visit('huge', { width: 1e300 }, 2);
    const viewports = [
      { width: 1280, clicks: 2 },
      { width: 390, clicks: 1 },
    ];
    const map = async (query: Record<string, string>) => (await read('click-map', { url: CART, ...query })).body.data;
    expect(await map({})).toMatchObject({ clicks: 5, viewports });
    expect(await map({ minViewportWidth: '391' })).toMatchObject({
      clicks: 2,
      points: [{ x: 900 }, { x: 901 }],
      viewports,
    });
    expect(await map({ minViewportWidth: '390', maxViewportWidth: '390' })).toMatchObject({ points: [{ x: 20 }] });
  });

  test('reject widths out of bounds', async () => {
    const errorOf = async (query: Record<string, string>) =>
      (await read('click-map', { url: CART, ...query })).body.message;
    expect(await errorOf({ minViewportWidth: '0' })).toBe('minViewportWidth: must be from 1 to 100000');
    expect(await errorOf({ maxViewportWidth: '100001' })).toBe('maxViewportWidth: must be from 1 to 100000');
  });
});

test('pages with activity are listed, the most viewed first', async () => {
  await view(CART);
  await view('https://shop.example/');
  await view('https://shop.example/?utm_source=mail');
  await collect();
  await waitUntilCounted(app);
  const counts = { hovers: 0, inputs: 0, lastSeenAt: expect.any(String) };
  const pages = [
    { ...counts, url: 'https://shop.example', views: 2, clicks: 0 },
    { ...counts, url: CART, views: 1, clicks: 1 },
  ];
  expect((await read('page-activity')).body.data).toEqual(pages);
  expect((await read('page-activity', { limit: '1' })).body.data).toEqual(pages.slice(0, 1));
  expect((await read('page-activity', { from: '2025-01-01', to: '2025-01-02' })).body.data).toEqual([]);
  expect((await read('page-activity', { limit: '501' })).status).toBe(400);
});
