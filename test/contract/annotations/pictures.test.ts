import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { runBackfills } from '../../../src/infrastructure/database/backfills.ts';
import { shortId } from '../../../src/infrastructure/database/ids.ts';
import { purgeExpired } from '../../../src/resolvers/addons/retention/purge-expired.ts';
import { movePictures } from '../../../src/resolvers/core/annotations/pictures/move-pictures.ts';
import { flagMissing } from '../../../src/resolvers/platform/objects/flag-missing.ts';
import { sweepObjects } from '../../../src/resolvers/platform/objects/sweep-objects.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerMember } from '../../support/factories.ts';
import { createPicture, decompressionBomb, randomBytes, toPng } from '../../support/pictures.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { VISITOR_TOKEN } from '../support/response-shapes.ts';

const app = useTestApp();
const owner = useOwner(app);
let project: { id: string; projectKey: string };
beforeAll(async () => {
  project = await createProject(app, owner);
});
afterEach(() => vi.restoreAllMocks());
afterEach(() => vi.useRealTimers());

/** A picture like those that overlays send: at most 8,000 characters. */
async function dataUrl(seed: number): Promise<string> {
  const noise = randomBytes(seed);
  const png = await toPng(createPicture(64, 64, () => [noise(), noise(), noise()]));
  const webp = await sharp(png).webp({ quality: 90 }).toBuffer();
  return `data:image/webp;base64,${webp.toString('base64')}`;
}

const BROWSER = { languages: ['de', 7], timeZone: 'Europe/Vienna', screen: { width: 800, height: 600 }, online: true };
const CONSOLE = [{ level: 'error', text: '<script>alert(1)</script>', at: 12 }, 'no line', { text: 4 }];
const REQUESTS = [{ url: 'https://shop.example/cart.json', status: 500, at: 40 }];

const metadataWith = (picture: unknown) => ({
  selector: '#total',
  userAgent: 'Mozilla/5.0',
  diagnostics: { browser: BROWSER, console: CONSOLE, requests: REQUESTS, picture },
});

const create = (picture: unknown, headers: Record<string, string> = {}) =>
  rest(app, 'POST', '/annotations/public', {
    headers: { 'x-project-key': project.projectKey, ...headers },
    body: { content: 'The price is wrong', url: 'https://shop.example/cart', metadata: metadataWith(picture) },
  });
const read = async (id: string, token = owner.token) => (await rest(app, 'GET', `/annotations/${id}`, { token })).body;
const pictureOf = async (id: string) => (await read(id)).metadata.diagnostics.picture;

const rowOf = async (id: string) => {
  const { rows } = await app.services.pool.query(
    `SELECT metadata #>> '{diagnostics,picture}' AS inline, picture_key AS key,
            EXISTS (SELECT FROM pending_pictures WHERE annotation_id = a.id) AS pending
       FROM annotations a WHERE id = $1`,
    [id],
  );
  return rows[0];
};

/** Writes a row as the previous release does: with the picture in the metadata. */
async function createWithPreviousRelease(picture: string): Promise<string> {
  const { id } = await createAnnotation(app, owner, project.id, { metadata: { text: 'before' } });
  await app.services.pool.query('UPDATE annotations SET metadata = $2 WHERE id = $1', [id, metadataWith(picture)]);
  return id;
}

async function runPictureBackfill(): Promise<void> {
  await app.services.pool.query(
    `UPDATE backfills SET finished_at = NULL, position = '00000000-0000-0000-0000-000000000000' WHERE name = 'pictures'`,
  );
  await runBackfills(app.services);
}

