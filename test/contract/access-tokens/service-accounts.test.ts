import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { waitUntilBlocked } from '../../support/blocked-sessions.ts';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});

const call = (method: string, path: string, body?: object, token = owner.token) =>
  rest(app, method, path, { token, body });
const createBot = async (given: object = {}) => {
  const rights = { role: 'editor', preset: 'fix', allProjects: true };
  const created = await call('POST', '/access-tokens', {
    organizationId: owner.organizationId,
    name: 'Fixer',
    ...rights,
    ...given,
  });
  expect(created.status).toBe(201);
  return created.body as { id: string; userId: string; token: string };
};
const assign = (id: string, assigneeId: string, token = owner.token) =>
  call('PUT', `/annotations/${id}/assign`, { assigneeId }, token);
const listed = async (token = owner.token): Promise<{ id: string; projectIds: string[] }[]> =>
  (await call('GET', `/organizations/${owner.organizationId}/service-accounts`, undefined, token)).body;
const CHANGED = 'UPDATE access_tokens SET expires_at = now() WHERE id = $1';
const MESSAGE =
  "assigneeId: must be a member of the project's organization who has the project, or a service account whose token has " +
  'the project and annotation.change';

test('a bot takes an annotation, and its name is shown', async () => {
  const bot = await createBot();
  const { id } = await createAnnotation(app, owner, projectId);
  const me = await call('GET', '/auth/me', undefined, bot.token);
  expect(me.body.id).toBe(bot.userId);
  expect((await assign(id, bot.userId, bot.token)).body).toMatchObject({ assigneeId: bot.userId });
  expect((await call('POST', `/annotations/${id}/claim`, undefined, bot.token)).status).toBe(200);
  const document = `query ($id: ID!) { annotation(id: $id) {
    assignee { id name email } claim { name userId via } history(first: 5) { nodes { kind actor { id name email } via } } } }`;
  const { data } = await graphql(app, document, { id }, { token: owner.token });
  const account = { id: bot.userId, name: 'Fixer', email: null };
  expect(data.annotation).toMatchObject({
    assignee: account,
    claim: { name: 'Fixer', userId: bot.userId, via: bot.id },
    history: { nodes: [{ kind: 'assignee', actor: account, via: bot.id }] },
  });
});

test('lists the accounts that can be assigned, to members', async () => {
  const bot = await createBot({ name: 'Listed', allProjects: false, projectIds: [projectId] });
  const others = [await createBot({ preset: 'comment' }), await createBot(), await createBot()];
  await call('DELETE', `/access-tokens/${others[1]?.id}`);
  await app.services.pool.query(CHANGED, [others[2]?.id]);
  const list = await listed();
  expect(list.find(({ id }) => id === bot.userId)).toEqual({
    id: bot.userId,
    name: 'Listed',
    accessTokenId: bot.id,
    role: 'editor',
    allProjects: false,
    projectIds: [projectId],
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
  });
  expect(list.filter(({ id }) => others.some(({ userId }) => userId === id))).toEqual([]);
  const elsewhere = await registerMember(app, owner.organizationId, 'editor', [(await createProject(app, owner)).id]);
  expect((await listed(elsewhere.token)).map(({ id }) => id)).not.toContain(bot.userId);
});

test.each([
  ['without annotation.change', () => createBot({ preset: 'comment' })],
  [
    'with another project',
    async () => createBot({ allProjects: false, projectIds: [(await createProject(app, owner)).id] }),
  ],
  [
    'that has expired',
    async () => {
      const bot = await createBot();
      await app.services.pool.query(CHANGED, [bot.id]);
      return bot;
    },
  ],
  [
    'that was revoked',
    async () => {
      const bot = await createBot();
      await call('DELETE', `/access-tokens/${bot.id}`);
      return bot;
    },
  ],
  [
    'of another organization',
    async () => {
      const { token, organizationId } = await registerUser(app);
      const rights = { organizationId, name: 'Other', role: 'editor', preset: 'fix', allProjects: true };
      return (await call('POST', '/access-tokens', rights, token)).body as { userId: string };
    },
  ],
])('an account of a token %s is not assigned', async (_which, create) => {
  const { userId } = await create();
  const { id } = await createAnnotation(app, owner, projectId);
  const assigned = await assign(id, userId);
  expect([assigned.status, assigned.body.message]).toEqual([400, MESSAGE]);
  const changed = await call('POST', '/annotations/changes', {
    organizationId: owner.organizationId,
    ids: [id],
    change: { assigneeId: userId },
  });
  expect(changed.body).toMatchObject([{ id, isChanged: false, error: { message: `change.${MESSAGE}` } }]);
});

test('the end of its token unassigns it, with history, and ends its claims', async () => {
  const bot = await createBot({ name: 'Leaving' });
  const { id } = await createAnnotation(app, owner, projectId);
  await assign(id, bot.userId);
  await call('POST', `/annotations/${id}/claim`, undefined, bot.token);
  expect((await call('DELETE', `/access-tokens/${bot.id}`)).status).toBe(200);
  const document = `query ($id: ID!) { annotation(id: $id) {
    assigneeId claim { name } history(first: 1) { nodes { kind before after actor { id } } } } }`;
  const { data } = await graphql(app, document, { id }, { token: owner.token });
  expect(data.annotation).toEqual({
    assigneeId: null,
    claim: null,
    history: { nodes: [{ kind: 'assignee', before: bot.userId, after: null, actor: { id: owner.id } }] },
  });
});

test('an assignment at the same time as the end of its token does not stay', async () => {
  const bot = await createBot();
  const { id } = await createAnnotation(app, owner, projectId);
  const { response } = await inTransaction(app.services.pool, async (end) => {
    await end.query('DELETE FROM memberships WHERE access_token_id = $1', [bot.id]);
    const pending = assign(id, bot.userId);
    await waitUntilBlocked(app, 'FROM memberships');
    return { response: pending };
  });
  expect((await response).body.message).toBe(MESSAGE);
});
