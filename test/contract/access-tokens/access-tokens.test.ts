import { describe, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { hashAccessToken } from '../../../src/infrastructure/secrets/access-token-format.ts';
import { purgeExpired } from '../../../src/resolvers/addons/retention/purge-expired.ts';
import { LIMITS } from '../../../src/resolvers/platform/input/limits.ts';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { createPersonalToken, revokeToken } from '../../support/access-tokens.ts';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, registerMember, registerUser } from '../../support/factories.ts';
import { transports } from '../../support/live-client.ts';
import { useOwner, useProject } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { createResetToken } from '../support/world.ts';

const app = useTestApp();
const owner = useOwner(app);
const project = useProject(app, owner);

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const createOwn = (body: object, user = owner) =>
  rest(app, 'POST', '/auth/access-tokens', { token: user.token, body: { name: 'Laptop', ...body } });
const createOfProject = (body: object, user = owner) =>
  rest(app, 'POST', '/access-tokens', {
    token: user.token,
    body: { organizationId: owner.organizationId, name: 'CI', role: 'editor', ...body },
  });
const ALL = { preset: 'comment', allProjects: true };

test('a token is shown once and stored as a hash', async () => {
  const created = await createOwn({ preset: 'fix', projectIds: [project.id] });
  expect(created).toMatchObject({
    status: 201,
    body: { name: 'Laptop', organizationId: null, role: null, allProjects: false, projectIds: [project.id] },
  });
  const { id, token, prefix, expiresAt } = created.body;
  expect(token.startsWith(prefix)).toBe(true);
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS)).toBe(90);
  const listed = await rest(app, 'GET', '/auth/access-tokens', { token: owner.token });
  expect(listed.body.find((each: { id: string }) => each.id === id)).toMatchObject({ prefix, token: null });
  const { tokenHash } = await app.services.db.accessToken.findUniqueOrThrow({ where: { id } });
  expect(tokenHash).toBe(hashAccessToken(token));
});

test('actions extend a preset', async () => {
  const { status, body } = await createOwn({ ...ALL, preset: 'ci', actions: ['review.write', 'project.read'] });
  expect(status).toBe(201);
  expect(body.actions).toEqual([...new Set([...TOKEN_PRESETS.ci, 'review.write'])].sort());
  expect(Object.values(TOKEN_PRESETS).flat()).not.toContain('review.write');
});

