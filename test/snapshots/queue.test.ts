import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import type { Capture } from '../../src/infrastructure/capture/capture-request.ts';
import type { PageRecord } from '../../src/infrastructure/capture/page-record.ts';
import { scheduledJobs } from '../../src/jobs/scheduled-jobs.ts';
import { type ClaimedSnapshot, claimSnapshot } from '../../src/resolvers/core/snapshots/claim-snapshot.ts';
import { completeSnapshot } from '../../src/resolvers/core/snapshots/complete-snapshot.ts';
import { failSnapshot } from '../../src/resolvers/core/snapshots/fail-snapshot.ts';
import { sweepObjects } from '../../src/resolvers/platform/objects/sweep-objects.ts';
import { LeaseLost } from '../../src/resolvers/platform/sql/lease.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { createPicture, toPng } from '../support/pictures.ts';
import { useTestApp } from '../support/use-test-app.ts';

interface Tenant {
  owner: TestUser;
  projectIds: string[];
}

// Without jobs: only the tests claim snapshots.
const app = useTestApp({ env: { CAPTURE_CONCURRENCY: '2' } });
let eager: Tenant;
let modest: Tenant;
beforeAll(async () => {
  [eager, modest] = [await newTenant(2), await newTenant(1)];
});
beforeEach(() => app.services.pool.query('DELETE FROM snapshots'));

async function newTenant(projects: number): Promise<Tenant> {
  const owner = await registerUser(app);
  const projectIds = [];
  for (let i = 0; i < projects; i++) projectIds.push((await createProject(app, owner)).id);
  return { owner, projectIds };
}

async function order({ owner, projectIds }: Tenant, times = 1) {
  let response = { status: 0, body: { data: {}, message: '' } as { data: Record<string, unknown>; message: string } };
  for (let i = 0; i < times; i++)
    response = await rest(app, 'POST', '/v1/snapshots', {
      token: owner.token,
      body: { projectId: projectIds[i % projectIds.length], url: 'https://shop.example/cart' },
    });
  return response;
}

const claim = () => claimSnapshot(systemContext(app.services));
const end = (claimed: ClaimedSnapshot | undefined) =>
  claimed && failSnapshot(systemContext(app.services), claimed, 'not relevant');
const nameOf = (claimed: ClaimedSnapshot | undefined) =>
  claimed && (eager.projectIds.includes(claimed.projectId) ? 'eager' : 'modest');

test('organizations alternate, one snapshot at a time, whatever one has ordered before', async () => {
  await order(eager, 6);
  const first = await claim();
  await order(modest, 3);
  const taken = [nameOf(first)];
  await end(first);
  for (let i = 0; i < 8; i++) {
    const claimed = await claim();
    taken.push(nameOf(claimed));
    await end(claimed);
  }
  expect(taken.slice(0, 7).filter((name) => name === 'modest')).toHaveLength(3);
  expect(taken.slice(1, 3)).toContain('modest');
  expect(taken).toHaveLength(9);
  expect(await claim()).toBeUndefined();
});

test('slow pages do not block other organizations', async () => {
  await order(eager, 4);
  const hanging = await claim();
  await order(modest, 3);
  const others = [];
  for (let i = 0; i < 3; i++) {
    const claimed = await claim();
    others.push(nameOf(claimed));
    await end(claimed);
  }
  expect([nameOf(hanging), ...others]).toEqual(['eager', 'modest', 'modest', 'modest']);
});

test("a member's capture precedes those that visitors caused, at no cost to other organizations", async () => {
  await order(eager, 4);
  await app.services.pool.query('UPDATE snapshots SET by_visitor = true');
  const { body } = await order(eager);
  expect(body.data.estimatedTime).toBe(2);
  const first = await claim();
  expect(first?.id).toBe(body.data.id);
  await order(modest, 3);
  await end(first);
  const others = [];
  for (let i = 0; i < 6; i++) {
    const claimed = await claim();
    others.push(claimed);
    await end(claimed);
  }
  expect(others.filter((each) => nameOf(each) === 'modest')).toHaveLength(3);
  const visitors = others.filter((each) => nameOf(each) === 'eager').map((each) => each?.createdAt.getTime() ?? 0);
  expect(visitors).toEqual([...visitors].sort((a, b) => a - b));
});

test('concurrent workers claim different snapshots, the oldest of an organization first', async () => {
  await order(eager, 5);
  const claimed = await Promise.all(Array.from({ length: 5 }, claim));
  expect(new Set(claimed.map((each) => each?.id)).size).toBe(5);
  await app.services.pool.query('DELETE FROM snapshots');
  await order(eager, 3);
  const inOrder = [await claim(), await claim(), await claim()].map((each) => each?.createdAt.getTime() ?? 0);
  expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
});

