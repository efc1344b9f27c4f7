import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { objectKey } from '../../../src/infrastructure/storage/object-storage.ts';
import { purgeExpiredJob } from '../../../src/jobs/scheduled-jobs.ts';
import { keepRemainingElementCrops } from '../../../src/resolvers/core/reanchoring/keep-element-crops.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { createPicture } from '../../support/pictures.ts';
import { storeSnapshot } from '../../support/snapshots.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});
afterEach(() => vi.restoreAllMocks());

const countOf = async (table: string, where: string) =>
  (await app.services.pool.query(`SELECT FROM ${table} WHERE ${where}`)).rowCount;
const run = () => purgeExpiredJob.run(systemContext(app.services));
/** An event that is past its time. */
const writeOldEvent = () =>
  app.services.pool.query(
    `INSERT INTO events (id, type, organization_id, project_id, data, relayed_at)
     VALUES (gen_random_uuid(), 'comment.created', $1, $2, '{}', now() - interval '31 days')`,
    [owner.organizationId, projectId],
  );
const OLD_EVENTS = `relayed_at < now() - interval '30 days'`;

test('continues when the storage fails to delete, and retries what it can delete', async () => {
  const { pool, objects } = app.services;
  const shades = [1, 2, 3];
  for (const shade of shades) {
    await storeSnapshot(
      app,
      owner,
      projectId,
      createPicture(9, 9, (x, y) => [x, y, shade]),
    );
  }
  const { rows } = await pool.query<{ key: string }>('SELECT image_key AS key FROM snapshots');
  await pool.query('UPDATE projects SET snapshot_retention = 1');
  await pool.query(`UPDATE snapshots SET created_at = now() - interval '2 days'`);
  await writeOldEvent();
  const remove = objects.remove.bind(objects);
  vi.spyOn(objects, 'remove').mockImplementation(async (key) => {
    if (key === rows[0]?.key) throw new Error('removing is refused');
    await remove(key);
  });
  await expect(run()).rejects.toThrow('removing is refused');
  expect(await countOf('snapshots', 'true')).toBe(0);
  expect(await countOf('events', OLD_EVENTS)).toBe(0);
  const images = rows.map(({ key }) => `'${key}'`).join();
  expect(await countOf('stored_objects', `key IN (${images})`)).toBe(1);
});

test('executes the other statements when one fails', async () => {
  const { pool } = app.services;
  await pool.query(
    `CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kept by hand'; END $$`,
  );
  await pool.query('CREATE TRIGGER refused BEFORE DELETE ON annotations FOR EACH ROW EXECUTE FUNCTION refused()');
  const { id } = await createAnnotation(app, owner, projectId);
  await pool.query(`UPDATE annotations SET deleted_at = now() - interval '31 days' WHERE id = $1`, [id]);
  await writeOldEvent();
  await expect(run()).rejects.toThrow('kept by hand');
  expect(await countOf('events', OLD_EVENTS)).toBe(0);
  // Nor does a project go before what belongs to it.
  await pool.query(`UPDATE projects SET deleted_at = now() - interval '31 days' WHERE id = $1`, [projectId]);
  await expect(run()).rejects.toThrow('2 tasks failed');
  expect(await countOf('projects', `id = '${projectId}'`)).toBe(1);
  await pool.query('DROP TRIGGER refused ON annotations');
  await run();
  expect(await countOf('projects', `id = '${projectId}'`)).toBe(0);
});

test('stores nothing of an unreadable picture, and stores the next ones', async () => {
  const { pool, objects } = app.services;
  const { id: project } = await createProject(app, owner);
  const bytes = Buffer.from('this is not a picture');
  const key = objectKey(bytes, 'png');
  await objects.put(key, bytes);
  await pool.query(`INSERT INTO stored_objects (key, size, content_type) VALUES ($1, $2, 'image/png')`, [
    key,
    bytes.length,
  ]);
  const { id } = await createAnnotation(app, owner, project);
  await pool.query(
    `UPDATE annotations SET last_seen_image_key = $2, last_seen_at = now(),
            last_seen_box = '{"x":0,"y":0,"width":9,"height":9}' WHERE id = $1`,
    [id, key],
  );
  await keepRemainingElementCrops(systemContext(app.services));
  const { rows } = await pool.query(
    'SELECT last_seen_image_key AS key, last_seen_at AS at FROM annotations WHERE id = $1',
    [id],
  );
  expect(rows).toEqual([{ key: null, at: null }]);
});
