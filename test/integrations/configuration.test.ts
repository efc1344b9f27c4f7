import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { createIntegration, readIntegration, TRACKERS } from '../support/integrations.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { startTrackerDouble } from '../support/servers/tracker-double.ts';
import { startTestApp } from '../support/test-app.ts';
import { useTestApp } from '../support/use-test-app.ts';

const TOKEN = 'ghp_0123456789abcdefWXYZ';
const HOOK = 'https://hooks.slack.example/services/T0/B0/0123456789abcdefWXYZ';
const GITHUB = { provider: 'github', repository: 'acme/shop', token: TOKEN };
const JIRA = { provider: 'jira', baseUrl: 'https://acme.example', projectKey: 'SHOP', token: TOKEN };
const LINEAR = { provider: 'linear', teamKey: 'ENG', token: TOKEN };
const GITLAB = { provider: 'gitlab', repository: 'acme/web/shop', token: TOKEN };
const SLACK = { provider: 'slack', webhookUrl: HOOK };

const app = useTestApp({ jobs: true });
let owner: TestUser;
let projectId: string;

beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});

const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  rest(app, method, path, { token: owner.token, body, headers });
const create = (values: object) => call('POST', '/integrations', { projectId, ...values });

test('a new integration has the defaults of its provider and everything needed to set it up', async () => {
  const { status, body } = await create(GITHUB);
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    projectId,
    provider: 'github',
    name: 'GitHub',
    notify: ['annotation', 'reply', 'status'],
    enabled: true,
    includeInternal: false,
    filter: { statuses: null, pages: null, labelIds: null, priorities: null },
    disabledReason: null,
    baseUrl: 'https://api.github.com',
    repository: 'acme/shop',
    projectKey: null,
    issueType: null,
    issueFields: null,
    teamKey: null,
    channelId: null,
    email: null,
    credentialHint: '…WXYZ',
    inboundUrl: `${app.url}/integrations/${body.id}/inbound`,
    inboundSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    hasInboundSecret: true,
    pendingCount: 0,
    pausedUntil: null,
    lastSuccessAt: null,
    lastError: null,
    lastErrorAt: null,
    lastInboundAt: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await create(JIRA)).body).toMatchObject({ issueType: 'Task', email: null, inboundSecret: expect.anything() });
  expect((await create(GITLAB)).body).toMatchObject({ baseUrl: 'https://gitlab.com', repository: 'acme/web/shop' });
  expect((await create(LINEAR)).body).toMatchObject({ hasInboundSecret: false, inboundSecret: null });
  expect((await create(SLACK)).body).toMatchObject({ baseUrl: null, inboundUrl: null, hasInboundSecret: false });
});