test('the estimate counts the snapshots ahead, two at a time', async () => {
  expect((await order(eager)).body.data.estimatedTime).toBe(2);
  expect((await order(eager)).body.data.estimatedTime).toBe(2);
  expect((await order(eager)).body.data.estimatedTime).toBe(4);
  expect((await order(eager, 2)).body.data.estimatedTime).toBe(6);
  // Claimed together with the first.
  expect((await order(modest)).body.data.estimatedTime).toBe(2);
});

test('a project may queue a thousand snapshots without blocking others', async () => {
  const [projectId] = modest.projectIds;
  await app.services.pool.query(
    `INSERT INTO snapshots (id, project_id, url, url_key, viewport_width, viewport_height, device_scale_factor, full_page,
                            delay, "freeze", turn, updated_at)
     SELECT gen_random_uuid(), $1, 'https://a.example/', 'https://a.example/', 100, 100, 1, false, 0, false, n, now()
       FROM generate_series(1, 999) n`,
    [projectId],
  );
  expect((await order(modest)).status).toBe(202);
  const rejected = await order(modest);
  expect([rejected.status, rejected.body.message]).toEqual([
    429,
    'The project has 1000 waiting snapshots; the limit is 1000. Retry when some are finished',
  ]);
  const { rows } = await app.services.pool.query('SELECT count(*)::int AS count FROM snapshots');
  expect(rows[0].count).toBe(1_000);
  expect((await order(eager)).status).toBe(202);
  expect(nameOf(await claim())).toBe('modest');
  expect(nameOf(await claim())).toBe('eager');
});

const newCapture = async (): Promise<Capture> => ({
  image: await toPng(createPicture(9, 9, () => [1, 2, 3])),
  record: RECORD,
  located: [],
});
const RECORD: PageRecord = {
  title: 'Cart',
  finalUrl: 'https://shop.example/cart',
  status: 200,
  width: 9,
  height: 9,
  scale: 1,
  browser: 'Test/1',
  isStill: true,
  isComplete: true,
  consoleErrors: [],
  failedRequests: [],
  durationMs: 10,
  elements: [],
};
const complete = async (claimed: ClaimedSnapshot | undefined) =>
  claimed && completeSnapshot(systemContext(app.services), claimed, { capture: await newCapture(), pins: [] });

test('of two workers on one snapshot, the lease holder completes it', async () => {
  await order(modest);
  const slow = await claim();
  await app.services.pool.query(`UPDATE snapshots SET lease_expires_at = now() - interval '1 second'`);
  const quick = await claim();
  expect([quick?.id, quick?.attempts]).toEqual([slow?.id, 2]);
  await expect(complete(slow)).rejects.toThrow(LeaseLost);
  await end(slow);
  expect((await app.services.db.snapshot.findMany())[0]).toMatchObject({
    status: 'processing',
    leaseId: quick?.leaseId,
  });
  await complete(quick);
  expect((await app.services.db.snapshot.findMany())[0]).toMatchObject({ status: 'completed', error: null });
});

test('snapshots that wait for a worker are counted', async () => {
  await order(modest, 3);
  await claim();
  await scheduledJobs.find(({ name }) => name === 'sweep-captures')?.run(systemContext(app.services));
  expect((await app.services.metrics.snapshotsWaiting.get()).values).toEqual([{ value: 2, labels: {} }]);
});

test('a snapshot that is deleted during its capture is discarded', async () => {
  await order(modest);
  const claimed = await claim();
  const { status } = await rest(app, 'DELETE', `/v1/snapshots/${claimed?.id}`, { token: modest.owner.token });
  expect(status).toBe(200);
  await expect(complete(claimed)).rejects.toThrow(LeaseLost);
  const { rows } = await app.services.pool.query<{ type: string }>(
    'SELECT type FROM events WHERE snapshot_id = $1 ORDER BY id',
    [claimed?.id],
  );
  expect(rows.map(({ type }) => type)).toEqual(['snapshot.created', 'snapshot.deleted']);
  // The next sweep removes the file that was already written.
  await sweepObjects(systemContext(app.services), 0);
  const keys = [];
  for await (const { key } of app.services.objects.list()) keys.push(key);
  const { rows: known } = await app.services.pool.query('SELECT key FROM stored_objects');
  expect(keys.sort()).toEqual(known.map(({ key }) => key).sort());
});
