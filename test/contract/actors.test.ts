import { beforeAll, describe, expect, test } from 'vitest';
import { createPersonalToken } from '../support/access-tokens.ts';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation, createProject, registerMember, type TestUser } from '../support/factories.ts';
import { useOwner, useProject } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { statementsOf } from './support/sql-statements.ts';

// The actor and the program of annotations and replies.

const app = useTestApp();
const owner = useOwner(app);
const project = useProject(app, owner);
let guest: TestUser;

beforeAll(async () => {
  await app.services.db.project.update({ where: { id: project.id }, data: { publicFeedback: true } });
  guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
});

const ACTOR = 'author { actor { __typename id name email } } program { __typename id name kind }';
const DOCUMENT = `query ($id: ID!) { annotation(id: $id) { ${ACTOR} comments { nodes { ${ACTOR} } } } }`;

async function read(id: string, { token } = owner) {
  const { data, errors } = await graphql(app, DOCUMENT, { id }, { token });
  expect(errors).toBeUndefined();
  return data.annotation;
}
const user = ({ id, email }: TestUser) => ({ __typename: 'User', id, email, name: expect.any(String) });

describe('the author of an annotation', () => {
  test('is a user, with the program that was used', async () => {
    const { id } = await createAnnotation(app, owner, project.id);
    expect(await read(id)).toMatchObject({ author: { actor: user(owner) }, program: null });
    const { id: tokenId, token } = await createPersonalToken(app, owner);
    const { id: byProgram } = await createAnnotation(app, { ...owner, token }, project.id);
    const program = { __typename: 'Program', id: tokenId, name: expect.any(String), kind: 'personal_token' };
    expect(await read(byProgram)).toMatchObject({ author: { actor: user(owner) }, program });
    expect(await read(byProgram, guest)).toMatchObject({ author: { actor: { email: null } }, program: null });
  });

  test('is a program for a service account', async () => {
    const body = {
      organizationId: owner.organizationId,
      name: 'Bot',
      role: 'editor',
      preset: 'fix',
      allProjects: true,
    };
    const { body: bot } = await rest(app, 'POST', '/access-tokens', { token: owner.token, body });
    const { id } = await createAnnotation(app, owner, project.id);
    await rest(app, 'POST', `/annotations/${id}/comments`, { token: bot.token, body: { content: 'Done' } });
    const program = { __typename: 'Program', id: bot.id, name: 'Bot' };
    expect((await read(id)).comments.nodes).toEqual([
      { author: { actor: { ...program, email: null } }, program: { ...program, kind: 'project_token' } },
    ]);
    // Guests see the account without its program.
    expect((await read(id, guest)).comments.nodes).toEqual([
      { author: { actor: { __typename: 'User', id: bot.userId, name: 'Bot', email: null } }, program: null },
    ]);
  });

  test('is a visitor who left a name, and nobody once they are erased', async () => {
    const annotation = { content: 'Hi', url: 'https://shop.example/', position_x: 1, position_y: 1, name: 'Ada' };
    const { body, status } = await rest(app, 'POST', '/annotations/public', {
      headers: { 'x-project-key': project.projectKey },
      body: { ...annotation, email: 'ada@example.com' },
    });
    expect(status).toBe(201);
    const actor = { __typename: 'Visitor', id: null, name: 'Ada', email: 'ada@example.com' };
    expect((await read(body.id)).author).toEqual({ actor });
    expect((await read(body.id, guest)).author).toEqual({ actor: { ...actor, email: null } });
    const erasure = { email: 'ada@example.com' };
    await rest(app, 'POST', `/organizations/${owner.organizationId}/visitors/erasure`, {
      token: owner.token,
      body: erasure,
    });
    expect((await read(body.id)).author).toEqual({ actor: null });
  });
});

test('the author of a reply by another visitor is a visitor', async () => {
  await app.services.db.project.update({ where: { id: project.id }, data: { publicReplies: 'all' } });
  const { id } = await createAnnotation(app, owner, project.id);
  const body = { projectKey: project.projectKey, content: 'Here, too', name: 'Mallory' };
  expect(await rest(app, 'POST', `/annotations/public/${id}/comments`, { body })).toMatchObject({ status: 201 });
  const actor = { __typename: 'Visitor', id: null, name: 'Mallory', email: null };
  expect((await read(id)).comments.nodes).toEqual([{ author: { actor }, program: null }]);
});

test('many authors and programs are read by as many statements as one', async () => {
  const other = await createProject(app, owner);
  const { token } = await createPersonalToken(app, owner);
  const document = `query ($id: ID!, $first: Int) { project(id: $id) { annotations(first: $first) { nodes { ${ACTOR} } } } }`;
  for (let i = 0; i < 5; i++) await createAnnotation(app, { ...owner, token }, other.id);
  const statementsFor = async (first: number) =>
    (await statementsOf(app, () => graphql(app, document, { id: other.id, first }, owner))).length;
  expect(await statementsFor(5)).toBe(await statementsFor(1));
});
