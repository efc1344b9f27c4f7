import { once } from 'node:events';
import type { ReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { createPicture, randomBytes } from '../support/pictures.ts';
import { S3_CREDENTIALS, type S3Server, startS3Server } from '../support/servers/s3-server.ts';
import { storeSnapshot } from '../support/snapshots.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const MIB = 1024 * 1024;

describe.each(['files', 'S3'])('images of a few MiB, in %s', (storage) => {
  let s3: S3Server;
  let app: TestApp;
  let owner: TestUser;
  let projectId: string;
  /** Streams opened from the storage, in order. */
  const opened: Readable[] = [];
  let buffered = 0;

  beforeAll(async () => {
    s3 = await startS3Server();
    const settings = {
      S3_ENDPOINT: s3.url,
      S3_BUCKET: s3.bucket,
      S3_REGION: S3_CREDENTIALS.region,
      S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    };
    app = await startTestApp({ env: storage === 'S3' ? settings : {} });
    const { objects } = app.services;
    const { open, get } = objects;
    objects.open = async (...args) => {
      const stream = await open(...args);
      opened.push(stream);
      return stream;
    };
    objects.get = (key) => {
      buffered += 1;
      return get(key);
    };
    owner = await registerUser(app);
    projectId = (await createProject(app, owner)).id;
  });
  afterAll(async () => {
    await app.close();
    await s3.close();
  });

  /** Stores an incompressible image. */
  async function store(side: number): Promise<{ id: string; imageUrl: string }> {
    const next = randomBytes(side);
    const noise = createPicture(side, side, () => [next(), next(), next()]);
    const { id } = await storeSnapshot(app, owner, projectId, noise);
    return (await rest(app, 'GET', `/v1/snapshots/${id}`, { token: owner.token })).body.data;
  }

  async function damage(url: string): Promise<void> {
    const key = new URL(url).pathname.replace('/objects/', '');
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 100);
    const stored = s3.objects.get(`pinbound/${key}`);
    if (stored) stored.bytes = bytes;
    else await writeFile(join(app.services.objects.location, key.slice(0, 2), key), bytes);
  }

  test('are not buffered for a client, nor for a range', async () => {
    const { imageUrl } = await store(700);
    buffered = 0;
    const whole = Buffer.from(await (await fetch(imageUrl)).arrayBuffer());
    expect(whole.length).toBeGreaterThan(MIB);
    const ranged = await fetch(imageUrl, { headers: { range: `bytes=${MIB}-${MIB + 9}` } });
    expect(ranged.status).toBe(206);
    expect(Buffer.from(await ranged.arrayBuffer())).toEqual(whole.subarray(MIB, MIB + 10));
    expect(buffered).toBe(0);
  });

  test('are released when the client disconnects', async () => {
    const { imageUrl } = await store(1_950);
    opened.length = 0;
    const { hostname, port, pathname, search } = new URL(imageUrl);
    const reader = connect(Number(port), hostname);
    reader.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: test\r\n\r\n`);
    await once(reader, 'readable');
    reader.pause();
    const [check, body] = opened;
    expect(check?.readableEnded).toBe(true);
    expect([opened.length, body?.destroyed]).toEqual([2, false]);
    if (storage === 'files') expect((body as ReadStream).bytesRead).toBeLessThan(13 * MIB);
    reader.destroy();
    await expect.poll(() => body?.destroyed).toBe(true);
  });

  test.each([undefined, 'bytes=0-9'])(
    'that are damaged are reported before their first byte (range %s)',
    async (range) => {
      const { id, imageUrl } = await store(range ? 400 : 401);
      await damage(imageUrl);
      expect((await fetch(imageUrl, { headers: range ? { range } : {} })).status).toBe(500);
      const shown = await rest(app, 'GET', `/v1/snapshots/${id}`, { token: owner.token });
      expect(shown.body.data.status).toBe('failed');
    },
  );
});
