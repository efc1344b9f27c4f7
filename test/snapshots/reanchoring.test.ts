import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { transports } from '../support/live-client.ts';
import { sweepPage } from '../support/snapshots.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';

const BEFORE = page(`<main class="m1"><h1 class="t1">Everything for the garden</h1>
  <p id="intro">Rakes, spades and seeds from twelve small workshops of the region</p>
  <p id="promo" style="margin:0 300px;background:#0a0">Until Sunday: a watering can with every order</p>
  <a href="/delivery">Delivery and returns</a></main>`);
/**
 * The page after a release: new generated names, a wrapper, a duplicated text, the promotion
 * removed.
 */
const AFTER = page(`<div class="x"><main class="m2"><h1 class="t2">Everything for the garden</h1>
  <section><p>Rakes, spades and seeds from twelve small workshops of the region</p></section>
  <section><p>Rakes, spades and seeds from twelve small workshops of the region</p></section>
  <a href="/shipping">Shipping</a></main></div>`);

let app: TestApp;
let owner: TestUser;
let site: PageServer;
let shown = BEFORE;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  owner = await registerUser(app);
  site = await servePages({
    '/': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(shown),
    '/broken': (_request, response) => response.writeHead(shown === BEFORE ? 200 : 500).end(shown),
    '/private': (_request, response) => {
      if (shown === BEFORE) response.writeHead(200, { 'content-type': 'text/html' }).end(shown);
      else response.writeHead(302, { location: '/login' }).end();
    },
    // Scrolled to its last line if captured in a viewport.
    '/long': page(
      `<h1>Guide</h1><p id="first" style="margin:0;background:#00a">Read this before you begin</p><div style="height:3000px"></div>
       <p id="last" style="margin:0;background:#0a0">And this is where the guide ends</p><script>scrollTo(0, 9999)</script>`,
    ),
    '/login': page('<h1>Who are you?</h1>'),
  });
});
afterAll(async () => {
  await app.close();
  await site.close();
});

const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });

const sweep = (projectId: string, url: string) => sweepPage(app, owner, projectId, url);

/** Creates annotations of the page before the release. */
async function annotate(url: string) {
  const { id: projectId } = await createProject(app, owner);
  const make = (metadata: object) => createAnnotation(app, owner, projectId, { url, metadata });
  const heading = await make({ selector: 'h1.t1', xpath: '/html/body/main/h1', text: 'Everything for the garden' });
  const intro = await make({
    selector: '#intro',
    xpath: '/html/body/main/p[1]',
    text: 'Rakes, spades and seeds from twelve small workshops of the region',
  });
  const promo = await make({ selector: '#promo', text: 'Until Sunday: a watering can with every order' });
  const read = (annotation: { id: string }) => call('GET', `/annotations/${annotation.id}`).then(({ body }) => body);
  return { projectId, heading, intro, promo, read };
}

