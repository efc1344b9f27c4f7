import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let editor: TestUser;
let projectId: string;
let id: string;
/** Tokens of two agents of the owner. */
let first: string;
let second: string;
beforeAll(async () => {
  owner = await registerUser(app);
  editor = await registerMember(app, owner.organizationId, 'editor');
  projectId = (await createProject(app, owner)).id;
  first = (await createPersonalToken(app, owner, { name: 'Claude' })).token;
  second = (await createPersonalToken(app, owner, { name: 'Codex' })).token;
});
beforeEach(async () => {
  id = (await createAnnotation(app, owner, projectId)).id;
});

const claim = (token: string, body: object = {}) => rest(app, 'POST', `/annotations/${id}/claim`, { token, body });
const release = (token: string, body: object = {}) => rest(app, 'POST', `/annotations/${id}/release`, { token, body });
async function read(token = editor.token) {
  const document = `{ annotation(id: "${id}") { claim { name userId via since until } } }`;
  return (await graphql(app, document, {}, { token })).data.annotation.claim;
}
const expire = () =>
  app.services.pool.query(
    "UPDATE annotation_claims SET expires_at = now() - interval '1 second' WHERE annotation_id = $1",
    [id],
  );
const lengthOf = ({ since, until }: { since: string; until: string }) => Date.parse(until) - Date.parse(since);

describe('a claim', () => {
  test('shows for two hours who works on an annotation, and a renewal keeps its start', async () => {
    expect(await read()).toBeNull();
    expect((await claim(first)).status).toBe(200);
    const claimed = await read();
    expect(claimed).toMatchObject({ name: 'Claude', userId: owner.id, via: expect.any(String) });
    expect(lengthOf(claimed)).toBe(2 * 3_600_000);
    await claim(first);
    const renewed = await read();
    expect([renewed.since, renewed.until > claimed.until]).toEqual([claimed.since, true]);
  });

  test('of another holder is a conflict that names it, unless one takes over or it has ended', async () => {
    await claim(first);
    const { status, body } = await claim(second);
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(
        /^Claude is working on this until \S+Z; work on another annotation\. A member can take over/,
      ),
    ]);
    expect((await claim(editor.token, { takeOver: true })).status).toBe(200);
    expect(await read()).toMatchObject({ name: expect.any(String), userId: editor.id, via: null });
    await expire();
    expect(await read()).toBeNull();
    expect((await claim(second)).status).toBe(200);
    expect(await read()).toMatchObject({ name: 'Codex' });
  });

  test('of two at the same time has one winner', async () => {
    const statuses = (await Promise.all([claim(first), claim(second), claim(editor.token)])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 400, 400]);
  });

  test('locks nothing, is hidden from guests, and ends with the membership', async () => {
    await claim(first);
    const body = { status: 'in_progress' };
    expect((await rest(app, 'PUT', `/annotations/${id}/status`, { token: editor.token, body })).status).toBe(200);
    const guest = await registerMember(app, owner.organizationId, 'guest', [projectId]);
    expect(await read(guest.token)).toBeNull();
    const leaver = await registerMember(app, owner.organizationId, 'editor');
    await claim(leaver.token, { takeOver: true });
    await app.services.db.membership.deleteMany({ where: { userId: leaver.id } });
    expect(await read()).toBeNull();
  });

  test('of an access token is not released by another one, which still gives its reason', async () => {
    await claim(first);
    expect((await release(second, { content: 'Not in my repository' })).status).toBe(200);
    expect(await read()).toMatchObject({ name: 'Claude' });
    expect((await release(first)).status).toBe(200);
    expect(await read()).toBeNull();
  });

  test('ends with its access token', async () => {
    const { token, id: tokenId } = await createPersonalToken(app, owner, { name: 'Cursor' });
    await claim(token);
    expect(await read()).toMatchObject({ name: 'Cursor' });
    await app.services.pool.query('UPDATE access_tokens SET revoked_at = now() WHERE id = $1', [tokenId]);
    expect(await read()).toBeNull();
    expect((await claim(second)).status).toBe(200);
  });

  test.each([
    [
      'alone',
      () => rest(app, 'PUT', `/annotations/${id}/status`, { token: owner.token, body: { status: 'resolved' } }),
    ],
    [
      'with others',
      () =>
        graphql(
          app,
          `mutation ($org: ID!, $id: ID!) {
            updateAnnotations(organizationId: $org, ids: [$id], change: { status: resolved }) { error { message } }
          }`,
          { org: owner.organizationId, id },
          { token: owner.token },
        ),
    ],
  ])('ends when the annotation is resolved %s, and stays ended when it is reopened', async (_how, resolve) => {
    await claim(first);
    await resolve();
    expect(await read()).toBeNull();
    const { status, body } = await claim(second);
    expect([status, body.message]).toEqual([400, 'The annotation is resolved; reopen it before you work on it']);
    await rest(app, 'PUT', `/annotations/${id}/status`, { token: owner.token, body: { status: 'open' } });
    expect(await read()).toBeNull();
    expect((await claim(second)).status).toBe(200);
  });

  test('is released by anybody who may change the annotation, with an internal reply', async () => {
    await claim(first);
    expect((await release(editor.token, { content: 'Needs a designer' })).status).toBe(200);
    expect(await read()).toBeNull();
    const { body } = await rest(app, 'GET', `/annotations/${id}/comments`, { token: owner.token });
    expect(body).toMatchObject([{ content: 'Needs a designer', visibility: 'internal', author: { id: editor.id } }]);
    expect((await release(editor.token)).status).toBe(200);
  });
});

test('an agent that repeats give_up with the same key writes the reason once', async () => {
  const agent = await connectAgent(app, first);
  await callTool(agent, 'start_work', { id });
  const args = { id, reason: 'The element is not in this repository', idempotencyKey: `give-up-${id}` };
  for (let attempt = 0; attempt < 2; attempt++) {
    const { answer } = await callTool(agent, 'give_up', args);
    expect(answer.releaseAnnotation).toMatchObject({ id });
  }
  const { body } = await rest(app, 'GET', `/annotations/${id}/comments`, { token: owner.token });
  expect(body).toHaveLength(1);
  const { isError, text } = await callTool(agent, 'give_up', { ...args, reason: 'Another reason' });
  expect([isError, text]).toEqual([true, expect.stringContaining('Idempotency-Key')]);
});

test('agents see who works on a comment, and give up with a reason', async () => {
  const [claude, codex] = await Promise.all([connectAgent(app, first), connectAgent(app, second)]);
  const { answer } = await callTool(claude, 'start_work', { id });
  expect(answer.claimAnnotation.claim).toMatchObject({ name: 'Claude' });
  const { isError, text } = await callTool(codex, 'start_work', { id });
  expect([isError, text]).toEqual([true, expect.stringContaining('Claude is working on this until')]);
  const { answer: found } = await callTool(codex, 'find_work', { projectId, numbers: [answer.claimAnnotation.number] });
  expect(found.annotations.nodes).toMatchObject([{ claim: { name: 'Claude' } }]);
  await callTool(claude, 'give_up', { id, reason: 'The element is not in this repository' });
  const { answer: read } = await callTool(codex, 'get_comment', { id });
  expect(read.annotation).not.toHaveProperty('claim');
  expect(read.annotation.comments.nodes).toMatchObject([{ visibility: 'internal' }]);
});
