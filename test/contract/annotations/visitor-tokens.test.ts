import { randomUUID } from 'node:crypto';
import { getNamedType, isObjectType } from 'graphql';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { purgeExpired } from '../../../src/resolvers/addons/retention/purge-expired.ts';
import { operationOf } from '../../../src/schema/operation.ts';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { openEventStream } from '../support/event-stream.ts';
import { OPERATIONS } from '../support/operations.ts';
import { waitUntilRelayed } from '../support/sql-statements.ts';

const app = useTestApp();
let owner: TestUser;
let project: { id: string; projectKey: string };
/** A visitor's annotation, and its token. */
let id: string;
let token: string;

const PIN = {
  content: 'Where is my order?',
  url: 'https://shop.example/cart',
  name: 'Grace',
  email: 'grace@example.com',
};

/** Writes an annotation as a visitor. */
async function write(values: object = {}, headers: Record<string, string> = {}) {
  const body = { projectKey: project.projectKey, ...PIN, ...values };
  const response = await rest(app, 'POST', '/annotations/public', { body, headers });
  expect(response.status).toBe(201);
  return response.body;
}

const callWith = (tokens: string, method: string, path: string, body?: object) =>
  rest(app, method, path, { body, headers: { 'x-visitor-token': tokens } });
const asVisitor = (method: string, path: string, body?: object) => callWith(token, method, path, body);
const asOwner = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const reply = (content = 'Any news?') => asVisitor('POST', `/annotations/${id}/comments`, { content });
const listed = async (tokens?: string) => {
  const headers: Record<string, string> = tokens === undefined ? {} : { 'x-visitor-token': tokens };
  const { body } = await rest(app, 'GET', `/annotations/project/${project.projectKey}/public`, { headers });
  return body.map((annotation: { id: string }) => annotation.id);
};
const age = (table: 'annotations' | 'comments', row: string, minutes: number) =>
  app.services.pool.query(`UPDATE ${table} SET created_at = now() - $2 * interval '1 minute' WHERE id = $1`, [
    row,
    minutes,
  ]);

beforeAll(async () => {
  owner = await registerUser(app);
});
beforeEach(async () => {
  project = await createProject(app, owner);
  ({ id, visitorToken: token } = await write());
});

test('the creation returns a token, which is stored as a hash and shown nowhere else', async () => {
  expect(token).toMatch(/^pbv_[\w-]{43}$/);
  const { body } = await rest(app, 'GET', `/annotations/project/${project.projectKey}/public`);
  expect(body).toMatchObject([{ id, visitorToken: null }]);
  const { rows } = await app.services.pool.query(
    'SELECT token_hash, expires_at - created_at AS validity FROM visitor_tokens WHERE annotation_id = $1',
    [id],
  );
  expect(rows).toMatchObject([{ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/), validity: { days: 180 } }]);
});

test('a repeated creation returns another token; the stored response has none', async () => {
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  const first = await write({ content: 'Once' }, headers);
  const second = await write({ content: 'Once' }, headers);
  expect(second.id).toBe(first.id);
  expect(second.visitorToken).not.toBe(first.visitorToken);
  for (const { visitorToken } of [first, second]) {
    expect((await callWith(visitorToken, 'GET', `/annotations/${first.id}/comments`)).status).toBe(200);
  }
  const { rows } = await app.services.pool.query('SELECT response FROM idempotency_keys WHERE key = $1', [key]);
  expect(rows).toHaveLength(1);
  expect(rows[0].response).not.toContain('pbv_');
});

test('a visitor replies, reads the thread and changes the reply', async () => {
  await asOwner('POST', `/annotations/${id}/comments`, { content: 'On its way' });
  const made = await reply();
  expect(made).toMatchObject({
    status: 201,
    body: {
      content: 'Any news?',
      visibility: 'public',
      byVisitor: true,
      author: { id: null, name: 'Grace', email: null },
    },
  });
  const path = `/annotations/${id}/comments/${made.body.id}`;
  expect(await asVisitor('PATCH', path, { content: 'Any news today?' })).toMatchObject({ status: 200 });
  const { body } = await asVisitor('GET', `/annotations/${id}/comments`);
  expect(body.map(({ content }: { content: string }) => content)).toEqual(['On its way', 'Any news today?']);
  expect(JSON.stringify(body)).not.toContain('@');
  const ofOwner = (await asOwner('GET', `/annotations/${id}/comments`)).body;
  expect(ofOwner[1]).toMatchObject({ author: { id: null, name: 'Grace', email: 'grace@example.com' } });
  const history = (await asOwner('GET', `/annotations/${id}/history`)).body;
  expect(history).toMatchObject([{ kind: 'comment', actorId: null, before: { content: 'Any news?' } }]);
});

