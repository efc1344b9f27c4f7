import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { INSTALLATION_KEY, objectKey } from '../../src/infrastructure/storage/object-storage.ts';
import { type SweepResult, sweepObjects } from '../../src/resolvers/platform/objects/sweep-objects.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { createPicture } from '../support/pictures.ts';
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
  /**
   * Replaces the storage by an empty one, like a failed mount.
   *
   * @returns function that restores the storage
   */
  detach(app: TestApp): Promise<() => Promise<void>>;
}

const storages: Record<string, Storage> = {
  files: {
    env: () => ({}),
    async detach({ services: { objects } }) {
      const away = `${objects.location}-away`;
      await rename(objects.location, away);
      await mkdir(objects.location);
      return async () => {
        await rm(objects.location, { recursive: true });
        await rename(away, objects.location);
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
    async detach() {
      const away = [...s3.objects];
      s3.objects.clear();
      return async () => {
        s3.objects.clear();
        for (const [key, object] of away) s3.objects.set(key, object);
      };
    },
  },
};

describe.each(Object.entries(storages))('%s of another installation', (_name, storage) => {
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
      createPicture(40, 30, (x, y) => [x, y, 9]),
    );
    snapshot = await read(id);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    expect(await sweep()).toEqual({ unused: 0, strays: 0, lost: 0 });
  });

  const read = async (id: string) => (await rest(app, 'GET', `/v1/snapshots/${id}`, { token: owner.token })).body.data;
  const sweep = (): Promise<SweepResult> => sweepObjects(systemContext(app.services), 0);
  const foreign = async () => (await app.services.metrics.foreignStorage.get()).values[0]?.value;
  const UNAVAILABLE = { code: 'UNAVAILABLE' };
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

  test('an empty storage loses no image, whichever job checks it', async () => {
    const reattach = await storage.detach(app);
    await expect(sweep()).rejects.toMatchObject(UNAVAILABLE);
    const response = await fetch(snapshot.imageUrl);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    // An object stored meanwhile does not claim the storage.
    await putStray();
    await expect(sweep()).rejects.toMatchObject(UNAVAILABLE);
    await reattach();
    await expectNothingLost();
  });

  test('the storage of another installation keeps its objects', async () => {
    const { objects } = app.services;
    const reattach = await storage.detach(app);
    await objects.writeInstallationId(randomUUID());
    const foreignKey = await putStray();
    await expect(sweep()).rejects.toMatchObject(UNAVAILABLE);
    expect((await objects.get(foreignKey)).length).toBeGreaterThan(0);
    await reattach();
    await expectNothingLost();
  });

  test('a database without an installation id claims only the storage with its images', async () => {
    const { pool } = app.services;
    await pool.query('DELETE FROM storage_marks');
    const reattach = await storage.detach(app);
    await expect(sweep()).rejects.toMatchObject(UNAVAILABLE);
    await reattach();
    await removeInstallationId();
    await pool.query('DELETE FROM storage_marks');
    await expectNothingLost();
  });

  test('an installation id that is missing in the storage is written again', async () => {
    await removeInstallationId();
    await app.services.pool.query('UPDATE storage_marks SET is_written = false');
    expect(await sweep()).toEqual({ unused: 0, strays: 0, lost: 0 });
    expect(await app.services.objects.readInstallationId()).toEqual(expect.any(String));
  });

  async function removeInstallationId(): Promise<void> {
    s3.objects.delete(`pinbound/${INSTALLATION_KEY}`);
    await rm(join(app.services.objects.location, INSTALLATION_KEY), { force: true });
  }
});

test('a database without images claims an empty storage only', async () => {
  const app = await startTestApp();
  const { objects, pool } = app.services;
  const sweep = () => sweepObjects(systemContext(app.services), 0);
  const bytes = Buffer.from(randomUUID());
  const key = objectKey(bytes, 'png');
  await objects.put(key, bytes);
  await expect(sweep()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await objects.remove(key);
  expect(await sweep()).toEqual({ unused: 0, strays: 0, lost: 0 });
  await writeFile(join(objects.location, INSTALLATION_KEY), 'an unknown id');
  await expect(sweep()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await pool.query('DELETE FROM storage_marks');
  await app.close();
});
