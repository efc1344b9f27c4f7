import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { type PipelineIssuer, startPipelineIssuer } from '../../support/servers/pipeline-issuer.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let issuer: PipelineIssuer;
let owner: TestUser;
let project: { id: string };
beforeAll(async () => {
  issuer = await startPipelineIssuer(app.services.config.http.baseUrl);
  owner = await registerUser(app);
  project = await createProject(app, owner);
});
afterAll(() => issuer.close());

const exchange = (idToken: string, given: object = {}) =>
  rest(app, 'POST', '/auth/pipeline-token', { body: { projectId: project.id, idToken, ...given } });

const create = (given: object = {}, rule: object = {}) =>
  rest(app, 'POST', '/access-tokens', {
    token: owner.token,
    body: {
      organizationId: owner.organizationId,
      role: 'editor',
      name: 'Pipeline',
      preset: 'ci',
      projectIds: [project.id],
      pipeline: { provider: 'github', issuer: issuer.url, repository: 'acme/shop', refs: ['main'], ...rule },
      ...given,
    },
  });

/** A project with a rule of its own, so that cases do not share the first repository. */
async function createCase(rule: object = {}): Promise<{ id: string; projectId: string }> {
  const { id: projectId } = await createProject(app, owner);
  const { body } = await create({ projectIds: [projectId] }, rule);
  return { id: body.id, projectId };
}

test('a project token of a pipeline has no token to copy', async () => {
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    token: null,
    pipeline: {
      provider: 'github',
      issuer: issuer.url,
      repository: 'acme/shop',
      refs: ['main'],
      pullRequests: false,
      repositoryId: null,
    },
  });
  const { body: byDefault } = await create({}, { issuer: undefined });
  expect(byDefault.pipeline.issuer).toBe('https://token.actions.githubusercontent.com');
});

test('an ID token is exchanged for a token of fifteen minutes with the rights of the project token', async () => {
  const { id, projectId } = await createCase();
  const { status, body } = await exchange(await issuer.github(), { projectId });
  expect(status).toBe(200);
  expect(body.token).toMatch(/^pbo_/);
  expect(body.projectIds).toEqual([projectId]);
  expect(body.actions).toContain('deployment.create');
  const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThanOrEqual(15);

  const me = await rest(app, 'GET', '/auth/me', { token: body.token });
  expect(me.body.accessToken).toMatchObject({ id, name: 'Pipeline', kind: 'project' });
  expect((await rest(app, 'GET', `/projects/${projectId}`, { token: body.token })).status).toBe(200);
  expect((await rest(app, 'GET', `/projects/${project.id}`, { token: body.token })).status).toBe(404);
  expect((await rest(app, 'DELETE', `/projects/${projectId}`, { token: body.token })).status).toBe(403);

  const { rows } = await app.services.pool.query<{ text: string }>('SELECT a::text AS text FROM oauth_artifacts a');
  expect(rows.map(({ text }) => text).join()).not.toContain(body.token);
  const listed = await rest(app, 'GET', `/access-tokens/organization/${owner.organizationId}`, { token: owner.token });
  expect(listed.body.find((token: { id: string }) => token.id === id).pipeline.repositoryId).toBe('7301');
});

test('a token of GitLab CI is exchanged as well', async () => {
  const gitlab = await startPipelineIssuer(app.services.config.http.baseUrl, 'gitlab');
  const { projectId } = await createCase({ provider: 'gitlab', issuer: gitlab.url, repository: 'acme/web/shop' });
  expect((await exchange(await gitlab.gitlab(), { projectId })).status).toBe(200);
  const rejected = await exchange(await gitlab.gitlab({ project_path: 'acme/web/other' }), { projectId });
  expect(rejected.status).toBe(401);
  expect(rejected.body.message).toContain('permits refs/heads/main of acme/web/other');
  const child = await exchange(await gitlab.gitlab({ pipeline_source: 'parent_pipeline' }), { projectId });
  expect([child.status, child.body.message]).toEqual([
    401,
    expect.stringContaining('permits a child pipeline, which may belong to a merge request, of acme/web/shop'),
  ]);
  gitlab.close();
});

test('the revocation of the project token ends its tokens', async () => {
  const { id, projectId } = await createCase();
  const { body } = await exchange(await issuer.github(), { projectId });
  await rest(app, 'DELETE', `/access-tokens/${id}`, { token: owner.token });
  const rejected = await rest(app, 'GET', `/projects/${projectId}`, { token: body.token });
  expect(rejected.status).toBe(401);
  const again = await exchange(await issuer.github(), { projectId });
  expect(again.body.message).toContain('No project token of this project trusts the issuer');
});

test('fewer actions hold for tokens that were exchanged before', async () => {
  const { id, projectId } = await createCase();
  const { body } = await exchange(await issuer.github(), { projectId });
  const changed = await rest(app, 'PATCH', `/access-tokens/${id}`, {
    token: owner.token,
    body: { actions: ['snapshot.read'] },
  });
  expect(changed.body).toMatchObject({ token: null, pipeline: { repository: 'acme/shop' } });
  expect((await rest(app, 'GET', `/projects/${projectId}`, { token: body.token })).status).toBe(403);
});