test('pins follow a changed page; a lost one is reported with an image of its last position', async () => {
  shown = BEFORE;
  const { projectId, heading, intro, promo, read } = await annotate(`${site.url}/`);
  const first = await sweep(projectId, `${site.url}/`);
  expect(first.rebinding).toEqual({ bound: 3, moved: 0, orphaned: 0, skipped: null });
  const found = await read(promo);
  expect(found).toMatchObject({
    anchor: { state: 'bound', candidates: [], fingerprint: { selector: '#promo' } },
    domFingerprint: promo.domFingerprint,
    lastSeen: { box: { width: expect.any(Number), height: expect.any(Number) } },
  });

  const live = transports['a WebSocket']?.(app, {
    query: `subscription($id: ID!) { annotationChanged(projectId: $id) { kind annotation { id anchor { state } } } }`,
    variables: { id: projectId },
    token: owner.token,
  });
  shown = AFTER;
  const second = await sweep(projectId, `${site.url}/`);
  expect(second.rebinding).toEqual({ bound: 1, moved: 1, orphaned: 1, skipped: null });

  const bound = await read(heading);
  expect(bound.anchor).toMatchObject({ state: 'bound', candidates: [], fingerprint: { selector: 'h1' } });
  expect(bound.domFingerprint).toEqual(heading.domFingerprint);

  const moved = await read(intro);
  expect(moved.anchor.state).toBe('moved');
  const [candidate, other] = moved.anchor.candidates;
  const { text } = intro.domFingerprint;
  expect([candidate, other]).toMatchObject([
    { fingerprint: { text }, box: { x: 0 } },
    { fingerprint: { text }, box: { x: 0 } },
  ]);

  const lost = await read(promo);
  expect(lost.anchor).toMatchObject({ state: 'orphaned', candidates: [] });
  expect(lost.lastSeen.box).toEqual(found.lastSeen.box);
  const history = await call('GET', `/annotations/${promo.id}/history`);
  expect(history.body[0]).toMatchObject({
    kind: 'anchor',
    actorId: null,
    before: { state: 'bound' },
    after: { state: 'orphaned', candidates: 0 },
  });
  await expect
    .poll(() => live?.results.map(({ annotationChanged }) => annotationChanged).sort(byState))
    .toEqual([
      { kind: 'anchored', annotation: { id: intro.id, anchor: { state: 'moved' } } },
      { kind: 'anchored', annotation: { id: promo.id, anchor: { state: 'orphaned' } } },
    ]);
  live?.stop();

  // The crop of the element outlives its snapshot.
  await call('DELETE', `/v1/snapshots/${first.id}`);
  await expect.poll(async () => (await fetch(first.imageUrl)).status).toBe(404);
  await expectElement((await read(promo)).lastSeen, found.lastSeen);
  expect((await read(heading)).lastSeen.imageUrl).toBe(bound.lastSeen.imageUrl);

  const chosen = await call('POST', `/annotations/${intro.id}/rebind`, { domFingerprint: candidate.fingerprint });
  expect(chosen.body.anchor).toMatchObject({ state: 'rebound', candidates: [], fingerprint: null });
  await sweep(projectId, `${site.url}/`);
  expect((await read(intro)).anchor.state).toBe('rebound');

  shown = BEFORE;
  await sweep(projectId, `${site.url}/`);
  expect((await read(promo)).anchor.state).toBe('bound');
});

test('visible pins get the image of their position, and others keep the previous one', async () => {
  const { id: projectId } = await createProject(app, owner);
  const url = `${site.url}/long`;
  const make = (selector: string, text: string) =>
    createAnnotation(app, owner, projectId, { url, metadata: { selector, text } });
  const first = await make('#first', 'Read this before you begin');
  const last = await make('#last', 'And this is where the guide ends');
  const lastSeen = async ({ id }: { id: string }) => (await call('GET', `/annotations/${id}`)).body.lastSeen;

  const whole = await sweep(projectId, url);
  const seen = await lastSeen(first);
  expect([seen.imageUrl, (await lastSeen(last)).imageUrl]).toEqual([whole.imageUrl, whole.imageUrl]);
  const viewport = { width: 800, height: 600, deviceScaleFactor: 2 };
  const ordered = await call('POST', '/v1/snapshots', { projectId, url, viewport });
  const read = async () => (await call('GET', `/v1/snapshots/${ordered.body.data.id}`)).body.data;
  await expect.poll(async () => (await read()).status).toBe('completed');
  const window = await read();
  expect(window.rebinding).toEqual({ bound: 2, moved: 0, orphaned: 0, skipped: null });

  expect(await lastSeen(first)).toEqual(seen);
  const { imageUrl, box, scale } = await lastSeen(last);
  expect([imageUrl, scale]).toEqual([window.imageUrl, 2]);
  const { at } = await pixelsOf(new Uint8Array(await (await fetch(imageUrl)).arrayBuffer()));
  const [right, middle] = [(box.x + box.width) * scale - 2, (box.y + box.height / 2) * scale];
  expect(at(right, Math.round(middle))).toBe('#00aa00');
});

