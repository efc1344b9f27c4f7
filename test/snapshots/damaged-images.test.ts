import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { createPicture, randomBytes } from '../support/pictures.ts';
import { storeSnapshot } from '../support/snapshots.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});

const read = async (id: string) => (await rest(app, 'GET', `/v1/snapshots/${id}`, { token: owner.token })).body.data;

/** Stores an incompressible image. */
async function store(side: number) {
  const next = randomBytes(side);
  const { id } = await storeSnapshot(
    app,
    owner,
    projectId,
    createPicture(side, side, () => [next(), next(), next()]),
  );
  return read(id);
}

async function damage(url: string): Promise<void> {
  const { objects } = app.services;
  const key = new URL(url).pathname.replace('/objects/', '');
  const bytes = await objects.get(key);
  bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 100);
  await writeFile(join(objects.location, key.slice(0, 2), key), bytes);
}

test('a damaged large image is cut off, and its snapshot is flagged', async () => {
  const { id, imageUrl } = await store(2_700);
  const whole = Buffer.from(await (await fetch(imageUrl)).arrayBuffer());
  expect(whole.length).toBeGreaterThan(16 * 1024 * 1024);
  await damage(imageUrl);
  const response = await fetch(imageUrl);
  expect(response.headers.get('content-length')).toBe(String(whole.length));
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect(await read(id)).toMatchObject({
    status: 'failed',
    error: 'The stored image is lost or damaged; take the snapshot again',
    imageUrl: null,
  });
  // The service still responds, and the same image can be stored again.
  expect((await fetch((await store(2_700)).imageUrl)).status).toBe(200);
});

test('a range of a damaged image fails like the whole image', async () => {
  const { id, imageUrl } = await store(60);
  const requestRange = () => fetch(imageUrl, { headers: { range: 'bytes=0-9' } });
  expect((await requestRange()).status).toBe(206);
  await damage(imageUrl);
  expect((await requestRange()).status).toBe(500);
  expect((await read(id)).status).toBe('failed');
});
