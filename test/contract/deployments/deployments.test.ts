import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { setPlan } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { deploy, readDeployment } from '../../support/deployments.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { transports, waitForSubscribers } from '../../support/live-client.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let deployer: { token: string; projectId: string; environmentId: string };

async function newEnvironment(url: string, projectId = deployer.projectId): Promise<string> {
  const body = { projectId, name: 'Live', url, kind: 'production' };
  return (await rest(app, 'POST', '/environments', { token: owner.token, body })).body.id;
}

beforeAll(async () => {
  owner = await registerUser(app);
  const { id: projectId } = await createProject(app, owner);
  deployer = { token: owner.token, projectId, environmentId: '' };
  deployer.environmentId = await newEnvironment('https://shop.example/');
});

const usage = async () => {
  const { rows } = await app.services.pool.query(
    `SELECT coalesce(sum(used), 0)::int AS used FROM usage_counters WHERE organization_id = $1 AND metric = 'snapshots'`,
    [owner.organizationId],
  );
  return rows[0].used;
};

test('the commit of the newest deployment returns it; force, another commit and a cancelled one do not', async () => {
  const first = await deploy(app, deployer, { commit: 'a1', branch: 'main' });
  expect(first).toMatchObject({
    status: 202,
    body: { data: { status: 'queued', commit: 'a1', branch: 'main', counts: { captures: 1, finishedCaptures: 0 } } },
  });
  const again = await deploy(app, deployer, { commit: 'a1' });
  expect([again.status, again.body.data.id]).toEqual([202, first.body.data.id]);
  const forced = await deploy(app, deployer, { commit: 'a1', force: true });
  expect(forced.body.data.id).not.toBe(first.body.data.id);
  const next = await deploy(app, deployer, { commit: 'b2' });
  const older = await deploy(app, deployer, { commit: 'a1' });
  expect(new Set([first, forced, next, older].map(({ body }) => body.data.id)).size).toBe(4);
  await rest(app, 'POST', `/v1/deployments/${older.body.data.id}/cancel`, { token: owner.token });
  const afterCancelled = await deploy(app, deployer, { commit: 'a1' });
  expect(afterCancelled.body.data.id).not.toBe(older.body.data.id);
});

test('an unfinished deployment is superseded by the next one of its environment, and its usage reverted', async () => {
  const before = await usage();
  const environmentId = await newEnvironment('https://one.example/');
  const other = { ...deployer, environmentId: await newEnvironment('https://two.example/') };
  const first = await deploy(app, { ...deployer, environmentId }, { commit: 'a1', pages: ['/', '/cart'] });
  const elsewhere = await deploy(app, other, { commit: 'a1' });
  expect(await usage()).toBe(before + 3);
  const second = await deploy(app, { ...deployer, environmentId }, { commit: 'b2' });
  expect(await readDeployment(app, owner, first.body.data.id)).toMatchObject({
    status: 'superseded',
    supersededById: second.body.data.id,
    counts: { captures: 2, finishedCaptures: 2 },
  });
  expect(await readDeployment(app, owner, elsewhere.body.data.id)).toMatchObject({ status: 'queued' });
  expect(await usage()).toBe(before + 2);
});

test('a cancelled deployment stays cancelled, and a finished one cannot be cancelled', async () => {
  const environmentId = await newEnvironment('https://three.example/');
  const { body } = await deploy(app, { ...deployer, environmentId }, { commit: 'a1' });
  const cancel = () => rest(app, 'POST', `/v1/deployments/${body.data.id}/cancel`, { token: owner.token });
  expect(await cancel()).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
  expect(await cancel()).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
  await app.services.pool.query(`UPDATE deployments SET status = 'passed' WHERE id = $1`, [body.data.id]);
  const rejected = await cancel();
  expect(rejected.status).toBe(400);
  expect(rejected.body.message).toBe('The deployment is passed; only queued and running ones can be cancelled');
});