test('a data URL becomes an object with a signed URL', async () => {
  const { body, status } = await create(await dataUrl(1), { 'idempotency-key': 'with-picture' });
  expect(status).toBe(201);
  const url = await pictureOf(body.id);
  expect(url).toMatch(/\/o\/[\w-]{22}\?\d{6}[\w-]{22}$/);
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('image/webp');
  const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect(picture).toMatchObject({ format: 'webp', width: 64, height: 64 });
  expect(await rowOf(body.id)).toMatchObject({ inline: null, pending: false });

  const repeated = await create(await dataUrl(1), { 'idempotency-key': 'with-picture' });
  expect(repeated.body).toEqual({ ...body, visitorToken: VISITOR_TOKEN });
  expect((await read(body.id)).metadata).toEqual(metadataWith(url));
});

test('an export links to the picture and the thread', async () => {
  const { body } = await create(await dataUrl(21));
  const wanted = { organizationId: owner.organizationId, format: 'json', filter: { text: 'price' } };
  const { url } = (await rest(app, 'POST', '/annotations/exports', { token: owner.token, body: wanted })).body;
  const items = (await (await fetch(url)).json()) as { id: string; link: string; pictureUrl: string | null }[];
  const item = items.find(({ id }) => id === body.id);
  expect(item?.link).toBe(`${app.url}/a/${shortId(body.id)}`);
  expect((await fetch(item?.pictureUrl ?? '')).headers.get('content-type')).toBe('image/webp');
});

test('a visitor gets the picture of the own annotation, and nobody else gets it', async () => {
  const { body } = await create(await dataUrl(11));
  const { body: foreign } = await create(await dataUrl(12));
  const picturesFor = async (headers: Record<string, string>, token?: string) => {
    const path = `/annotations/project/${project.projectKey}/public?url=https://shop.example/cart`;
    const { body: list } = await rest(app, 'GET', path, { headers, ...(token && { token }) });
    return new Map((list as { id: string; picture: string | null }[]).map(({ id, picture }) => [id, picture]));
  };
  const own = await picturesFor({ 'x-visitor-token': body.visitorToken });
  expect((await fetch(own.get(body.id) ?? '')).headers.get('content-type')).toBe('image/webp');
  expect(own.get(foreign.id)).toBeNull();
  const strangers: Record<string, string>[] = [{}, { 'x-visitor-token': `pbv_${'a'.repeat(43)}` }];
  for (const headers of strangers) {
    const others = await picturesFor(headers);
    expect([others.get(body.id), others.get(foreign.id)]).toEqual([null, null]);
  }
  expect(body.picture).toBeNull();
  expect((await picturesFor({}, owner.token)).get(body.id)).toBeNull();
});

test('the URL of a picture is refused when it was changed, expired, or its annotation was deleted', async () => {
  const [own, other] = [(await create(await dataUrl(8))).body.id, (await create(await dataUrl(9))).body.id];
  const url = new URL(await pictureOf(own));
  const [signed, name] = [url.search, url.pathname.slice(3)];
  const of = (changedName: string, query: string) =>
    fetch(`${url.origin}/o/${changedName}${query}`).then(({ status }) => status);
  expect(await of(name, signed)).toBe(200);
  expect(await of(shortId(other), signed)).toBe(403);
  expect(await of(name, `?9${signed.slice(2)}`)).toBe(403);
  expect(await of(name, `${signed.slice(0, -3)}AAA`)).toBe(403);
  for (const query of ['', '?', '?a', `${signed}0`, '?expires=1&signature=a']) {
    expect(await of(name, query), query).toBe(403);
  }
  for (const unknown of ['', 'x', `${name}=`, `${name}/`, '..%2F..%2Fetc']) {
    expect(await of(unknown, signed), unknown).toBe(404);
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 26 * 3_600_000 });
  expect(await of(name, signed)).toBe(403);
  vi.useRealTimers();
  await rest(app, 'DELETE', `/annotations/${own}`, { token: owner.token });
  expect(await of(name, signed)).toBe(404);
});