describe('rejects bad input', () => {
  const cases: [string, object, string][] = [
    [
      'no action',
      { allProjects: true },
      'actions: list at least one action, or choose a preset: read, comment, fix, ci',
    ],
    [
      'unknown action',
      { allProjects: true, actions: ['coffee.make'] },
      'actions: "coffee.make" is not an access token action',
    ],
    [
      'forbidden action',
      { allProjects: true, actions: ['billing.manage'] },
      'actions: "billing.manage" is not an access token action',
    ],
    ['no project', { preset: 'read' }, 'projectIds: list at least one project, or set allProjects to true'],
    [
      'list and all',
      { ...ALL, projectIds: [crypto.randomUUID()] },
      'projectIds: must be omitted if allProjects is true',
    ],
    ['foreign project', { preset: 'read', projectIds: [crypto.randomUUID()] }, 'is not a project of'],
    ['past expiry', { ...ALL, expiresAt: inDays(-1) }, 'expiresAt: is in the past; choose a time within the next year'],
    ['late expiry', { ...ALL, expiresAt: inDays(367) }, 'expiresAt: must be at most a year ahead, until '],
    ['empty name', { ...ALL, name: ' ' }, 'name: '],
    [
      'too many projects',
      { preset: 'read', projectIds: Array(501).fill(crypto.randomUUID()) },
      'projectIds: must list at most 500',
    ],
  ];
  test.each(cases)('%s', async (_what, body, message) => {
    for (const create of [createOwn, createOfProject]) {
      expect(await create(body)).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
    }
  });

  test('an expiry of a year is permitted', async () => {
    expect((await createOwn({ ...ALL, expiresAt: inDays(364.9) })).status).toBe(201);
  });

  test('actions that the role of a project token does not permit', async () => {
    const { status, body } = await createOfProject({ role: 'viewer', preset: 'comment', allProjects: true });
    expect([status, body.message]).toEqual([
      400,
      'actions: the role viewer does not permit annotation.create, comment.change, comment.create; omit them or choose another role',
    ]);
  });

  test.each(['personal', 'project'])('the last project of a %s token', async (kind) => {
    const create = kind === 'personal' ? createOwn : createOfProject;
    const path = kind === 'personal' ? '/auth/access-tokens' : '/access-tokens';
    const { id } = (await create({ preset: 'read', projectIds: [project.id] })).body;
    const change = (body: object) => rest(app, 'PATCH', `${path}/${id}`, { token: owner.token, body });
    expect(await change({ projectIds: [] })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('the last project cannot be removed from an access token') },
    });
    expect((await change({ allProjects: true })).body).toMatchObject({ allProjects: true, projectIds: [] });
    await rest(app, 'DELETE', `${path}/${id}`, { token: owner.token });
    expect(await change({ name: 'Late' })).toMatchObject({
      status: 400,
      body: { message: 'The access token was revoked; create another one' },
    });
  });

  test('more tokens than the limit', async () => {
    const user = await registerUser(app);
    for (let i = 0; i < LIMITS.personalTokens; i += 1) await createPersonalToken(app, user);
    expect(await createOwn(ALL, user)).toMatchObject({
      status: 400,
      body: { message: 'You have 50 active access tokens; the limit is 50. Revoke one first' },
    });
  });

  test('more tokens of an organization than the limit; ended ones do not count', async () => {
    const { organizationId, ...user } = await registerUser(app);
    const add = (given: object) => createPersonalToken(app, user, { organizationId, ...given });
    await add({ expiresAt: new Date(Date.now() - 1_000) });
    const made: string[] = [];
    for (let i = 0; i < LIMITS.projectTokens; i += 1) made.push((await add({})).id);
    const create = () => createOfProject({ ...ALL, organizationId }, { ...user, organizationId });
    expect(await create()).toMatchObject({
      status: 400,
      body: { message: 'The organization has 100 active access tokens; the limit is 100. Revoke one first' },
    });
    await revokeToken(app, made[0] ?? '');
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(400);
  });

  test('mistyped and unknown tokens', async () => {
    const { token } = (await createOwn(ALL)).body;
    const typo = await rest(app, 'GET', '/organizations', { token: token.slice(0, -1) });
    expect(typo).toMatchObject({ status: 401, body: { message: expect.stringContaining('incomplete or mistyped') } });
    await app.services.pool.query('DELETE FROM access_tokens WHERE token_hash = $1', [hashAccessToken(token)]);
    const unknown = await rest(app, 'GET', '/organizations', { token });
    expect(unknown).toMatchObject({ status: 401, body: { message: expect.stringContaining('is unknown') } });
  });
});

test('what a token writes names it', async () => {
  const { id, token } = await createPersonalToken(app, owner);
  const written = await createAnnotation(app, { ...owner, token }, project.id);
  const path = `/annotations/${written.id}`;
  const reply = await rest(app, 'POST', `${path}/comments`, { token, body: { content: 'Seen' } });
  await rest(app, 'PATCH', path, { token, body: { content: 'Changed' } });
  const history = await rest(app, 'GET', `${path}/history`, { token });
  await rest(app, 'PATCH', `/projects/${project.id}`, { token, body: { name: 'Renamed' } });
  const audit = await rest(app, 'GET', `/organizations/${owner.organizationId}/audit?limit=1`, { token });
  const vias = [(await rest(app, 'GET', path, { token })).body, reply.body, history.body[0], audit.body[0]];
  expect(vias.map(({ via }) => via)).toEqual([id, id, id, id]);
  expect((await createAnnotation(app, owner, project.id)) as { via?: unknown }).toMatchObject({ via: null });
});

test('a token without diagnostics.read sees none', async () => {
  const metadata = { tag: 'p', diagnostics: { console: [] } };
  const { id } = await createAnnotation(app, owner, project.id, { metadata });
  const read = async (actions: string[]) => {
    const { token } = await createPersonalToken(app, owner, { actions });
    return (await rest(app, 'GET', `/annotations/${id}`, { token })).body.metadata;
  };
  expect(await read(['annotation.read', 'diagnostics.read'])).toEqual(metadata);
  expect(await read(['annotation.read'])).toEqual({ tag: 'p' });
});

test('a project token outlives its creator, is not a member, and ends at once', async () => {
  const admin = await registerMember(app, owner.organizationId, 'admin');
  const { id, token, userId } = (await createOfProject(ALL, admin)).body;
  await app.services.db.user.delete({ where: { id: admin.id } });
  const written = await createAnnotation(app, { ...owner, token }, project.id);
  expect(written).toMatchObject({ author: { id: userId, name: 'CI' }, via: id });
  const { body } = await rest(app, 'GET', `/organizations/${owner.organizationId}/members`, { token: owner.token });
  expect(body.map((member: { userId: string }) => member.userId)).not.toContain(userId);
  const assigned = await rest(app, 'PUT', `/annotations/${written.id}/assign`, {
    token: owner.token,
    body: { assigneeId: userId },
  });
  expect(assigned.status).toBe(400);
  expect((await rest(app, 'DELETE', `/access-tokens/${id}`, { token: owner.token })).status).toBe(200);
  expect((await rest(app, 'GET', `/projects/${project.id}`, { token })).status).toBe(401);
  const again = await rest(app, 'DELETE', `/access-tokens/${id}`, { token: owner.token });
  expect(again.status).toBe(404);
});