test('a visitor does the same over GraphQL', async () => {
  const headers = { 'x-visitor-token': token };
  const { data } = await graphql(
    app,
    `mutation ($id: ID!) {
      addComment(id: $id, content: "Hello?") { id author { id name email } }
      updatePublicAnnotation(id: $id, content: "Where is order 12?") { content visitorToken }
    }`,
    { id },
    { headers },
  );
  expect(data).toEqual({
    addComment: { id: expect.any(String), author: { id: null, name: 'Grace', email: null } },
    updatePublicAnnotation: { content: 'Where is order 12?', visitorToken: null },
  });
  const read = 'query ($id: ID!) { comments(id: $id) { nodes { content } } }';
  expect((await graphql(app, read, { id }, { headers })).data.comments.nodes).toEqual([{ content: 'Hello?' }]);
});

test("the types that a visitor's call returns lead to no member, project or organization", () => {
  const types = new Set<string>();
  const collect = (type: unknown) => {
    const named = getNamedType(type as never);
    if (!isObjectType(named) || types.has(named.name)) return;
    types.add(named.name);
    for (const field of Object.values(named.getFields())) collect(field.type);
  };
  const open = OPERATIONS.filter(
    ({ field, rest: route }) => operationOf(field)?.acceptsVisitors || route?.route.auth === 'visitor',
  );
  expect(open).toHaveLength(8);
  for (const { field } of open) collect(field.type);
  for (const name of ['Annotation', 'Project', 'Organization', 'User', 'Member'])
    expect([...types]).not.toContain(name);
});

describe('a text can be changed for 15 minutes', () => {
  test('the annotation', async () => {
    const edit = () => asVisitor('PATCH', `/annotations/public/${id}`, { content: 'Where is order 12?' });
    await age('annotations', id, 14);
    expect(await edit()).toMatchObject({ status: 200, body: { id, content: 'Where is order 12?' } });
    await age('annotations', id, 16);
    expect(await edit()).toMatchObject({ status: 403, body: { message: expect.stringContaining('15 minutes') } });
    const history = (await asOwner('GET', `/annotations/${id}/history`)).body;
    expect(history).toMatchObject([{ kind: 'content', actorId: null, before: PIN.content }]);
  });

  test('a reply', async () => {
    const { body } = await reply();
    await age('comments', body.id, 16);
    const late = await asVisitor('PATCH', `/annotations/${id}/comments/${body.id}`, { content: 'Hm' });
    expect(late).toMatchObject({ status: 403, body: { message: expect.stringContaining('15 minutes') } });
  });
});

test('a visitor changes no reply of others, and deletes none', async () => {
  const { body: theirs } = await asOwner('POST', `/annotations/${id}/comments`, { content: 'On its way' });
  const path = `/annotations/${id}/comments/${theirs.id}`;
  expect((await asVisitor('PATCH', path, { content: 'Lost' })).status).toBe(403);
  const { body: own } = await reply();
  expect((await asVisitor('DELETE', `/annotations/${id}/comments/${own.id}`)).status).toBe(401);
  const document = `mutation { deleteComment(id: "${id}", commentId: "${own.id}") { id } }`;
  const { errors } = await graphql(app, document, {}, { headers: { 'x-visitor-token': token } });
  expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
});

