import { beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { claimCapture } from '../../src/resolvers/addons/deployments/run/claim-capture.ts';
import { evaluateCapture } from '../../src/resolvers/addons/deployments/run/evaluate-capture.ts';
import { orderCaptures } from '../../src/resolvers/addons/deployments/run/order-captures.ts';
import { storeResult } from '../../src/resolvers/addons/deployments/run/store-result.ts';
import { purgeExpired } from '../../src/resolvers/addons/retention/purge-expired.ts';
import { claimSnapshot } from '../../src/resolvers/core/snapshots/claim-snapshot.ts';
import { LeaseLost } from '../../src/resolvers/platform/sql/lease.ts';
import { graphql, rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance, deploy, readDeployment, type Site } from '../support/deployments.ts';
import { createAnnotation, createProject, registerUser } from '../support/factories.ts';
import { completeWith } from '../support/snapshots.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const ctx = () => systemContext(app.services);
const [GREEN, RED] = [sitePage(0), sitePage(200)];

const owner = useOwner(app);
let site: DeployedSite;
beforeEach(async () => {
  site = await createSite(app, owner);
});

const begin = async (commit: string, more: Record<string, unknown> = {}): Promise<string> =>
  (await deploy(app, site, { commit, pages: ['/'], ...more })).body.data.id;
const run = (commit: string, show: Site) => runDeployment(app, site, commit, show);
const read = (id: string) => readDeployment(app, owner, id);

describe('an interruption', () => {
  test('a worker that died is replaced after its lease, and its late result is dropped', async () => {
    await run('one', () => GREEN);
    await begin('two');
    await orderCaptures(ctx());
    await completeOrdered();
    const dead = await claimCapture(ctx());
    if (!dead) throw new Error('nothing was claimed');
    expect(await claimCapture(ctx())).toBeUndefined();
    await app.services.pool.query(
      `UPDATE deployment_captures SET lease_expires_at = now() - interval '1 second' WHERE id = $1`,
      [dead.id],
    );
    await advance(app, () => GREEN);
    const late = await evaluateCapture(ctx(), dead);
    await expect(storeResult(ctx(), dead, late)).rejects.toThrow(LeaseLost);
    expect(await read(dead.deploymentId)).toMatchObject({
      status: 'passed',
      counts: { captures: 1, unchangedCaptures: 1 },
    });
  });

  test('a run that another deployment supersedes drops the result of its worker', async () => {
    await run('one', () => GREEN);
    const id = await begin('two', { pages: ['/', '/cart'] });
    await orderCaptures(ctx());
    await completeOrdered();
    const claimed = await claimCapture(ctx());
    if (!claimed) throw new Error('nothing was claimed');
    const next = await begin('three');
    const result = await evaluateCapture(ctx(), claimed);
    await expect(storeResult(ctx(), claimed, result)).rejects.toThrow(LeaseLost);
    await advance(app, () => GREEN);
    expect(await read(id)).toMatchObject({
      status: 'superseded',
      supersededById: next,
      counts: { captures: 2, finishedCaptures: 2, unchangedCaptures: 0 },
    });
    expect(await read(next)).toMatchObject({
      status: 'passed',
      counts: { captures: 1, unchangedCaptures: 1 },
    });
  });

  test('an environment that is deleted during the run takes its deployments with it', async () => {
    const id = await begin('one');
    await orderCaptures(ctx());
    await completeOrdered();
    const claimed = await claimCapture(ctx());
    if (!claimed) throw new Error('nothing was claimed');
    await rest(app, 'DELETE', `/environments/${site.environmentId}`, { token: owner.token });
    const result = await evaluateCapture(ctx(), claimed);
    await expect(storeResult(ctx(), claimed, result)).rejects.toThrow(LeaseLost);
    expect((await rest(app, 'GET', `/v1/deployments/${id}`, { token: owner.token })).status).toBe(404);
  });

  test('a project that is deleted during the run cancels it', async () => {
    const id = await begin('one');
    await orderCaptures(ctx());
    await rest(app, 'DELETE', `/projects/${site.projectId}`, { token: owner.token });
    const { rows } = await app.services.pool.query('SELECT status FROM deployments WHERE id = $1', [id]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });

  test('a snapshot that is deleted during the run fails its capture', async () => {
    const id = await begin('one');
    await orderCaptures(ctx());
    await deleteSnapshotOf(id);
    await advance(app, () => GREEN);
    const { rows } = await app.services.pool.query(
      'SELECT state, error FROM deployment_captures WHERE deployment_id = $1',
      [id],
    );
    expect(rows).toEqual([{ state: 'failed', error: expect.stringMatching(/was deleted before/) }]);
  });

  test('a deleted baseline is replaced by the next picture', async () => {
    const first = await run('one', () => GREEN);
    await deleteSnapshotOf(first.id);
    expect(await run('two', () => RED)).toMatchObject({ status: 'passed', counts: { newBaselines: 1 } });
  });
});

test('captures of organizations alternate, whatever one has ordered before', async () => {
  const other = await registerUser(app);
  const project = await createProject(app, other);
  const environment = await rest(app, 'POST', '/environments', {
    token: other.token,
    body: { projectId: project.id, name: 'Live', url: 'https://other.example/', kind: 'production' },
  });
  const pages = ['/1', '/2', '/3', '/4'];
  const first = await begin('one', { pages });
  const their = { token: other.token, projectId: project.id, environmentId: environment.body.id };
  const second = (await deploy(app, their, { commit: 'one', pages })).body.data.id;
  await orderCaptures(ctx());
  await completeOrdered();
  const claimed: (string | undefined)[] = [];
  for (let count = 0; count < 6; count++) claimed.push((await claimCapture(ctx()))?.deploymentId);
  expect(claimed).toEqual([first, second, first, second, first, second]);
});

test('deployments are deleted with the retention of snapshots, except the newest and those that prove a fix', async () => {
  const metadata = { selector: '#buy', xpath: '/html/body/div', text: 'Buy', tag: 'div' };
  const { id: annotationId } = await createAnnotation(app, owner, site.projectId, {
    url: 'https://shop.example/',
    metadata,
  });
  const [one, two] = [await run('one', () => GREEN), await run('two', () => RED)];
  const body = { decision: 'approved', annotationIds: [annotationId] };
  await rest(app, 'POST', `/v1/deployments/${two.id}/reviews`, { token: owner.token, body });
  const [three, four] = [await run('three', () => RED), await run('four', () => RED)];
  await app.services.pool.query("UPDATE deployments SET created_at = created_at - interval '8 days'");
  const left = async () => {
    await purgeExpired(ctx());
    const { rows } = await app.services.pool.query(
      'SELECT id FROM deployments WHERE project_id = $1 ORDER BY created_at',
      [site.projectId],
    );
    return rows.map(({ id }) => id);
  };
  expect(await left()).toEqual([one.id, two.id, three.id, four.id]);
  const retain = (snapshotRetention: number) =>
    rest(app, 'PATCH', `/projects/${site.projectId}`, { token: owner.token, body: { snapshotRetention } });
  expect((await retain(9)).status).toBe(200);
  expect(await left()).toEqual([one.id, two.id, three.id, four.id]);
  await retain(7);
  expect(await left()).toEqual([two.id, four.id]);
  const query = `{ annotation(id: "${annotationId}") { proof { verdict } fixes { state } } }`;
  expect((await graphql(app, query, {}, { token: owner.token })).data.annotation).toEqual({
    proof: { verdict: 'changed' },
    fixes: [{ state: 'accepted' }],
  });
});

/** Deletes the snapshot of a deployment's only capture. */
async function deleteSnapshotOf(deploymentId: string): Promise<void> {
  const { rows } = await app.services.pool.query(
    'SELECT snapshot_id AS id FROM deployment_captures WHERE deployment_id = $1',
    [deploymentId],
  );
  const { status } = await rest(app, 'DELETE', `/v1/snapshots/${rows[0].id}`, { token: owner.token });
  expect(status).toBe(200);
}

/** Completes the snapshots that are ordered, without evaluating them. */
async function completeOrdered(): Promise<void> {
  for (;;) {
    const claimed = await claimSnapshot(ctx());
    if (!claimed) return;
    await completeWith(app, claimed, GREEN);
  }
}