test('a password reset ends personal tokens', async () => {
  const user = await registerUser(app);
  const { token } = (await createOwn(ALL, user)).body;
  const check = async () => (await rest(app, 'GET', '/organizations', { token })).status;
  expect(await check()).toBe(200);
  const reset = { token: await createResetToken(app, user.id), password: 'another long password' };
  expect((await rest(app, 'POST', '/auth/password-reset/confirm', { body: reset })).status).toBe(200);
  expect(await check()).toBe(401);
});

test('records the last use', async () => {
  const { id, token } = await createPersonalToken(app, owner);
  await rest(app, 'GET', '/organizations', { token, headers: { 'user-agent': 'builder/1' } });
  const read = () => app.services.db.accessToken.findUniqueOrThrow({ where: { id } });
  await expect.poll(async () => (await read()).lastUsedAt).toEqual(expect.any(Date));
  expect(await read()).toMatchObject({ lastUsedClient: 'builder/1', lastUsedNetwork: '127.0.0.1' });
});

test('personal tokens are kept for 30 days after their end; those of an organization stay with what they wrote', async () => {
  const user = await registerUser(app);
  const { organizationId } = user;
  const daysAgo = (days: number) => inDays(-days);
  const add = async (given: { expiresAt?: string; revokedAt?: string; organizationId?: string }) => {
    const { revokedAt, expiresAt = inDays(10), ...rest } = given;
    const { id } = await createPersonalToken(app, user, { ...rest, expiresAt: new Date(expiresAt) });
    if (revokedAt) await app.services.db.accessToken.update({ where: { id }, data: { revokedAt } });
    return id;
  };
  const kept = [
    await add({}),
    await add({ expiresAt: daysAgo(29) }),
    await add({ revokedAt: daysAgo(29) }),
    await add({ expiresAt: daysAgo(31), organizationId }),
    await add({ revokedAt: daysAgo(31), organizationId }),
  ];
  await add({ expiresAt: daysAgo(31) });
  await add({ revokedAt: daysAgo(31) });
  await add({ expiresAt: daysAgo(1), revokedAt: daysAgo(31) });
  await purgeExpired(systemContext(app.services));
  const left = await app.services.db.accessToken.findMany({ where: { userId: user.id }, select: { id: true } });
  expect(left.map(({ id }) => id).sort()).toEqual(kept.sort());
});

test('reads the same over GraphQL', async () => {
  const { token } = await createPersonalToken(app, owner);
  const { data } = await graphql(app, 'query ($id: ID!) { project(id: $id) { id } }', { id: project.id }, { token });
  expect(data.project.id).toBe(project.id);
});

describe.each(Object.keys(transports))('a stream over %s', (transport) => {
  const query = 'subscription ($id: ID!) { annotationChanged(projectId: $id) { kind } }';
  const open = (token: string) => transports[transport]?.(app, { query, variables: { id: project.id }, token });

  test('receives changes, and ends when its token is revoked', async () => {
    const { id, token } = (await createOwn({ preset: 'read', allProjects: true })).body;
    const stream = open(token);
    await expect
      .poll(async () => {
        await createAnnotation(app, owner, project.id);
        return stream?.results.length;
      })
      .toBeGreaterThan(0);
    await rest(app, 'DELETE', `/auth/access-tokens/${id}`, { token: owner.token });
    expect(await stream?.ended).toBe('complete');
  });

  test('ends when its token is changed', async () => {
    const { id, token } = (await createOwn({ preset: 'read', allProjects: true })).body;
    const stream = open(token);
    await expect
      .poll(async () => {
        await createAnnotation(app, owner, project.id);
        return stream?.results.length;
      })
      .toBeGreaterThan(0);
    const body = { actions: ['project.read'] };
    await rest(app, 'PATCH', `/auth/access-tokens/${id}`, { token: owner.token, body });
    expect(await stream?.ended).toBe('complete');
    expect(await open(token)?.ended).toBe('FORBIDDEN');
  });

  test('ends when its token expires', async () => {
    const { token } = await createPersonalToken(app, owner, { expiresAt: new Date(Date.now() + 8_000) });
    expect(await open(token)?.ended).toBe(transport === 'a WebSocket' ? 4403 : 'complete');
  });
});