describe('an ID token that is exchanged again', () => {
  test('is rejected', async () => {
    const { projectId } = await createCase();
    const idToken = await issuer.github();
    expect((await exchange(idToken, { projectId })).status).toBe(200);
    for (const proof of [undefined, 'another secret of a thief']) {
      const { status, body } = await exchange(idToken, { projectId, proof });
      expect(status).toBe(401);
      expect(body.message).toContain('The ID token was exchanged before; request another one');
    }
  });

  test('is accepted with the proof of the first exchange only', async () => {
    const { projectId } = await createCase();
    const idToken = await issuer.github();
    const proof = 'a secret of this job alone';
    expect((await exchange(idToken, { projectId, proof })).status).toBe(200);
    expect((await exchange(idToken, { projectId, proof })).status).toBe(200);
    expect((await exchange(idToken, { projectId })).status).toBe(401);
    expect((await exchange(idToken, { projectId, proof: `${proof}.` })).status).toBe(401);
  });

  test('is exchanged once by two requests at the same time', async () => {
    const { projectId } = await createCase();
    const idToken = await issuer.github();
    const both = await Promise.all([exchange(idToken, { projectId }), exchange(idToken, { projectId })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('rejects', () => {
  let projectId: string;
  beforeAll(async () => {
    ({ projectId } = await createCase());
    expect((await exchange(await issuer.github(), { projectId })).status).toBe(200);
  });

  test.each<[string, claims: Record<string, unknown>, string]>([
    ['another audience', { aud: 'https://other.example' }, 'The ID token is for another audience'],
    ['an unknown issuer', { iss: 'http://127.0.0.1:9/' }, 'trusts the issuer of the ID token'],
    ['an expired token', { exp: 1 }, 'The ID token has expired'],
    ['an endless token', { exp: 1e300 }, 'The ID token is valid for more than a day'],
    ['another repository', { repository: 'mallory/shop' }, 'permits refs/heads/main of mallory/shop'],
    ['another branch', { ref: 'refs/heads/dev' }, 'permits refs/heads/dev of acme/shop'],
    ['a pull request', { event_name: 'pull_request', ref: 'refs/pull/3/merge' }, 'permits a pull request of acme/shop'],
    [
      'a pull request of a fork',
      { event_name: 'pull_request_target' },
      'because the event pull_request_target also runs for forks',
    ],
    ['a new repository of the same name', { repository_id: '9999' }, 'permits refs/heads/main of acme/shop'],
  ])('%s', async (_, claims, message) => {
    const { status, body } = await exchange(await issuer.github(claims), { projectId });
    expect([status, body.message]).toEqual([401, expect.stringContaining(message)]);
  });

  test('a project of another organization, as one that does not exist', async () => {
    const stranger = await registerUser(app);
    const theirs = await createProject(app, stranger);
    const unknown = await exchange(await issuer.github(), { projectId: '01a21310-0f4e-7d1c-9a53-5d8c6a1e2f30' });
    const foreign = await exchange(await issuer.github(), { projectId: theirs.id });
    expect(foreign).toMatchObject({ status: 401, body: unknown.body });
  });

  test.each([
    ['no JWT', 'abc'],
    ['an empty text', ''],
    ['a JWT without an issuer', 'e30.e30.e30'],
    ['a text of 17 KB', 'x'.repeat(17_000)],
  ])('%s', async (_, idToken) => {
    const { status, body } = await exchange(idToken, { projectId });
    expect(status).toBe(400);
    expect(body.message).toContain('idToken: ');
  });

  test.each([
    ['', 'proof: must have at least 20 characters'],
    ['too short a secret', 'proof: must have at least 20 characters'],
    ['x'.repeat(201), 'proof: must have at most 200 characters'],
  ])('the proof %s', async (proof, message) => {
    const { status, body } = await exchange(await issuer.github(), { projectId, proof });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test('asks only issuers that the project trusts', async () => {
    const other = await startPipelineIssuer(app.services.config.http.baseUrl);
    await exchange(await other.github(), { projectId });
    expect(other.requests).toEqual([]);
    other.close();
  });
});

test('an issuer that does not respond is UNAVAILABLE', async () => {
  const gone = await startPipelineIssuer(app.services.config.http.baseUrl);
  const { projectId } = await createCase({ issuer: gone.url });
  const idToken = await gone.github();
  gone.close();
  const { status, body } = await exchange(idToken, { projectId });
  expect([status, body.message]).toEqual([503, expect.stringContaining('The issuer of the ID token cannot be read')]);
});

describe('rejects the rule', () => {
  test.each<[string, object, string]>([
    [
      'of a repository without an owner',
      { repository: 'shop' },
      'pipeline.repository: must be the path of a repository',
    ],
    ['of all repositories', { repository: 'acme/*' }, 'pipeline.repository: must be the path of a repository'],
    ['without a branch', { refs: [] }, 'pipeline.refs: must list at least one branch'],
    ['of a branch with a space', { refs: ['a b'] }, 'pipeline.refs.0: must be a branch or a pattern'],
    [
      'of an issuer with a query',
      { issuer: `${'https://git.example'}?x=1` },
      'pipeline.issuer: must be an https or http address',
    ],
    [
      'of an issuer that is not an address',
      { issuer: 'git.example' },
      'pipeline.issuer: must be an https or http address',
    ],
  ])('%s', async (_, rule, message) => {
    const { status, body } = await create({}, rule);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('in production', () => {
  const production = useTestApp({
    env: { NODE_ENV: 'production', AUTH_SECRET: 'a'.repeat(40), NETWORK_POLICY: 'public' },
  });
  test.each([
    ['http://ci.example', 'pipeline.issuer: must begin with https://'],
    ['https://127.0.0.1:9443', 'pipeline.issuer: '],
    ['https://169.254.169.254', 'pipeline.issuer: '],
    ['https://[::1]', 'pipeline.issuer: '],
  ])('the issuer %s is rejected', async (address, message) => {
    const user = await registerUser(production);
    const { status, body } = await rest(production, 'POST', '/access-tokens', {
      token: user.token,
      body: {
        organizationId: user.organizationId,
        role: 'editor',
        name: 'Pipeline',
        preset: 'ci',
        allProjects: true,
        pipeline: { provider: 'gitlab', issuer: address, repository: 'acme/shop', refs: ['main'] },
      },
    });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
