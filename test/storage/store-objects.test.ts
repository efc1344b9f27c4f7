import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { freeObjects } from '../../src/resolvers/platform/objects/free-objects.ts';
import { isStored } from '../../src/resolvers/platform/objects/is-stored.ts';
import { storeObjects } from '../../src/resolvers/platform/objects/store-objects.ts';
import { waitUntilBlocked } from '../support/blocked-sessions.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { createPicture } from '../support/pictures.ts';
import { storeSnapshot } from '../support/snapshots.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
let snapshotId: string;
beforeAll(async () => {
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  snapshotId = (
    await storeSnapshot(
      app,
      owner,
      id,
      createPicture(9, 9, (x) => [x, x, x]),
    )
  ).id;
});
afterEach(() => vi.restoreAllMocks());

/** Stores bytes as the snapshot's thumbnail. */
const store = (bytes = randomBytes(100), meanwhile = async (_key: string) => {}) =>
  storeObjects(app.services, [{ bytes, kind: 'webp' }], async (sql, [key]) => {
    await sql.query('UPDATE snapshots SET thumbnail_key = $2 WHERE id = $1', [snapshotId, key]);
    await meanwhile(key);
    return key;
  });
const free = (key: string) => freeObjects(systemContext(app.services), [key]);

test('unresponsive storage occupies no database connection', async () => {
  const { objects, pool } = app.services;
  const { put } = objects;
  let response = () => {};
  const silence = new Promise<void>((resolve) => {
    response = resolve;
  });
  const putting = vi.spyOn(objects, 'put').mockImplementation(async (key, bytes) => {
    await silence;
    await put(key, bytes);
  });
  const uploads = Promise.all(Array.from({ length: 12 }, () => store()));
  await expect.poll(() => putting.mock.calls.length).toBe(12);
  expect(pool.totalCount - pool.idleCount).toBe(0);
  response();
  for (const key of await uploads) expect(await isStored(systemContext(app.services), key)).toBe(true);
});

test('an object that is removed while it is stored is stored again', async () => {
  const { objects } = app.services;
  const { put } = objects;
  const putting = vi.spyOn(objects, 'put').mockImplementationOnce(async (key, bytes) => {
    await put(key, bytes);
    expect(await free(key)).toBe(1);
  });
  const key = await store();
  expect(putting).toHaveBeenCalledTimes(2);
  expect(await isStored(systemContext(app.services), key)).toBe(true);
});

test('a row that another process recreated meanwhile is not mistaken for the own one', async () => {
  const { objects, pool } = app.services;
  const { put } = objects;
  const bytes = randomBytes(100);
  const putting = vi.spyOn(objects, 'put').mockImplementationOnce(async (key) => {
    await put(key, bytes);
    await free(key);
    // Another process has claimed the key and not stored the object yet.
    await pool.query(`INSERT INTO stored_objects (key, size, content_type) VALUES ($1, 100, 'image/webp')`, [key]);
  });
  const key = await store(bytes);
  expect(putting).toHaveBeenCalledTimes(2);
  expect(await isStored(systemContext(app.services), key)).toBe(true);
});

test('an object that is removed repeatedly is an error', async () => {
  const { objects } = app.services;
  vi.spyOn(objects, 'put').mockImplementation(async (key) => void (await free(key)));
  await expect(store()).rejects.toThrow(/^the object [0-9a-f]{64}\.webp was removed concurrently$/);
});

test('an object that a transaction is about to reference is not removed', async () => {
  let freed: Promise<number> | undefined;
  const key = await store(randomBytes(100), async (stored) => {
    freed = free(stored);
    await waitUntilBlocked(app, 'DELETE FROM stored_objects');
  });
  expect(await freed).toBe(0);
  expect(await isStored(systemContext(app.services), key)).toBe(true);
});

test('at most two connections wait for removals', async () => {
  const keys = await Promise.all(Array.from({ length: 12 }, () => store()));
  const { objects, pool } = app.services;
  const { remove } = objects;
  let response = () => {};
  const silence = new Promise<void>((resolve) => {
    response = resolve;
  });
  const removing = vi.spyOn(objects, 'remove').mockImplementation(async (key) => {
    await silence;
    await remove(key);
  });
  await pool.query('UPDATE snapshots SET thumbnail_key = NULL');
  const freed = Promise.all(keys.map(free));
  await expect.poll(() => removing.mock.calls.length).toBe(2);
  expect(pool.totalCount - pool.idleCount).toBe(2);
  response();
  expect((await freed).every((n) => n === 1)).toBe(true);
});
