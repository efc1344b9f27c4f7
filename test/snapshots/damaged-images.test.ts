import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { picture, randomBytes } from '../support/pictures.ts';
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

/** A picture that cannot be compressed. */
async function store(side: number) {
  const next = randomBytes(side);
  const { id } = await storeSnapshot(
    app,
    owner,
    projectId,
    picture(side, side, () => [next(), next(), next()]),
  );
  return read(id);
}

async function damage(url: string): Promise<void> {
  const { objects } = app.services;
  const key = new URL(url).pathname.replace('/objects/', '');
  const bytes = await objects.get(key);
  bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 100);
  await writeFile(join(objects.place, key.slice(0, 2), key), bytes);
}

test('a large image that is damaged breaks off, and its snapshot is marked', async () => {
  const { id, imageUrl } = await store(2_700);
  const whole = Buffer.from(await (await fetch(imageUrl)).arrayBuffer());
  expect(whole.length).toBeGreaterThan(16 * 1024 * 1024);
  await damage(imageUrl);
  const answer = await fetch(imageUrl);
  expect(answer.headers.get('content-length')).toBe(String(whole.length));
  await expect(answer.arrayBuffer()).rejects.toThrow();
  expect(await read(id)).toMatchObject({
    status: 'failed',
    error: 'The stored image is lost or damaged; take the snapshot again',
    imageUrl: null,
  });
  // It goes on answering, and the same picture can be stored again.
  expect((await fetch((await store(2_700)).imageUrl)).status).toBe(200);
});

test('a stretch of a damaged image is told as the whole is', async () => {
  const { id, imageUrl } = await store(60);
  const ask = () => fetch(imageUrl, { headers: { range: 'bytes=0-9' } });
  expect((await ask()).status).toBe(206);
  await damage(imageUrl);
  expect((await ask()).status).toBe(500);
  expect((await read(id)).status).toBe('failed');
});