test('a member’s picture is stored, and equal pictures share an object', async () => {
  const picture = await dataUrl(2);
  const first = await createAnnotation(app, owner, project.id, { metadata: metadataWith(picture) });
  expect(first.metadata.diagnostics.picture).toMatch(/^http:.*\/o\//);
  const { body: second } = await create(picture);
  expect((await rowOf(second.id)).key).toBe((await rowOf(first.id)).key);
});

const bomb = () => `data:image/png;base64,${decompressionBomb(9_000, 9_000).toString('base64')}`;

test.each([
  ['an empty picture', () => 'data:,'],
  ['a number', () => 12],
  ['text', () => 'data:image/webp;base64,SGVsbG8='],
  ['another format than it says', async () => (await dataUrl(3)).replace('webp', 'png')],
  ['half a picture', async () => (await dataUrl(3)).slice(0, 2_000)],
  ['a script', () => 'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+'],
  ['a picture of 81 million pixels', bomb],
])('%s stays as it was sent, and is not a picture', async (_name, make) => {
  const sent = await make();
  const { body, status } = await create(sent);
  expect(status).toBe(201);
  expect(await pictureOf(body.id)).toBe(sent);
  expect(await rowOf(body.id)).toMatchObject({ key: null, pending: false });
});

test('a list and a comment say whether the author drew on the picture, to members', async () => {
  const { id: projectId, projectKey } = await createProject(app, owner);
  const write = async (drawn: object) => {
    const { diagnostics } = metadataWith(await dataUrl(21));
    const metadata = { selector: '#total', diagnostics: { ...diagnostics, ...drawn } };
    const body = { content: 'See the arrow', url: 'https://shop.example/cart', metadata };
    await rest(app, 'POST', '/annotations/public', { headers: { 'x-project-key': projectKey }, body });
  };
  for (const drawn of [{ drawn: true }, { drawn: 'yes' }, {}]) await write(drawn);
  const sent = async (token: string, more = '') => {
    const document = `query ($projectId: ID!) { annotations(projectId: $projectId, first: 5, orderBy: oldest) {
      nodes { sentPicture { url isDrawn } ${more} } } }`;
    const { data } = await graphql(app, document, { projectId }, { token });
    return data?.annotations.nodes.map(({ sentPicture }: { sentPicture: unknown }) => sentPicture);
  };
  const url = expect.stringMatching(/\/o\/[\w-]{22}/);
  const expected = [true, false, false].map((isDrawn) => ({ url, isDrawn }));
  expect(await sent(owner.token)).toEqual(expected);
  expect(await sent(owner.token, 'metadata')).toEqual(expected);
  const guest = await registerMember(app, owner.organizationId, 'guest', [projectId]);
  expect(await sent(guest.token)).toEqual([null, null, null]);
});

describe('a picture beside the metadata', () => {
  /** A picture in the resolution of a screen, larger than metadata may be. */
  async function large(seed: number): Promise<string> {
    const noise = randomBytes(seed);
    const png = await toPng(createPicture(1_600, 900, (x, y) => [noise() >> 1, x % 256, y % 256]));
    const webp = await sharp(png).webp({ quality: 40 }).toBuffer();
    return `data:image/webp;base64,${webp.toString('base64')}`;
  }
  const metadata = { selector: '#total', diagnostics: { browser: BROWSER, drawn: true } };
  const content = { content: 'See the arrow', url: 'https://shop.example/cart', metadata };
  const send = (picture: unknown) =>
    rest(app, 'POST', '/annotations/public', {
      headers: { 'x-project-key': project.projectKey },
      body: { ...content, picture },
    });
  const sizeOf = async (url: string) => {
    const { width, height } = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata();
    return [width, height];
  };

  test('is stored in its resolution, of a visitor and of a member', async () => {
    const picture = await large(31);
    expect(picture.length).toBeGreaterThan(16_384);
    const { body, status } = await send(picture);
    expect(status).toBe(201);
    const mine = await createAnnotation(app, owner, project.id, { ...content, picture });
    for (const { id } of [body, mine]) {
      const read = (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;
      const url = read.metadata.diagnostics.picture;
      expect(await sizeOf(url)).toEqual([1_600, 900]);
      expect(read.metadata).toEqual({ ...metadata, diagnostics: { ...metadata.diagnostics, picture: url } });
      expect(await rowOf(id)).toMatchObject({ inline: null, pending: false });
    }
  });

  test('is stored later if the storage is down', async () => {
    vi.spyOn(app.services.objects, 'put').mockRejectedValue(new Error('the storage is down'));
    const { body, status } = await send(await large(32));
    expect(status).toBe(201);
    expect(await rowOf(body.id)).toMatchObject({ key: null, pending: true });
    vi.restoreAllMocks();
    await movePictures(systemContext(app.services));
    expect(await sizeOf(await pictureOf(body.id))).toEqual([1_600, 900]);
    expect(await rowOf(body.id)).toMatchObject({ inline: null, pending: false });
  });

  const EXPECTED =
    'picture: must be the data URL of a PNG, JPEG or WebP picture, in base64, of at most 5 million pixels';
  test.each([
    ['is a script', () => 'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+', EXPECTED],
    ['is text', () => 'data:image/webp;base64,SGVsbG8=', EXPECTED],
    ['is half a picture', async () => (await large(33)).slice(0, 20_000), EXPECTED],
    ['has 81 million pixels', bomb, EXPECTED],
    [
      'is too large',
      () => `data:image/webp;base64,${'A'.repeat(400_000)}`,
      'picture: must have at most 400000 characters',
    ],
  ])('is rejected with its comment if it %s', async (_name, make, message) => {
    const { status, body } = await send(await make());
    expect([status, body.message]).toEqual([400, message]);
  });
});

test('diagnostics have types, and are for members with diagnostics.read', async () => {
  const { body } = await create(await dataUrl(4));
  const document = `query ($id: ID!) { annotation(id: $id) { metadata diagnostics {
    picture browser { userAgent languages timeZone colorScheme screen { width height } viewport { width } online }
    console { level text at } requests { url status at } trail { type } } } }`;
  const readAs = async (token: string) => (await graphql(app, document, { id: body.id }, { token })).data.annotation;
  const { diagnostics, metadata } = await readAs(owner.token);
  expect(diagnostics).toEqual({
    picture: metadata.diagnostics.picture,
    browser: {
      userAgent: 'Mozilla/5.0',
      languages: ['de'],
      timeZone: 'Europe/Vienna',
      colorScheme: null,
      screen: { width: 800, height: 600 },
      viewport: null,
      online: true,
    },
    console: [CONSOLE[0]],
    requests: REQUESTS,
    trail: [],
  });
  const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  const limited = await createPersonalToken(app, owner, { actions: ['annotation.read'] });
  for (const token of [guest.token, limited.token]) {
    const hidden = await readAs(token);
    expect(hidden).toEqual({ diagnostics: null, metadata: { selector: '#total' } });
  }
  const { body: bare } = await rest(app, 'POST', '/annotations', {
    token: owner.token,
    body: { projectId: project.id, content: 'Bare', url: 'https://shop.example/', metadata: { diagnostics: [1] } },
  });
  const { data } = await graphql(app, document, { id: bare.id }, { token: owner.token });
  expect(data.annotation.diagnostics).toEqual({ picture: null, browser: null, console: [], requests: [], trail: [] });
});

test('without the storage the annotation is stored, and its picture later', async () => {
  vi.spyOn(app.services.objects, 'put').mockRejectedValue(new Error('the storage is down'));
  const picture = await dataUrl(5);
  const { body, status } = await create(picture, { 'idempotency-key': 'storage-is-down' });
  expect(status).toBe(201);
  expect(await rowOf(body.id)).toEqual({ inline: picture, key: null, pending: true });
  expect(await pictureOf(body.id)).toBe(picture);
  await expect(movePictures(systemContext(app.services))).rejects.toThrow('the storage is down');

  vi.restoreAllMocks();
  const before = await read(body.id);
  await movePictures(systemContext(app.services));
  const url = await pictureOf(body.id);
  expect((await fetch(url)).status).toBe(200);
  expect(await read(body.id)).toEqual({ ...before, metadata: metadataWith(url) });
  expect(await rowOf(body.id)).toMatchObject({ inline: null, pending: false });
});

test('a backfill moves the pictures of the previous release; a list of 100 shrinks', async ({ annotate }) => {
  const shop = project;
  project = await createProject(app, owner);
  const unreadable = await createWithPreviousRelease('data:image/webp;base64,SGVsbG8=');
  // 7.3 to 8 KB each, like those of the overlay.
  const noise = randomBytes(9);
  const png = await toPng(createPicture(42, 42, () => [noise(), noise(), noise()]));
  const picture = `data:image/png;base64,${png.toString('base64')}`;
  const { rows } = await app.services.pool.query<{ id: string }>(
    `INSERT INTO annotations (id, project_id, number, content, url, url_key, source, metadata, updated_at)
     SELECT gen_random_uuid(), $1, 100 + n, 'The price is wrong', 'https://shop.example/', 'https://shop.example',
            'overlay', jsonb_build_object('diagnostics', jsonb_build_object('picture', $2::text)), now()
       FROM generate_series(1, 100) AS n RETURNING id`,
    [project.id, picture],
  );
  const ids = rows.map(({ id }) => id).sort();
  const [first = '', last = ''] = [ids[0], ids[99]];
  const sizeOfList = async () => {
    const { body } = await rest(app, 'GET', `/annotations/project/${project.id}?limit=100`, { token: owner.token });
    expect(body).toHaveLength(100);
    return Buffer.byteLength(JSON.stringify(body));
  };
  const before = await sizeOfList();
  await runPictureBackfill();
  // Stops after the first pictures, as a process that is stopped; the next run continues.
  const stopping = new AbortController();
  const { put } = app.services.objects;
  vi.spyOn(app.services.objects, 'put').mockImplementation(async (key, bytes) => {
    await put(key, bytes);
    stopping.abort();
  });
  await movePictures(systemContext({ ...app.services, stopping: stopping.signal }));
  expect((await rowOf(first)).pending).toBe(false);
  expect((await rowOf(last)).pending).toBe(true);
  vi.restoreAllMocks();
  await Promise.all([1, 2].map(() => movePictures(systemContext(app.services))));

  const after = await sizeOfList();
  await annotate(`list of 100 annotations with pictures: ${before} bytes, after the backfill ${after}`);
  expect(before).toBeGreaterThan(750_000);
  expect(after).toBeLessThan(120_000);
  expect((await fetch(await pictureOf(last))).status).toBe(200);
  expect(await rowOf(unreadable)).toMatchObject({ inline: 'data:image/webp;base64,SGVsbG8=', pending: false });
  project = shop;
});

test('a lost picture is removed; a deleted annotation frees its picture', async () => {
  const ctx = systemContext(app.services);
  const [lost, kept] = [(await create(await dataUrl(6))).body.id, (await create(await dataUrl(7))).body.id];
  await flagMissing(ctx, (await rowOf(lost)).key);
  expect((await read(lost)).metadata).toEqual({ ...metadataWith(undefined), diagnostics: expect.any(Object) });
  expect(await pictureOf(lost)).toBeUndefined();

  const { key } = await rowOf(kept);
  await rest(app, 'DELETE', `/annotations/${kept}`, { token: owner.token });
  await app.services.pool.query(`UPDATE annotations SET deleted_at = now() - interval '31 days' WHERE id = $1`, [kept]);
  await purgeExpired(ctx);
  await sweepObjects(ctx);
  const { rowCount } = await app.services.pool.query('SELECT FROM stored_objects WHERE key = $1', [key]);
  expect(rowCount).toBe(0);
});