describe('a visitor deletes the annotation', () => {
  const remove = () => asVisitor('DELETE', `/annotations/public/${id}`);

  test('before the first reply; afterwards the token has no thread', async () => {
    expect(await remove()).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect(await listed()).toEqual([]);
    for (const response of [await remove(), await reply(), await asVisitor('GET', `/annotations/${id}/comments`)]) {
      expect(response).toMatchObject({ status: 404, body: { message: 'Annotation not found' } });
    }
  });

  test('not after it', async () => {
    await asOwner('POST', `/annotations/${id}/comments`, { content: 'On its way' });
    expect(await remove()).toMatchObject({ status: 400, body: { message: expect.stringContaining('has a reply') } });
  });

  test('also after an internal reply, which stays unmentioned', async () => {
    await asOwner('POST', `/annotations/${id}/comments`, { content: 'Rude', visibility: 'internal' });
    expect((await remove()).status).toBe(200);
  });
});

describe('a visitor never gets internal text', () => {
  test('a reply', async () => {
    const path = `/annotations/${id}/comments`;
    const { body: internal } = await asOwner('POST', path, { content: 'Marked', visibility: 'internal' });
    expect((await asVisitor('GET', path)).body).toEqual([]);
    expect((await asVisitor('PATCH', `${path}/${internal.id}`, { content: 'Hm' })).status).toBe(404);
    const answer = await asVisitor('POST', path, { content: 'Hm', parentId: internal.id });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('parentId') } });
    const hidden = await asVisitor('POST', path, { content: 'Hm', visibility: 'internal' });
    expect(hidden).toMatchObject({ status: 403, body: { message: expect.stringContaining('public replies') } });
  });

  test('an annotation that became internal', async () => {
    await asOwner('PUT', `/annotations/${id}/visibility`, { visibility: 'internal' });
    const path = `/annotations/public/${id}`;
    expect((await reply()).status).toBe(404);
    expect((await asVisitor('PATCH', path, { content: 'Hm' })).status).toBe(404);
    expect((await asVisitor('DELETE', path)).status).toBe(404);
    expect(await listed(token)).toEqual([]);
  });
});

describe('credentials', () => {
  const path = () => `/annotations/${id}/comments`;

  test('a guessed, an expired and no token are unauthorized', async () => {
    const { status, body } = await callWith(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'GET', path());
    expect([status, body.message]).toEqual([401, expect.stringContaining('no token is valid')]);
    await app.services.pool.query('UPDATE visitor_tokens SET expires_at = now() WHERE annotation_id = $1', [id]);
    expect((await asVisitor('GET', path())).status).toBe(401);
    expect((await rest(app, 'GET', path())).status).toBe(401);
    expect((await rest(app, 'DELETE', `/annotations/public/${id}`)).body.message).toContain('x-visitor-token');
    await purgeExpired(systemContext(app.services));
    expect(await app.services.db.visitorToken.count({ where: { annotationId: id } })).toBe(0);
  });

  test('a token of an erased visitor is unauthorized', async () => {
    await reply();
    const erasure = `/organizations/${owner.organizationId}/visitors/erasure`;
    expect((await asOwner('POST', erasure, { email: PIN.email })).status).toBe(200);
    const calls: [string, string, object?][] = [
      ['GET', path()],
      ['POST', path(), { content: 'Hello?' }],
      ['PATCH', `/annotations/public/${id}`, { content: 'Hello?' }],
      ['DELETE', `/annotations/public/${id}`],
      ['POST', `${path().replace('comments', 'attachments')}`, { name: 'a.txt', contentType: 'text/plain', size: 1 }],
    ];
    for (const call of calls) expect([call[0], (await asVisitor(...call)).status]).toEqual([call[0], 401]);
    const thread = (await asOwner('GET', path())).body;
    expect(thread).toMatchObject([{ content: 'Any news?', author: { id: null, name: null, email: null } }]);
    await asOwner('PATCH', `/projects/${project.id}`, { publicAnnotations: 'own' });
    expect(await listed(token)).toEqual([]);
  });

  test('a token is valid for its thread only', async () => {
    const other = await write({ content: 'Another' });
    const foreign = await callWith(other.visitorToken, 'GET', path());
    const ofMember = await createAnnotation(app, owner, project.id);
    expect(foreign).toMatchObject({ status: 404, body: { message: 'Annotation not found' } });
    expect((await asVisitor('GET', `/annotations/${ofMember.id}/comments`)).body).toEqual(foreign.body);
    expect((await asVisitor('GET', '/annotations/none/comments')).body).toEqual(foreign.body);
  });

  test('50 tokens are accepted, 51 are not', async () => {
    const others = (count: number) => Array.from({ length: count }, (_, index) => `pbv_${index}`).join(', ');
    expect((await callWith(`${others(49)}, ${token}`, 'GET', path())).status).toBe(200);
    const tooMany = await callWith(`${others(50)},${token}`, 'GET', path());
    expect(tooMany).toMatchObject({ status: 400, body: { message: expect.stringContaining('found 51 tokens') } });
  });

  test('other operations and a bearer token beside it stay as they are', async () => {
    expect((await asVisitor('GET', `/annotations/${id}`)).status).toBe(401);
    const stranger = await registerUser(app);
    const headers = { 'x-visitor-token': token };
    expect((await rest(app, 'GET', path(), { token: stranger.token, headers })).status).toBe(404);
    expect((await rest(app, 'GET', path(), { token: 'none', headers })).status).toBe(401);
  });

  test('a project that no longer accepts feedback rejects visitors', async () => {
    const change = (changes: object) => asOwner('PATCH', `/projects/${project.id}`, changes);
    await change({ allowedOrigins: ['https://shop.example'] });
    expect((await reply()).status).toBe(403);
    const headers = { 'x-visitor-token': token, origin: 'https://shop.example' };
    expect((await rest(app, 'GET', path(), { headers })).status).toBe(200);
    await change({ publicFeedback: false });
    expect((await rest(app, 'GET', path(), { headers })).status).toBe(403);
  });

  test('pages of other origins may send the header', async () => {
    const { headers } = await fetch(`${app.url}${path()}`, { method: 'OPTIONS' });
    expect(headers.get('access-control-allow-headers')).toContain('X-Visitor-Token');
  });
});

