import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { MARK_NAME, objectKey } from '../../src/infrastructure/storage/object-storage.ts';
import { type Swept, sweepObjects } from '../../src/resolvers/platform/objects/sweep-objects.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { S3_CREDENTIALS, type S3Server, startS3Server } from '../support/servers/s3-server.ts';
import { storeSnapshot } from '../support/snapshots.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

interface Storage {
  env(): NodeJS.ProcessEnv;
  /** Puts an empty one in its place, as a mount that failed does. @returns brings it back */
  takeAway(app: TestApp): Promise<() => Promise<void>>;
}

const storages: Record<string, Storage> = {
  files: {
    env: () => ({}),
    async takeAway({ services: { objects } }) {
      const away = `${objects.place}-away`;
      await rename(objects.place, away);
      await mkdir(objects.place);
      return async () => {
        await rm(objects.place, { recursive: true });
        await rename(away, objects.place);
      };
    },
  },
  S3: {
    env: () => ({
      S3_ENDPOINT: s3.url,
      S3_BUCKET: s3.bucket,
      S3_REGION: S3_CREDENTIALS.region,
      S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    }),
    async takeAway() {
      const away = [...s3.objects];
      s3.objects.clear();
      return async () => {
        s3.objects.clear();
        for (const [key, object] of away) s3.objects.set(key, object);
      };
    },
  },
};

describe.each(Object.entries(storages))('%s that are not ours', (_name, storage) => {
  let app: TestApp;
  let owner: TestUser;
  let snapshot: { id: string; imageUrl: string };
  beforeAll(async () => {
    s3.objects.clear();
    app = await startTestApp({ env: storage.env() });
    owner = await registerUser(app);
    const { id: projectId } = await createProject(app, owner);
    const { id } = await storeSnapshot(
      app,
      owner,
      projectId,
      picture(40, 30, (x, y) => [x, y, 9]),
    );
    snapshot = await read(id);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    expect(await sweep()).toEqual({ unused: 0, strays: 0, lost: 0 });
  });

  const read = async (id: string) => (await rest(app, 'GET', `/v1/snapshots/${id}`, { token: owner.token })).body.data;
  const sweep = (): Promise<Swept> => sweepObjects(systemContext(app.services), 0);
  const foreign = async () => (await app.services.metrics.foreignStorage.get()).values[0]?.value;
  const REFUSED = { code: 'UNAVAILABLE' };
  async function expectNothingLost(): Promise<void> {
    expect(await foreign()).toBe(1);
    expect(await sweep()).toEqual({ unused: 0, strays: 0, lost: 0 });
    expect(await foreign()).toBe(0);
    expect(await read(snapshot.id)).toMatchObject({ status: 'completed', error: null });
    expect((await fetch((await read(snapshot.id)).imageUrl)).status).toBe(200);
  }
  async function putStray(): Promise<string> {
    const bytes = Buffer.from(randomUUID());
    const key = objectKey(bytes, 'png');
    await app.services.objects.put(key, bytes);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return key;
  }

  test('an empty one costs no picture, whoever looks', async () => {
    const bringBack = await storage.takeAway(app);
    await expect(sweep()).rejects.toMatchObject(REFUSED);
    const answer = await fetch(snapshot.imageUrl);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    // What is stored meanwhile does not make it ours.
    await putStray();
    await expect(sweep()).rejects.toMatchObject(REFUSED);
    await bringBack();
    await expectNothingLost();
  });

  test('the one of another installation keeps its objects', async () => {
    const { objects } = app.services;
    const bringBack = await storage.takeAway(app);
    await objects.writeMark(randomUUID());
    const theirs = await putStray();
    await expect(sweep()).rejects.toMatchObject(REFUSED);
    expect((await objects.get(theirs)).length).toBeGreaterThan(0);
    await bringBack();
    await expectNothingLost();
  });

  test('a database that has marked none yet takes the one with its images, and no other', async () => {
    const { pool } = app.services;
    await pool.query('DELETE FROM storage_marks');
    const bringBack = await storage.takeAway(app);
    await expect(sweep()).rejects.toMatchObject(REFUSED);
    await bringBack();
    await removeMark();
    await pool.query('DELETE FROM storage_marks');
    await expectNothingLost();
  });

  test('a mark that did not reach the storage is written again', async () => {
    await removeMark();
    await app.services.pool.query('UPDATE storage_marks SET is_written = false');
    expect(await sweep()).toEqual({ unused: 0, strays: 0, lost: 0 });
    expect(await app.services.objects.readMark()).toEqual(expect.any(String));
  });

  async function removeMark(): Promise<void> {
    s3.objects.delete(`pinbound/${MARK_NAME}`);
    await rm(join(app.services.objects.place, MARK_NAME), { force: true });
  }
});

test('a database without images takes an empty storage, and none with images', async () => {
  const app = await startTestApp();
  const { objects, pool } = app.services;
  const sweep = () => sweepObjects(systemContext(app.services), 0);
  const bytes = Buffer.from(randomUUID());
  const key = objectKey(bytes, 'png');
  await objects.put(key, bytes);
  await expect(sweep()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await objects.remove(key);
  expect(await sweep()).toEqual({ unused: 0, strays: 0, lost: 0 });
  await writeFile(join(objects.place, MARK_NAME), 'no mark of ours');
  await expect(sweep()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await pool.query('DELETE FROM storage_marks');
  await app.close();
});