const INVALID: [provider: object, changes: object, message: RegExp][] = [
  [SLACK, { webhookUrl: undefined }, /^webhookUrl: is required, or token and channelId of a bot$/],
  [SLACK, { token: TOKEN }, /^webhookUrl: cannot be combined with token, channelId or baseUrl; omit it for a bot/],
  [SLACK, { webhookUrl: undefined, token: TOKEN }, /^channelId: is required with token$/],
  [SLACK, { webhookUrl: undefined, channelId: 'C0123456789' }, /^token: is required with channelId$/],
  [SLACK, { webhookUrl: undefined, token: TOKEN, channelId: '#feedback' }, /^channelId: must be the ID of a channel/],
  [{ provider: 'discord', token: TOKEN }, { channelId: 'C0123456789' }, /^channelId: must be the ID of a channel/],
  [SLACK, { webhookUrl: 'ftp://hooks.slack.example/a' }, /^webhookUrl: must be an http or https URL$/],
  [
    SLACK,
    { webhookUrl: 'https://user:secret@hooks.slack.example/a' },
    /^webhookUrl: must not contain a user name or a password$/,
  ],
  [SLACK, { webhookUrl: `https://hooks.slack.example/${'a'.repeat(2_048)}` }, /^webhookUrl: must have at most 2048/],
  [
    SLACK,
    { email: 'a@b.example', repository: 'a/b' },
    /^(repository: is not supported by Slack; omit it; email: is not supported by Slack; omit it)$/,
  ],
  [SLACK, { inboundSecret: 'sixteen-characters' }, /^inboundSecret: Slack sends no calls; omit it$/],
  [{ provider: 'discord' }, {}, /^webhookUrl: is required, or token and channelId of a bot$/],
  [GITHUB, { repository: undefined, token: undefined }, /^repository: is required; token: is required$/],
  [GITHUB, { webhookUrl: HOOK }, /^webhookUrl: is not supported by GitHub; omit it$/],
  ...['shop', 'acme/shop/x', 'acme/..', '../shop', 'acme/shop?a', 'https://github.com/acme/shop', 'acme/a b'].map(
    (repository): [object, object, RegExp] => [GITHUB, { repository }, /^repository: must read owner\/name/],
  ),
  ...['', 'a b', 'a\nb', 'tökén', 'a\0'].map((token): [object, object, RegExp] => [
    GITHUB,
    { token },
    /^token: must be printable ASCII without spaces$/,
  ]),
  [GITHUB, { token: 'a'.repeat(1_025) }, /^token: must have at most 1024 characters$/],
  [GITHUB, { baseUrl: 'https://ghe.example/api/v3?token=a' }, /^baseUrl: must have no query$/],
  [GITHUB, { baseUrl: 'https://ghe.example/#a' }, /^baseUrl: must have no fragment$/],
  [GITHUB, { inboundSecret: 'short' }, /^inboundSecret: must have at least 16 characters$/],
  [GITHUB, { inboundSecret: 'with spaces in the middle' }, /^inboundSecret: must be printable ASCII/],
  [GITHUB, { notify: [] }, /^notify: must name at least one$/],
  [GITHUB, { filter: { statuses: [] } }, /^filter.statuses: must name at least one; omit it for all$/],
  [GITHUB, { filter: { pages: ['cart'] } }, /^filter.pages.0: must be a path, such as \/cart/],
  [GITHUB, { filter: { pages: ['/a*b'] } }, /^filter.pages.0: must be a path/],
  [GITHUB, { filter: { pages: Array.from({ length: 51 }, () => '/a') } }, /^filter.pages: must name at most 50$/],
  ...['acme', 'acme/', '/acme/shop', 'acme//shop', 'acme/shop?', '-1'].map((repository): [object, object, RegExp] => [
    GITLAB,
    { repository },
    /^repository: must read group\/name/,
  ]),
  [JIRA, { baseUrl: undefined, projectKey: undefined }, /^baseUrl: is required; projectKey: is required$/],
  ...['shop', 'S', '1A', 'SHOP" OR "A', 'SHOP/../x'].map((projectKey): [object, object, RegExp] => [
    JIRA,
    { projectKey },
    /^projectKey: must be the key of a project/,
  ]),
  [JIRA, { email: 'nobody' }, /^email: must be an e-mail address$/],
  [JIRA, { issueType: ' ' }, /^issueType: must be one line, not empty$/],
  [JIRA, { issueType: 'a\nb' }, /^issueType: must be one line, not empty$/],
  [LINEAR, { teamKey: 'eng' }, /^teamKey: must be the key of a team/],
  [{ provider: 'trello' }, {}, /^provider: must be one of slack, discord, github, gitlab, jira, linear$/],
];

test('reports missing and unsupported settings of a provider, and creates nothing', async () => {
  const count = async () => (await call('GET', `/integrations/project/${projectId}`)).body.length;
  const before = await count();
  for (const [place, changes, message] of INVALID) {
    const { status, body } = await create({ ...place, ...changes });
    expect({ changes, status, message: body.message }).toEqual({
      changes,
      status: 400,
      message: expect.stringMatching(message),
    });
  }
  expect(await count()).toBe(before);
});

