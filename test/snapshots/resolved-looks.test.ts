import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { connectQueues, type Queues } from '../../src/infrastructure/queues/connect-queues.ts';
import { QUEUES } from '../../src/infrastructure/queues/jobs.ts';
import { startDeployments } from '../../src/jobs/queue-workers.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { guardResolved } from '../../src/resolvers/addons/deployments/guards/accept-resolved.ts';
import { judgeResolved } from '../../src/resolvers/addons/deployments/judge-resolved.ts';
import type { RelayedEvent } from '../../src/resolvers/platform/events/relay-events.ts';
import { rest } from '../support/client.ts';
import { addEnvironment, createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance, readDeployment, type Site } from '../support/deployments.ts';
import { createAnnotation, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let queues: Queues;
let site: DeployedSite;
let annotationId: string;

// Jobs of deployments run as in a worker; captures are completed without a browser.
beforeAll(async () => {
  const { config, logger } = app.services;
  queues = await connectQueues({ connectionString: app.databaseUrl, redisUrl: config.redisUrl, logger });
  startDeployments(app.services, queues);
  owner = await registerUser(app);
});
afterAll(() => queues.close());
beforeEach(async () => {
  site = await createSite(app, owner);
  annotationId = await comment();
  await capture(GREEN);
});

const comment = async () => {
  const page = { url: 'https://shop.example/', metadata: { selector: '#buy', text: 'Buy' } };
  return (await createAnnotation(app, owner, site.projectId, { ...page, content: 'Make it red' })).id;
};

/** As reported, as fixed, and otherwise. */
const [GREEN, RED, BLUE] = [() => sitePage(0), () => sitePage(200), () => sitePage(90)];

const call = (method: string, path: string, body?: Record<string, unknown>) =>
  rest(app, method, path, { token: owner.token, ...(body && { body }) });

/** Captures the page; nobody asks for a verdict. */
async function capture(show: Site, url = 'https://shop.example/'): Promise<string> {
  const { status, body } = await call('POST', '/v1/snapshots', { projectId: site.projectId, url, fullPage: true });
  expect(status).toBe(202);
  await advance(app, show);
  return body.data.id;
}

async function setStatus(status = 'resolved') {
  expect((await call('PUT', `/annotations/${annotationId}/status`, { status })).status).toBe(200);
}

async function change(values: object, ids = [annotationId]) {
  const body = { organizationId: owner.organizationId, ids, change: values };
  expect((await call('POST', '/annotations/changes', body)).body).toEqual(
    ids.map(() => expect.objectContaining({ error: null })),
  );
}

/** Accepted colors of the active guards, by environment and time. */
const guarded = async (id = annotationId): Promise<string[]> => {
  const { rows } = await app.services.pool.query<{ color: string }>(
    `SELECT accepted->'styles'->>'backgroundColor' AS color FROM guards
      WHERE annotation_id = $1 AND state = 'active' ORDER BY environment_id`,
    [id],
  );
  return rows.map(({ color }) => color);
};
const judge = () => judgeResolved(systemContext(app.services), [annotationId]);
const checks = async () =>
  (
    await app.services.pool.query<{ verdict: string }>(
      'SELECT verdict FROM deployment_verdicts WHERE annotation_id = $1 AND deployment_id IS NULL ORDER BY created_at',
      [annotationId],
    )
  ).rows.map(({ verdict }) => verdict);

const [AS_RED, AS_BLUE] = ['rgb(200, 0, 0)', 'rgb(90, 0, 0)'];

test('the last picture before a resolution is guarded, although nobody asked for a verdict', async () => {
  await capture(RED);
  await setStatus();
  await expect.poll(guarded).toEqual([AS_RED]);
  expect(await checks()).toEqual(['changed']);
  const { id } = await runDeployment(app, site, 'broken', GREEN);
  const verdicts = async () => (await readDeployment(app, owner, id)).verdicts;
  await expect.poll(verdicts).toMatchObject([{ verdict: 'regressed' }]);
  expect((await call('GET', `/annotations/${annotationId}`)).body.status).toBe('open');
});

test('the next picture after a resolution is guarded, and no later one', async () => {
  await setStatus();
  await capture(RED);
  await expect.poll(guarded).toEqual([AS_RED]);
  await capture(BLUE);
  await judge();
  expect(await guarded()).toEqual([AS_RED]);
  expect(await checks()).toEqual(['changed']);
});

test('a picture without all resources is passed over for the next one', async () => {
  await setStatus();
  await capture(() => ({ ...RED(), record: { isComplete: false } }));
  await judge();
  expect([await guarded(), await checks()]).toEqual([[], []]);
  await capture(RED);
  await expect.poll(guarded).toEqual([AS_RED]);
});

test('each environment is guarded with the look that it shows', async () => {
  await addEnvironment(app, site, 'https://live.example/');
  await capture(GREEN, 'https://live.example/');
  await capture(RED);
  await setStatus();
  await expect.poll(guarded).toEqual([AS_RED]);
  await capture(BLUE, 'https://live.example/');
  await expect.poll(async () => (await guarded()).toSorted()).toEqual([AS_RED, AS_BLUE].toSorted());
});

test('a look as reported at the resolution and at the next capture is guarded never', async () => {
  await capture(GREEN);
  await setStatus();
  await capture(GREEN);
  await capture(BLUE);
  await judge();
  expect(await guarded()).toEqual([]);
  expect(await checks()).toEqual(['unchanged', 'unchanged']);
});

test('only annotations that are still resolved as fixed are guarded', async () => {
  await capture(RED);
  await change({ resolution: 'declined' });
  await judge();
  await setStatus('open');
  await judge();
  expect([await guarded(), await checks()]).toEqual([[], []]);
  await capture(BLUE);
  await setStatus();
  await expect.poll(guarded).toEqual([AS_BLUE]);
});

test('repeated and concurrent jobs add one verdict and one guard', async () => {
  await setStatus();
  await capture(RED);
  await Promise.all([judge(), judge(), judge()]);
  await judge();
  expect([await guarded(), await checks()]).toEqual([[AS_RED], ['changed']]);
});

test('all annotations of a page are guarded, in several jobs', async () => {
  const ids = await Promise.all(Array.from({ length: 55 }, comment));
  await capture(GREEN);
  await change({ status: 'resolved' }, ids);
  await capture(RED);
  await expect
    .poll(async () => {
      const { rowCount } = await app.services.pool.query('SELECT FROM guards WHERE annotation_id = ANY($1)', [ids]);
      return rowCount;
    })
    .toBe(ids.length);
});

test('a snapshot orders no job where its annotations are open, guarded, or were captured since', async () => {
  const named = async (snapshotId: string) => {
    const ids: string[] = [];
    const queueJudging = async (queued: readonly string[]) => void ids.push(...queued);
    const { pool, wakeDeployments } = app.services;
    const consumer = guardResolved(systemContext({ ...app.services, pool, queueJudging, wakeDeployments }));
    await consumer.consume([{ type: 'snapshot.completed', snapshotId } as RelayedEvent]);
    return ids;
  };
  expect(await named(await capture(GREEN))).toEqual([]);
  await setStatus();
  expect(await named(await capture(GREEN))).toEqual([annotationId]);
  expect(await named(await capture(GREEN))).toEqual([]);
  await setStatus('open');
  await setStatus();
  await capture(RED);
  await expect.poll(guarded).toEqual([AS_RED]);
  expect(await named(await capture(RED))).toEqual([]);
});

test('a look that no attempt of a job could judge is judged later', async () => {
  await setStatus();
  await capture(RED);
  await expect.poll(guarded).toEqual([AS_RED]);
  const { pool, queueJudging, retryJudging } = app.services;
  for (const table of ['guards', 'deployment_verdicts']) {
    await pool.query(`DELETE FROM ${table} WHERE annotation_id = $1`, [annotationId]);
  }
  // No statement accepts this id.
  await queueJudging(['unreadable']);
  const queue = queues.queue(QUEUES.deployments);
  await expect
    .poll(async () => {
      for (const job of await queue.getDelayed()) await job.promote();
      return queue.getFailedCount();
    })
    .toBe(1);
  for (const job of await queue.getFailed()) await job.updateData({ annotationIds: [annotationId] });
  await retryJudging();
  await expect.poll(guarded).toEqual([AS_RED]);
  await expect.poll(() => queue.getFailedCount()).toBe(0);
});

test('a job that fails is given up after 30 days, with a line in the log', async () => {
  const errors = vi.spyOn(app.services.logger, 'error');
  onTestFinished(() => errors.mockRestore());
  const { queueJudging, retryJudging } = app.services;
  const queue = queues.queue(QUEUES.deployments);
  await queueJudging(['unreadable']);
  const failed = async () => {
    for (const job of await queue.getDelayed()) await job.promote();
    return queue.getFailedCount();
  };
  await expect.poll(failed).toBe(1);
  const [job] = await queue.getFailed();
  // A repetition that fails waits for the next call, and keeps the time of the creation.
  await retryJudging();
  await expect.poll(failed).toBe(1);
  expect((await queue.getFailed()).map(({ id, timestamp }) => [id, timestamp])).toEqual([[job?.id, job?.timestamp]]);
  await job?.remove();
  const timestamp = Date.now() - 31 * DAY_MS;
  await queue.add(job?.name ?? '', job?.data, { timestamp, removeOnComplete: true });
  const lines = () => errors.mock.calls.map(([, message]) => message);
  await expect.poll(lines).toEqual(['judging of resolved annotations given up after 30 days']);
  await expect.poll(() => queue.getFailedCount()).toBe(0);
});
