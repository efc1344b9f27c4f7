import { expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { purgeSnapshots } from '../../src/resolvers/addons/retention/purge-snapshots.ts';
import { statementsOf } from '../contract/support/sql-statements.ts';
import { rest } from '../support/client.ts';
import { createProject } from '../support/factories.ts';
import { transports, waitForSubscribers } from '../support/live-client.ts';
import { createPicture } from '../support/pictures.ts';
import { storeSnapshot } from '../support/snapshots.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);

test('subscribers receive every change of a snapshot, whatever its cause', async () => {
  const { services } = app;
  const project = await createProject(app, owner);
  const stream = transports['a WebSocket']?.(app, {
    query: `subscription ($id: ID!) { snapshotChanged(projectId: $id) { kind snapshotId } }`,
    variables: { id: project.id },
    token: owner.token,
  });
  await waitForSubscribers(app, 1);
  const store = async () =>
    (
      await storeSnapshot(
        app,
        owner,
        project.id,
        createPicture(9, 9, (x) => [x, 0, 0]),
      )
    ).id;
  const [one, two, three] = [await store(), await store(), await store()];
  const [{ imageKey } = { imageKey: null }] = await services.db.snapshot.findMany({ where: { id: one } });
  await services.objects.remove(imageKey ?? '');
  const { body } = await rest(app, 'GET', `/v1/snapshots/${one}`, { token: owner.token });
  expect((await fetch(body.data.imageUrl)).status).toBe(500);
  expect((await rest(app, 'DELETE', `/v1/snapshots/${two}`, { token: owner.token })).status).toBe(200);
  await rest(app, 'PATCH', `/projects/${project.id}`, { token: owner.token, body: { snapshotRetention: 30 } });
  await services.pool.query(`UPDATE snapshots SET created_at = now() - interval '31 days' WHERE id = $1`, [three]);
  await purgeSnapshots(systemContext(services));

  // Changes are delivered at least once.
  const changesOf = (id: string) => {
    const changes = (stream?.results ?? []).map(({ snapshotChanged }) => snapshotChanged);
    return [...new Set(changes.flatMap(({ kind, snapshotId }) => (snapshotId === id ? [kind] : [])))];
  };
  const untilReceived = (id: string, kinds: string[]) => expect.poll(() => changesOf(id)).toEqual(kinds);
  await untilReceived(one, ['created', 'completed', 'failed']);
  await untilReceived(two, ['created', 'completed', 'failed', 'deleted']);
  await untilReceived(three, ['created', 'completed', 'failed', 'deleted']);
  stream?.stop();
});

test('a deleted project publishes no events', async () => {
  const { pool } = app.services;
  const project = await createProject(app, owner);
  const { id } = await storeSnapshot(
    app,
    owner,
    project.id,
    createPicture(9, 9, (x) => [0, x, 0]),
  );
  await pool.query(`UPDATE projects SET deleted_at = now() - interval '31 days' WHERE id = $1`, [project.id]);
  await purgeSnapshots(systemContext(app.services));
  const { rows } = await pool.query('SELECT type FROM events WHERE snapshot_id = $1 ORDER BY id', [id]);
  expect(rows.map(({ type }) => type)).toEqual(['snapshot.created', 'snapshot.completed']);
});

test('the purge does not read snapshots that are kept', async () => {
  const { pool } = app.services;
  const project = await createProject(app, owner);
  const { id } = await storeSnapshot(
    app,
    owner,
    project.id,
    createPicture(9, 9, (x) => [0, 0, x]),
  );
  await rest(app, 'PATCH', `/projects/${project.id}`, { token: owner.token, body: { snapshotRetention: 30 } });
  await pool.query(
    `INSERT INTO snapshots SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
       FROM snapshots s, generate_series(1, 20000) WHERE s.id = $1`,
    [id],
  );
  await pool.query('ANALYZE snapshots, projects');
  const statements = await statementsOf(app, () => purgeSnapshots(systemContext(app.services)));
  const purging = statements.filter((text) => text.includes('DELETE FROM snapshots'));
  expect(purging.length).toBeGreaterThan(0);
  for (const text of purging) {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [[]]);
    expect(rowsRead(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(1_000);
  }
});

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Returns the number of snapshots a plan reads, including rows that it filters out. */
function rowsRead(plan: Plan): number {
  const read = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  const own = plan['Relation Name'] === 'snapshots' ? read * plan['Actual Loops'] : 0;
  return own + (plan.Plans ?? []).reduce((sum, below) => sum + rowsRead(below), 0);
}