test('an update keeps settings that it omits, and must be compatible with them', async () => {
  const { id } = (await create(GITHUB)).body;
  const path = `/integrations/${id}`;
  const { status, body } = await call('PATCH', path, {
    name: 'Issues',
    notify: ['status', 'status'],
    repository: 'acme/web',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'Issues', notify: ['status'], repository: 'acme/web', credentialHint: '…WXYZ' });
  expect(body.inboundSecret).toBeNull();
  for (const wrong of [
    { projectKey: 'SHOP' },
    { repository: 'nowhere' },
    { name: null },
    { token: null },
    { enabled: null },
  ]) {
    expect((await call('PATCH', path, wrong)).status).toBe(400);
  }
  expect((await call('PATCH', path, { token: 'ghp_another_token_ABCD' })).body.credentialHint).toBe('…ABCD');
  expect((await call('GET', path)).body).toMatchObject({ name: 'Issues', repository: 'acme/web', enabled: true });
});

describe('credentials', () => {
  test('are stored encrypted, and never returned', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const place = { projectId, ...JIRA, email: 'bot@example.com' };
    const made = (await call('POST', '/integrations', place, headers)).body;
    expect((await call('POST', '/integrations', place, headers)).body).toEqual(made);
    await create(SLACK);
    const list = (await call('GET', `/integrations/project/${projectId}`)).body;
    const audit = (await call('GET', `/organizations/${owner.organizationId}/audit?limit=500`)).body;
    const { rows } = await app.services.pool.query(
      `SELECT (SELECT json_agg(w) FROM webhooks w)::text || (SELECT json_agg(i) FROM integrations i)::text
           || (SELECT json_agg(k) FROM idempotency_keys k)::text || (SELECT json_agg(a) FROM audit_entries a)::text AS stored`,
    );
    for (const text of [JSON.stringify([list, audit, made]), rows[0].stored]) {
      expect(text).toContain(made.id);
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain('0123456789abcdef');
    }
    expect(rows[0].stored).not.toContain(made.inboundSecret);
    expect(JSON.stringify([list, audit])).not.toContain(made.inboundSecret);
  });

  test('are sent only to the origin that they were configured for', async () => {
    const mine = await startReceiver();
    const { id } = (await create({ ...GITHUB, baseUrl: 'https://ghe.example/api/v3' })).body;
    const patch = (body: object) => call('PATCH', `/integrations/${id}`, body);
    for (const baseUrl of [mine.url, 'http://ghe.example/api/v3', 'https://ghe.example:8443/api/v3']) {
      expect(await patch({ baseUrl, repository: 'acme/web' })).toMatchObject({
        status: 400,
        body: {
          message: `token: is required: the stored value is for https://ghe.example and is not sent to ${new URL(baseUrl).origin}`,
        },
      });
    }
    await call('POST', `/integrations/${id}/test`);
    expect(mine.requests).toEqual([]);
    expect((await call('GET', `/integrations/${id}`)).body).toMatchObject({
      baseUrl: 'https://ghe.example/api/v3',
      repository: 'acme/shop',
    });
    const moved = await patch({ baseUrl: 'https://ghe.example:443/api/v4' });
    expect(moved).toMatchObject({ status: 200, body: { baseUrl: 'https://ghe.example:443/api/v4' } });
    expect(await patch({ baseUrl: mine.url, token: 'ghp_another_token_ABCD' })).toMatchObject({ status: 200 });
    await call('POST', `/integrations/${id}/test`);
    expect(mine.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer ghp_another_token_ABCD']);
    await mine.close();
  });

  test('appear on the audit trail only by name when they change', async () => {
    const { id } = (await create(GITHUB)).body;
    await call('PATCH', `/integrations/${id}`, { token: 'ghp_another_token_ABCD', repository: 'acme/web' });
    await call('DELETE', `/integrations/${id}`);
    const trail = (await call('GET', `/organizations/${owner.organizationId}/audit?limit=3`)).body;
    expect(trail).toMatchObject([
      { action: 'integration_deleted', targetId: id, targetName: 'GitHub (github)' },
      { action: 'integration_changed', targetId: id },
      { action: 'integration_created', targetId: id, actorId: owner.id },
    ]);
    expect(trail[1].changes).toMatchObject({ token: { before: null, after: null } });
    expect(JSON.stringify(trail)).not.toContain('ABCD');
  });
});