test('an annotation on a snapshot is found on the live page', async () => {
  shown = BEFORE;
  const { id: projectId } = await createProject(app, owner);
  const url = `${site.url}/`;
  const { id: snapshotId } = await sweep(projectId, url);
  const made = await call('POST', '/annotations', {
    projectId,
    url,
    content: 'Larger',
    snapshotId,
    position_x: 60,
    position_y: 40,
  });
  expect(made.body.metadata.text).toBe('Everything for the garden');
  shown = AFTER;
  const later = await sweep(projectId, url);
  expect(later.rebinding).toEqual({ bound: 1, moved: 0, orphaned: 0, skipped: null });
  const { data } = await graphql(
    app,
    `query ($id: ID!) { annotation(id: $id) { snapshotPins { nodes { state text snapshotId box { width } } } } }`,
    { id: made.body.id },
    { token: owner.token },
  );
  // A wrapper around the element changes nothing about it: both snapshots share the pin.
  const pin = { state: 'bound', text: 'Everything for the garden', box: { width: expect.any(Number) } };
  expect(data.annotation.snapshotPins.nodes).toEqual([{ ...pin, snapshotId: later.id }]);
});

/** Expects the crop of a removed image: the element with a margin of 40 CSS pixels. */
async function expectElement(left: LastSeen, before: LastSeen) {
  expect(left).toMatchObject({ at: before.at, scale: 1 });
  const { box } = left;
  const fraction = before.box.y % 1;
  expect(box).toMatchObject({ x: 40, y: expect.closeTo(40 + fraction), height: before.box.height });
  const picture = await fetch(left.imageUrl);
  expect(picture.headers.get('content-type')).toBe('image/webp');
  const { width, height, at } = await pixelsOf(new Uint8Array(await picture.arrayBuffer()));
  expect([width, height]).toEqual([800, Math.ceil(fraction + box.height + 80)]);
  expect([at(795, 45), at(39, 45)]).toEqual(['#00aa00', '#ffffff']);
}

interface LastSeen {
  imageUrl: string;
  box: { x: number; y: number; width: number; height: number };
  scale: number;
  at: string;
}

const byState = (one: { annotation: { anchor: { state: string } } }, other: typeof one) =>
  one.annotation.anchor.state < other.annotation.anchor.state ? -1 : 1;

test.each([
  ['/broken', 'The page responded with HTTP 500'],
  ['/private', /^The page redirected to .*\/login$/],
])('%s orphans nothing: %s', async (path, reason) => {
  shown = BEFORE;
  const { projectId, heading, read } = await annotate(site.url + path);
  shown = AFTER;
  const { rebinding } = await sweep(projectId, site.url + path);
  expect(rebinding).toEqual({ bound: null, moved: null, orphaned: null, skipped: expect.stringMatching(reason) });
  expect((await read(heading)).anchor).toEqual(heading.anchor);
});

test('an annotation that is re-anchored manually during a sweep keeps its anchor', async () => {
  shown = BEFORE;
  const url = `${site.url}/`;
  const { projectId, promo, read } = await annotate(url);
  shown = AFTER;
  const { body } = await call('POST', '/v1/snapshots', { projectId, url, delay: 1_500 });
  await expect
    .poll(async () => (await app.services.db.snapshot.findUnique({ where: { id: body.data.id } }))?.attempts)
    .toBe(1);
  await call('POST', `/annotations/${promo.id}/rebind`, { domFingerprint: { selector: 'a', text: 'Shipping' } });
  const isDone = async () => (await call('GET', `/v1/snapshots/${body.data.id}`)).body.data.status;
  await expect.poll(isDone).toBe('completed');
  expect((await read(promo)).anchor.state).toBe('rebound');
});

test('a button that shows the text which its comment asks for keeps its pin', async () => {
  const cart = (label: string) =>
    page(
      `<main><h1>Your cart</h1><p>Two loaves, one croissant</p><button class="primary">${label}</button><p>Free delivery from €20</p></main>`,
    );
  shown = cart('Continue');
  const { id: projectId } = await createProject(app, owner);
  const annotation = await createAnnotation(app, owner, projectId, {
    url: `${site.url}/`,
    content: 'This should say "Place order"',
    metadata: { tag: 'button', selector: 'main > button', xpath: '/html/body/main/button', text: 'Continue' },
  });
  await sweep(projectId, `${site.url}/`);
  shown = cart('Place order');
  expect((await sweep(projectId, `${site.url}/`)).rebinding).toEqual({
    bound: 1,
    moved: 0,
    orphaned: 0,
    skipped: null,
  });
  const { body } = await call('GET', `/annotations/${annotation.id}`);
  expect(body.anchor).toMatchObject({
    state: 'bound',
    wantedTexts: ['Place order'],
    fingerprint: { text: 'Place order' },
  });
});
