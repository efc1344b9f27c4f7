import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let projectId: string;
let agent: Client;
let ids: string[];

/** The longest text that a comment has, of characters of three bytes. */
const LONG = '漢'.repeat(10_000);

beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
  ids = [];
  for (let index = 0; index < 60; index++) {
    ids.push((await createAnnotation(app, owner, projectId, { content: `${index} ${LONG}`.slice(0, 10_000) })).id);
  }
  const { token } = await createPersonalToken(app, owner);
  agent = await connectAgent(app, token);
});

const bytes = (text: string) => Buffer.byteLength(text);

test('a list has 25 items by default, 8 KB of usual texts, and leads to all others', async () => {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const { answer, text } = await callTool(agent, 'find_work', { projectId, ...(after && { after }) });
    const { nodes, pageInfo } = answer.annotations;
    found.push(...nodes.map(({ id }: { id: string }) => id));
    expect([nodes.length <= 25, bytes(text) <= 24 * 1024, answer.shortened]).toEqual([
      true,
      true,
      ['annotations.nodes.untrustedText'],
    ]);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
  } while (after);
  expect(found.sort()).toEqual([...ids].sort());
  await app.services.pool.query("UPDATE annotations SET content = 'The price of the rake is wrong'");
  expect(bytes((await callTool(agent, 'find_work', { projectId })).text)).toBeLessThanOrEqual(8 * 1024);
});

test('50 items of long texts and a thread of long replies stay below 24 KB', async () => {
  await app.services.pool.query('UPDATE annotations SET content = $1, url = $2', [
    LONG,
    `https://shop.example/${'a'.repeat(2_000)}`,
  ]);
  const list = await callTool(agent, 'find_work', { projectId, first: 50 });
  expect(bytes(list.text)).toBeLessThanOrEqual(24 * 1024);
  expect(list.answer.annotations.nodes).toHaveLength(50);
  const [id = ''] = ids;
  for (let index = 0; index < 30; index++) {
    await rest(app, 'POST', `/annotations/${id}/comments`, { token: owner.token, body: { content: LONG } });
  }
  const { text, answer } = await callTool(agent, 'get_comment', { id });
  expect(bytes(text)).toBeLessThanOrEqual(24 * 1024);
  expect(answer.annotation.comments.nodes).toHaveLength(25);
  expect(answer.shortened).toContain('annotation.comments.nodes.untrustedText');
  // The whole text is longer than an answer, but most of a short one stays.
  expect(answer.annotation.untrustedText.length).toBeGreaterThan(100);
});

test('a comment of an ordinary size is complete, and has at most 6 KB', async () => {
  const content = 'The button should be red and say "Order". '.repeat(20);
  const { id } = await createAnnotation(app, owner, projectId, {
    content,
    metadata: { selector: '#buy', text: 'Buy' },
  });
  const { text, answer } = await callTool(agent, 'get_comment', { id });
  expect(answer).not.toHaveProperty('shortened');
  expect(answer.annotation.untrustedText).toBe(content);
  expect(bytes(text)).toBeLessThanOrEqual(6 * 1024);
});

test('the result of an operation is bounded, too', async () => {
  const { text, answer } = await callTool(agent, 'call_operation', { name: 'comments', arguments: { id: ids[0] } });
  expect(bytes(text)).toBeLessThanOrEqual(24 * 1024);
  expect(answer.shortened).toEqual(['untrustedResult']);
});

test('every search of operations is bounded', async () => {
  for (const query of [
    'annotation',
    'snapshot comparison',
    'id of the project of annotations in an organization, UUID',
  ]) {
    const { isError, text, answer } = await callTool(agent, 'search_operations', { query });
    expect([query, isError, bytes(text) <= 24 * 1024, answer.operations.length > 0]).toEqual([
      query,
      false,
      true,
      true,
    ]);
  }
});

test('the projects of a token are complete, with its actions once', async () => {
  const lister = await registerUser(app);
  for (let index = 0; index < 25; index++) await createProject(app, lister);
  const { token } = await createPersonalToken(app, lister);
  const { answer } = await callTool(await connectAgent(app, token), 'whoami', { first: 50 });
  const [organization] = answer.organizations.nodes;
  const { viewerActions } = organization.inProjects.nodes[0];
  expect([organization.projects.nodes.length, viewerActions.includes('annotation.change')]).toEqual([25, true]);
  expect([viewerActions.length > 25, answer.shortened]).toEqual([true, undefined]);
});

test('a comment that call_operation creates is internal unless the call says otherwise', async () => {
  const args = { projectId, content: 'Seen', url: 'https://shop.example/' };
  const create = async (more: object) =>
    (await callTool(agent, 'call_operation', { name: 'createAnnotation', arguments: { ...args, ...more } })).answer
      .untrustedResult.visibility;
  expect([await create({}), await create({ visibility: 'public' })]).toEqual(['internal', 'public']);
});
