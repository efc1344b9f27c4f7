import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { CONTENT_TYPES, objectKey } from '../../src/infrastructure/storage/object-storage.ts';
import { purgeSnapshots } from '../../src/resolvers/addons/retention/purge-snapshots.ts';
import { sweepObjects } from '../../src/resolvers/platform/objects/sweep-objects.ts';
import { OBJECT_USES } from '../../src/resolvers/platform/objects/uses.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { transports, waitForSubscribers } from '../support/live-client.ts';
import { createPicture } from '../support/pictures.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { S3_CREDENTIALS, type S3Server, startS3Server } from '../support/servers/s3-server.ts';
import { storeSnapshot } from '../support/snapshots.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { createWebhook } from '../support/webhooks.ts';
import { block, type PageServer, page, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';

let s3: S3Server;
let site: PageServer;
beforeAll(async () => {
  s3 = await startS3Server();
  site = await servePages({
    '/red': page(
      `${block('red', [0, 0, 200, 100], 'id="hero"')}<h1>Offers</h1><script>console.error('broken')</script>`,
    ),
    '/asks': page(
      `<p id="driver"></p><script type="module">driver.textContent = navigator.webdriver; await navigator.gpu?.requestAdapter()</script>`,
    ),
    '/tall': page(`<div style="height:4000px;background:blue">${randomUUID()}</div>`),
  });
});
afterAll(async () => {
  await site.close();
  await s3.close();
});

// biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
type Json = any;

const storages = {
  files: () => ({}),
  S3: () => ({
    S3_ENDPOINT: s3.url,
    S3_BUCKET: s3.bucket,
    S3_REGION: S3_CREDENTIALS.region,
    S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  }),
};

describe.each(Object.entries(storages))('with %s', (_name, env) => {
  let app: TestApp;
  let owner: TestUser;
  let projectId: string;
  beforeAll(async () => {
    app = await startTestApp({ jobs: true, env: { ...env(), CAPTURE_CONCURRENCY: '2' } });
    owner = await registerUser(app);
    projectId = (await createProject(app, owner)).id;
  });
  afterAll(() => app.close());

  const call = (method: string, path: string, body?: object): Promise<Json> =>
    rest(app, method, `/v1${path}`, { token: owner.token, body });
  const read = async (id: string): Promise<Json> => (await call('GET', `/snapshots/${id}`)).body.data;
  async function take(path: string, options: object = {}): Promise<Json> {
    const viewport = { width: 400, height: 300 };
    const { body } = await call('POST', '/snapshots', { projectId, url: site.url + path, viewport, ...options });
    await expect.poll(async () => (await read(body.data.id)).status).not.toBe('processing');
    return read(body.data.id);
  }
  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of app.services.objects.list()) keys.push(key);
    return keys.sort();
  };
  const keyOf = (url: string) => new URL(url).pathname.replace('/objects/', '');
  /** Overwrites the bytes of an object. */
  async function damage(key: string): Promise<void> {
    const { objects: storage } = app.services;
    const bytes = await storage.get(key);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
    const stored = s3.objects.get(`pinbound/${key}`);
    if (stored) stored.bytes = bytes;
    else await writeFile(join(storage.location, key.slice(0, 2), key), bytes);
  }

  test('a snapshot is captured, published, served and removed', async () => {
    const receiver = await startReceiver();
    await createWebhook(app, owner, { url: receiver.url, events: ['snapshot.completed'] });
    const stream = transports['a WebSocket']?.(app, {
      query: `subscription ($id: ID!) { snapshotCompleted(projectId: $id) { id status imageUrl } }`,
      variables: { id: projectId },
      token: owner.token,
    });
    await waitForSubscribers(app, 1);

    const taken = await take('/red', { viewport: { width: 800, height: 600, deviceScaleFactor: 2 } });
    expect(taken).toMatchObject({
      status: 'completed',
      estimatedTime: null,
      error: null,
      width: 1600,
      height: 1200,
      title: 'Test',
      finalUrl: `${site.url}/red`,
      httpStatus: 200,
      durationMs: expect.any(Number),
      isComplete: true,
      isCut: false,
      pendingRequests: 0,
      missingFeatures: [],
      completedAt: expect.any(String),
    });

    const image = await fetch(taken.imageUrl);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    const pixels = await pixelsOf(Buffer.from(await image.arrayBuffer()));
    expect([pixels.width, pixels.height, pixels.at(399, 199)]).toEqual([1600, 1200, '#ff0000']);

    const thumbnail = await sharp(Buffer.from(await (await fetch(taken.thumbnailUrl)).arrayBuffer())).metadata();
    expect(thumbnail).toMatchObject({ format: 'webp', width: 480, height: 360 });

    const record: Json = await (await fetch(taken.recordUrl)).json();
    expect(record).toMatchObject({ title: 'Test', status: 200, consoleErrors: ['broken'], scale: 2 });
    expect(record.elements).toContainEqual(
      expect.objectContaining({ selector: '#hero', tag: 'div', box: [0, 0, 200, 100] }),
    );
    expect(record.elements).toContainEqual(expect.objectContaining({ tag: 'h1', text: 'Offers' }));

    await expect.poll(() => stream?.results.length).toBe(1);
    expect(stream?.results[0].snapshotCompleted).toMatchObject({ id: taken.id, status: 'completed' });
    stream?.stop();
    await expect.poll(() => receiver.requests.length).toBe(1);
    const delivered = JSON.parse(String(receiver.requests[0]?.body));
    expect(delivered).toMatchObject({
      type: 'snapshot.completed',
      data: { snapshot: { id: taken.id, url: `${site.url}/red`, status: 'completed' }, project: { id: projectId } },
    });
    expect((await fetch(delivered.data.snapshot.imageUrl)).status).toBe(200);
    await receiver.close();

    expect(await objects()).toHaveLength(3);
    expect((await call('DELETE', `/snapshots/${taken.id}`)).status).toBe(200);
    expect((await fetch(taken.imageUrl)).status).toBe(404);
    await expect.poll(objects).toEqual([]);
  });

  test('a project decides whether pages read true from navigator.webdriver; what a browser lacks is named', async () => {
    const asked = async () => {
      const taken = await take('/asks');
      const record: Json = await (await fetch(taken.recordUrl)).json();
      await call('DELETE', `/snapshots/${taken.id}`);
      const { text } = record.elements.find(({ id }: Json) => id === 'driver');
      return [text, taken.missingFeatures, record.missingFeatures];
    };
    expect(await asked()).toEqual(['true', ['webgpu'], ['webgpu']]);
    const change = { token: owner.token, body: { hideWebdriver: true } };
    const changed = await rest(app, 'PATCH', `/projects/${projectId}`, change);
    expect(changed.body.hideWebdriver).toBe(true);
    expect(await asked()).toEqual(['false', ['webgpu'], ['webgpu']]);
    await expect.poll(objects).toEqual([]);
  });

  test('an image is shared by equal snapshots and removed with the last', async () => {
    const [one, two] = [await take('/red'), await take('/red')];
    expect(keyOf(one.imageUrl)).toBe(keyOf(two.imageUrl));
    await call('DELETE', `/snapshots/${one.id}`);
    expect((await fetch(two.imageUrl)).status).toBe(200);
    await call('DELETE', `/snapshots/${two.id}`);
    expect((await fetch(two.imageUrl)).status).toBe(404);
    await expect.poll(objects).toEqual([]);
  });

  test('a failure has a message', async () => {
    const failed = await take('/red', { waitForSelector: '##' });
    expect(failed).toMatchObject({
      status: 'failed',
      error: 'waitForSelector: "##" is not a CSS selector',
      imageUrl: null,
      estimatedTime: null,
    });
  });

  test('an image supports conditional and range requests', async () => {
    const { imageUrl, id } = await take('/tall', { fullPage: true });
    const whole = await fetch(imageUrl);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    const etag = whole.headers.get('etag') ?? '';
    const request = (headers: Record<string, string>, method = 'GET') => fetch(imageUrl, { method, headers });
    expect((await request({ 'if-none-match': etag })).status).toBe(304);
    expect((await request({ 'if-none-match': '"other"' })).status).toBe(200);
    const head = await request({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 10],
      ['bytes=10-', 10, bytes.length],
      ['bytes=-7', bytes.length - 7, bytes.length],
      [`bytes=5-${bytes.length + 99}`, 5, bytes.length],
    ] as const) {
      const part = await request({ range });
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${from}-${to - 1}/${bytes.length}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(from, to));
    }
    expect((await request({ range: `bytes=${bytes.length}-` })).status).toBe(416);
    expect((await request({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await request({ range: 'lines=1-2' })).status).toBe(200);

    const signed = new URL(imageUrl);
    const changed = (change: (url: URL) => void) => {
      const url = new URL(signed);
      change(url);
      return fetch(url).then(({ status }) => status);
    };
    expect(await changed((url) => url.searchParams.delete('signature'))).toBe(403);
    expect(await changed((url) => url.searchParams.set('expires', '9999999999'))).toBe(403);
    expect(await changed((url) => url.searchParams.set('signature', 'AAAA'))).toBe(403);
    expect(
      await changed((url) => {
        url.pathname = `/objects/${'0'.repeat(64)}.png`;
      }),
    ).toBe(403);
    expect(
      await changed((url) => {
        url.pathname = '/objects/..%2F..%2Fetc%2Fpasswd';
      }),
    ).toBe(404);
    await call('DELETE', `/snapshots/${id}`);
  });

  test.each(['lost', 'damaged'])('a %s image is a named error, and its snapshot is flagged', async (kind) => {
    const { id, imageUrl } = await take('/red');
    const key = keyOf(imageUrl);
    if (kind === 'lost') await app.services.objects.remove(key);
    else await damage(key);
    const response = await fetch(imageUrl);
    const { message } = (await response.json()) as { message: string };
    expect([response.status, message]).toEqual([
      500,
      `The stored file of snapshot ${id} is lost or damaged; take the snapshot again`,
    ]);
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: 'The stored image is lost or damaged; take the snapshot again',
      imageUrl: null,
    });
    const again = await take('/red');
    expect((await fetch(again.imageUrl)).status).toBe(200);
    for (const each of [id, again.id]) await call('DELETE', `/snapshots/${each}`);
  });

  test('the sweep reconciles rows and storage in both directions', async () => {
    const { pool, objects: storage } = app.services;
    await expect.poll(objects).toEqual([]);
    const kept = await take('/red');
    const lost = await take('/tall');
    const stray = Buffer.from(randomUUID());
    await storage.put(objectKey(stray, 'png'), stray);
    const unused = Buffer.from(randomUUID());
    const unusedKey = objectKey(unused, 'png');
    await storage.put(unusedKey, unused);
    await pool.query('INSERT INTO stored_objects (key, size, content_type) VALUES ($1, $2, $3)', [
      unusedKey,
      unused.length,
      CONTENT_TYPES.png,
    ]);
    await storage.remove(keyOf(lost.imageUrl));
    await new Promise((resolve) => setTimeout(resolve, 20));
    // Young objects may still be in use by a running transaction.
    expect(await sweepObjects(systemContext(app.services))).toEqual({ unused: 1, strays: 0, lost: 0 });
    const list = vi.spyOn(storage, 'list');
    expect(await sweepObjects(systemContext(app.services), 0)).toEqual({ unused: 0, strays: 1, lost: 1 });
    // Listed by prefix, so that not all keys are in memory at once.
    const starts = list.mock.calls.map(([start]) => start);
    expect(starts).toEqual(Array.from({ length: 256 }, (_, n) => Buffer.of(n).toString('hex')));
    list.mockRestore();
    expect(await sweepObjects(systemContext(app.services), 0)).toEqual({ unused: 0, strays: 0, lost: 0 });
    expect((await read(lost.id)).status).toBe('failed');
    expect((await fetch(kept.imageUrl)).status).toBe(200);
    for (const { id } of [kept, lost]) await call('DELETE', `/snapshots/${id}`);
    await expect.poll(objects).toEqual([]);
  });

  test('snapshots past their project’s retention are removed with their images', async () => {
    const { pool } = app.services;
    const { id } = await take('/red');
    const purgeAfter = async (days: number, retention: number) => {
      await rest(app, 'PATCH', `/projects/${projectId}`, {
        token: owner.token,
        body: { snapshotRetention: retention },
      });
      await pool.query(`UPDATE snapshots SET created_at = now() - $2 * interval '1 day' WHERE id = $1`, [id, days]);
      await purgeSnapshots(systemContext(app.services));
      return (await call('GET', `/snapshots/${id}`)).status;
    };
    expect(await purgeAfter(1_000, 0)).toBe(200);
    expect(await purgeAfter(29, 30)).toBe(200);
    expect(await purgeAfter(31, 30)).toBe(404);
    expect(await objects()).toEqual([]);
  });

  test('every column that references an object is known to the object removal', async () => {
    const { rows } = await app.services.pool.query<{ table: string; column: string }>(
      `SELECT k.table_name AS table, k.column_name AS column
         FROM information_schema.referential_constraints r
         JOIN information_schema.key_column_usage k ON k.constraint_name = r.constraint_name
         JOIN information_schema.constraint_column_usage u ON u.constraint_name = r.constraint_name
        WHERE u.table_name = 'stored_objects'`,
    );
    const sorted = (list: readonly { table: string; column: string }[]) =>
      list.map(({ table, column }) => `${table}.${column}`).sort();
    expect(sorted(rows)).toEqual(sorted(OBJECT_USES));
  });
});