test('an integration cannot be used as a webhook, although it shares the delivery', async () => {
  const { id } = (await create(GITHUB)).body;
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/deliveries'],
  ] as const) {
    expect((await call(method, `/v1/webhooks/${id}${path}`, method === 'GET' ? undefined : {})).status).toBe(404);
  }
  expect((await call('GET', '/v1/webhooks')).body.data).toEqual([]);
  expect((await call('GET', `/integrations/${id}`)).status).toBe(200);
});

test('deleting an integration unlinks its issues and leaves them in the tracker', async () => {
  const tracker = await startTrackerDouble(TRACKERS[0] as (typeof TRACKERS)[number]);
  const project = await createProject(app, owner);
  const place = { provider: 'github', ...tracker.settings };
  const integration = await createIntegration(app, owner, project.id, place);
  const { id } = await createAnnotation(app, owner, project.id);
  const issues = async () => (await call('GET', `/annotations/${id}`)).body.externalIssues;
  await expect.poll(issues).toHaveLength(1);
  expect((await call('DELETE', `/integrations/${integration.id}`)).body).toEqual({ id: integration.id, deleted: true });
  expect(await issues()).toEqual([]);
  expect(tracker.issues).toMatchObject([{ state: 'open', deleted: false }]);
  expect(await readIntegration(app, owner, integration)).toMatchObject({ statusCode: 404 });
  await tracker.close();
});

test('NETWORK_POLICY=public rejects private addresses', async () => {
  const careful = await startTestApp({ databaseUrl: app.databaseUrl, env: { NETWORK_POLICY: 'public' } });
  for (const address of ['http://127.0.0.1:9', 'http://[::1]', 'http://169.254.169.254', 'http://10.0.0.1:8080']) {
    for (const [place, member] of [
      [{ ...GITHUB, baseUrl: address }, 'baseUrl'],
      [{ ...SLACK, webhookUrl: `${address}/services` }, 'webhookUrl'],
    ] as const) {
      const { status, body } = await rest(careful, 'POST', '/integrations', {
        token: owner.token,
        body: { projectId, ...place },
      });
      expect([status, body.message]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${member}: .*is not an address of the public internet`)),
      ]);
    }
  }
  await careful.close();
});

test('an integration that NETWORK_POLICY now rejects can be renamed, disabled and given another address', async () => {
  const { body: made } = await create({ ...GITHUB, baseUrl: 'http://127.0.0.1:9' });
  const careful = await startTestApp({ databaseUrl: app.databaseUrl, env: { NETWORK_POLICY: 'public' } });
  const patch = (body: object) => rest(careful, 'PATCH', `/integrations/${made.id}`, { token: owner.token, body });
  expect(await patch({ name: 'Old tracker' })).toMatchObject({ status: 200, body: { name: 'Old tracker' } });
  expect(await patch({ enabled: false })).toMatchObject({ status: 200, body: { enabled: false } });
  expect(await patch({ repository: 'acme/web' })).toMatchObject({ status: 200, body: { repository: 'acme/web' } });
  expect(await patch({ baseUrl: 'http://10.0.0.1', token: TOKEN })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^baseUrl: .*is not an address of the public internet/) },
  });
  expect(await patch({ baseUrl: 'https://8.8.8.8', token: TOKEN })).toMatchObject({
    status: 200,
    body: { baseUrl: 'https://8.8.8.8' },
  });
  await careful.close();
});