test('replies are repeated by their idempotency key, and limited per thread', async () => {
  const headers = { 'x-visitor-token': token, 'idempotency-key': randomUUID() };
  const send = () => rest(app, 'POST', `/annotations/${id}/comments`, { body: { content: 'Hm' }, headers });
  const first = await send();
  expect((await send()).body).toEqual(first.body);
  const statuses = [];
  for (let count = 0; count < 29; count += 1) statuses.push((await reply(`${count}`)).status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(28);
  expect((await reply()).body.message).toMatch(/^Over 30 replies and changes of a visitor/);
});

describe('a project that shows visitors their own annotations', () => {
  beforeEach(() => asOwner('PATCH', `/projects/${project.id}`, { publicAnnotations: 'own' }));

  test('lists those of the tokens', async () => {
    const other = await write({ content: 'Another' });
    await createAnnotation(app, owner, project.id);
    expect(await listed()).toEqual([]);
    expect(await listed(token)).toEqual([id]);
    expect(await listed(`${token},pbv_none,${other.visitorToken}`)).toEqual([other.id, id]);
    const elsewhere = await createProject(app, owner);
    await asOwner('PATCH', `/projects/${elsewhere.id}`, { publicAnnotations: 'own' });
    const { body } = await rest(app, 'GET', `/annotations/project/${elsewhere.projectKey}/public`, {
      headers: { 'x-visitor-token': token },
    });
    expect(body).toEqual([]);
  });

  test('streams changes of those', async () => {
    // That of its creation, too, would arrive.
    await waitUntilRelayed(app);
    const document = `subscription { publicAnnotationChanged(projectKey: "${project.id}") { kind annotation { id } } }`;
    const stream = await openEventStream(app, document, {}, { 'x-visitor-token': token });
    await write({ content: 'Another' });
    await asOwner('POST', `/annotations/${id}/comments`, { content: 'On its way' });
    expect(await stream.next()).toMatchObject({
      data: { publicAnnotationChanged: { kind: 'comment_added', annotation: { id } } },
    });
    await stream.close();
  });
});

test('a project that shows third parties nothing shows a visitor the own thread', async () => {
  await asOwner('PATCH', `/projects/${project.id}`, { publicAnnotations: 'none' });
  expect(await listed(token)).toEqual([]);
  expect((await asVisitor('GET', `/annotations/${id}/comments`)).status).toBe(200);
});