test('a temporary storage failure loses nothing', async () => {
  const app = await startTestApp({ jobs: true, env: storages.S3() });
  const owner = await registerUser(app);
  const { id: projectId } = await createProject(app, owner);
  // As many failures as the library retries.
  s3.failNext(500, 3);
  const { body } = await rest(app, 'POST', '/v1/snapshots', {
    token: owner.token,
    body: { projectId, url: `${site.url}/red` },
  });
  const read = async () => (await rest(app, 'GET', `/v1/snapshots/${body.data.id}`, { token: owner.token })).body.data;
  await expect.poll(async () => (await read()).status, { timeout: 40_000 }).toBe('completed');
  expect((await fetch((await read()).imageUrl)).status).toBe(200);
  await app.close();
});

test('a snapshot in progress on a stopping worker is completed by another', async () => {
  let requestCount = 0;
  const slow = await servePages({
    '/': (_request, response) => {
      requestCount += 1;
      if (requestCount > 1) response.writeHead(200, { 'content-type': 'text/html' }).end(page('<p>Text</p>'));
    },
  });
  const api = await startTestApp();
  const owner = await registerUser(api);
  const project = await createProject(api, owner);
  const first = await startTestApp({ jobs: true, databaseUrl: api.databaseUrl });
  const { body } = await rest(api, 'POST', '/v1/snapshots', {
    token: owner.token,
    body: { projectId: project.id, url: slow.url },
  });
  await expect.poll(() => requestCount).toBe(1);
  await first.close();
  const second = await startTestApp({ jobs: true, databaseUrl: api.databaseUrl });
  const statusOf = async () => (await api.services.db.snapshot.findUnique({ where: { id: body.data.id } }))?.status;
  await expect.poll(statusOf).toBe('completed');
  for (const app of [second, api]) await app.close();
  await slow.close();
});

test('a snapshot is deleted even if the storage cannot remove its image', async () => {
  // Objects of other installations, with their installation id.
  s3.objects.clear();
  const app = await startTestApp({ env: storages.S3() });
  // Writes the installation id: a storage without one is recognized by its objects, the only one of
  // which may be removed at that moment.
  await sweepObjects(systemContext(app.services));
  const owner = await registerUser(app);
  const { id: projectId } = await createProject(app, owner);
  const { id } = await storeSnapshot(
    app,
    owner,
    projectId,
    createPicture(9, 9, (x, y) => [x, y, 7]),
  );
  const call = (method: string) => rest(app, method, `/v1/snapshots/${id}`, { token: owner.token });
  const { imageUrl } = (await call('GET')).body.data;
  const stored = () => s3.objects.has(new URL(imageUrl).pathname.replace('/objects', 'pinbound'));
  expect(stored()).toBe(true);
  s3.failNext(503, 1e6);
  expect((await call('DELETE')).status).toBe(200);
  expect((await call('DELETE')).status).toBe(404);
  expect((await fetch(imageUrl)).status).toBe(404);
  s3.failNext(0, 0);
  await sweepObjects(systemContext(app.services));
  expect(stored()).toBe(false);
  await app.close();
});