test.each<[Record<string, unknown>, RegExp]>([
  [{ pages: ['https://other.example/'] }, /^pages\.0: https:\/\/other\.example is not a page of this environment/],
  [{ environmentId: 'live' }, /^environmentId: must be a UUID$/],
  [{ pages: [] }, /^pages: must name at least one page/],
  [{ pages: ['https://user:secret@shop.example/'] }, /^pages\.0: must be a path of the environment/],
  [{ viewports: [] }, /^viewports: must have at least one viewport/],
  [{ viewports: [{ width: 5 }] }, /^viewports\.0\.width: must be at least 16$/],
  [{ url: 'https://user:secret@ci.example/' }, /^url: must not contain a user name or a password$/],
  [
    {
      pages: Array.from({ length: 251 }, (_, index) => `/${index}`),
      viewports: [{ width: 390 }, { width: 1280 }, { width: 390 }],
    },
    /^pages: 251 pages in their viewports are 502 captures; a deployment has at most 500\. Name fewer/,
  ],
])('%j is rejected', async (body, message) => {
  const rejected = await deploy(app, deployer, { commit: 'bad', ...body });
  expect(rejected.status).toBe(400);
  expect(rejected.body.message).toMatch(message);
});

test('an environment of another project is not found', async () => {
  const { id } = await createProject(app, owner);
  const environmentId = await newEnvironment('https://shop.example/', id);
  const rejected = await deploy(app, { ...deployer, environmentId }, { commit: 'a1' });
  expect(rejected).toMatchObject({ status: 404, body: { message: 'Environment not found' } });
});

test('an environment whose address no browser opens is named', async () => {
  const environmentId = await newEnvironment('https://shop.example:22/');
  const rejected = await deploy(app, { ...deployer, environmentId }, { commit: 'a1' });
  expect(rejected.status).toBe(400);
  expect(rejected.body.message).toMatch(
    /^environmentId: the address of the environment, https:\/\/shop\.example:22, cannot/,
  );
});

test('a deployment beyond the plan is rejected as a whole', async () => {
  const poor = await registerUser(app);
  const { id: projectId } = await createProject(app, poor);
  await setPlan(app, poor.organizationId, 'free');
  const body = { projectId, name: 'Live', url: 'https://shop.example/', kind: 'production' };
  const environment = await rest(app, 'POST', '/environments', { token: poor.token, body });
  const pages = Array.from({ length: 400 }, (_, index) => `/${index}`);
  const own = { token: poor.token, projectId, environmentId: environment.body.id };
  const rejected = await deploy(app, own, { commit: 'a1', pages });
  expect(rejected.status).toBe(403);
  expect((await rest(app, 'GET', `/v1/projects/${projectId}/deployments`, { token: poor.token })).body).toEqual([]);
});

test('a token of the preset ci starts and reads deployments; viewers and guests read them', async () => {
  const { organizationId, token } = owner;
  const rights = { organizationId, role: 'editor', name: 'Build', preset: 'ci', allProjects: true };
  const made = await rest(app, 'POST', '/access-tokens', { token, body: rights });
  const program = { ...deployer, token: made.body.token };
  const started = await deploy(app, program, { commit: 'by a program' });
  expect(started).toMatchObject({ status: 202, body: { data: { via: made.body.id } } });
  for (const role of ['viewer', 'guest'] as const) {
    const member = await registerMember(app, organizationId, role, role === 'guest' ? [deployer.projectId] : undefined);
    expect(await readDeployment(app, member, started.body.data.id)).toMatchObject({ commit: 'by a program' });
    expect((await deploy(app, { ...deployer, token: member.token }, { commit: 'c' })).status).toBe(403);
    const review = { token: member.token, body: { decision: 'approved' } };
    const refused = await rest(app, 'POST', `/v1/deployments/${started.body.data.id}/reviews`, review);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('editor')]);
  }
});

test.each(Object.entries(transports))('changes of deployments are reported over %s', async (_name, subscribe) => {
  const { token } = owner;
  const environmentId = await newEnvironment(`https://${randomUUID()}.example/`);
  const query = `subscription { deploymentChanged(projectId: "${deployer.projectId}") {
    deploymentId deployment { status counts { captures } } } }`;
  const stream = subscribe(app, { query, token });
  await waitForSubscribers(app, 1);
  const { body } = await deploy(app, { ...deployer, environmentId }, { commit: 'a1' });
  const { id: deploymentId } = body.data;
  const received = () => stream.results.map(({ deploymentChanged }) => deploymentChanged);
  await expect
    .poll(received)
    .toContainEqual({ deploymentId, deployment: { status: 'queued', counts: { captures: 1 } } });
  await rest(app, 'POST', `/v1/deployments/${deploymentId}/cancel`, { token });
  await expect
    .poll(received)
    .toContainEqual({ deploymentId, deployment: { status: 'cancelled', counts: { captures: 1 } } });
  stream.stop();
  await waitForSubscribers(app, 0);
});
