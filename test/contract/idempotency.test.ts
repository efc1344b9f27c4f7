import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { registerMember } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { pathOf, refusal } from './support/call.ts';
import { contentOf } from './support/database.ts';
import { needsToken, type RoutedOperation, routed } from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { createWorld, furnish, type World } from './support/world.ts';

/** Every operation that makes something, by the table it writes. */
const CREATES: Record<string, 'annotation' | 'comment' | 'project'> = {
  createAnnotation: 'annotation',
  createPublicAnnotation: 'annotation',
  addComment: 'comment',
  createProject: 'project',
};

let app: TestApp;
let world: World;
let other: World;
let used = 0;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app);
  other = await createWorld(app);
});
afterAll(() => app.close());
beforeEach(() => {
  used += 1;
  key = `key ${used}`;
});

function post(operation: RoutedOperation, args: Arguments, options: { token?: string; key?: string } = {}) {
  const members = Object.fromEntries(operation.rest.otherArguments.map(({ name }) => [name, args[name]]));
  const token = needsToken(operation) ? (options.token ?? world.owner.token) : undefined;
  return rest(app, 'POST', pathOf(operation, args), {
    token,
    headers: { 'idempotency-key': options.key ?? key },
    body: members,
  });
}

const countOf = (table: (typeof CREATES)[string]): Promise<number> => {
  const { db } = app.services;
  return {
    annotation: () => db.annotation.count(),
    comment: () => db.comment.count(),
    project: () => db.project.count(),
  }[table]();
};

describe.each(Object.entries(CREATES))('%s', (name, table) => {
  const operation = routed(name);

  test('50 equal calls at once make one, and all get the same answer', async () => {
    const args = sampleFor(name, world);
    const [rows, events] = [await countOf(table), await app.services.db.event.count()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(operation, args)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    const [first] = answers;
    for (const { body } of answers) expect(body).toEqual(first?.body);
    expect([await countOf(table), await app.services.db.event.count()]).toEqual([rows + 1, events + 1]);
  });

  test('a later call gets the first answer, though the thing has changed since', async () => {
    const args = sampleFor(name, world);
    const { body } = await post(operation, args);
    const before = await contentOf(app);
    expect(await post(operation, args)).toMatchObject({ status: 201, body });
    expect(await contentOf(app)).toEqual(before);
  });

  test('with another body it is 400 and makes nothing', async () => {
    const args = sampleFor(name, world);
    await post(operation, args);
    const before = await contentOf(app);
    const member = 'content' in args ? 'content' : 'name';
    const { status, body } = await post(operation, { ...args, [member]: 'Something else' });
    expect([status, body]).toEqual([400, refusal(400, expect.stringMatching(/^Idempotency-Key: was used before/))]);
    expect(await contentOf(app)).toEqual(before);
  });

  test('another caller may have the same key', async () => {
    const [ours, theirs] = [sampleFor(name, world), sampleFor(name, other)];
    const first = await post(operation, ours);
    const second = await post(operation, theirs, { token: other.owner.token });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('a refused call leaves the key unused', async () => {
    const args = sampleFor(name, world);
    const wrong = 'content' in args ? { ...args, content: '' } : { ...args, slug: 'shop' };
    expect((await post(operation, wrong)).status).toBe(400);
    expect((await post(operation, args)).status).toBe(201);
  });

  test('a key has 1 to 255 characters', async () => {
    const before = await contentOf(app);
    for (const bad of ['', 'x'.repeat(256)]) {
      const { status, body } = await post(operation, sampleFor(name, world), { key: bad });
      expect([status, body]).toEqual([400, refusal(400, 'Idempotency-Key: must have 1 to 255 characters')]);
    }
    expect(await contentOf(app)).toEqual(before);
    const longest = `${used}`.padEnd(255, 'x');
    expect((await post(operation, sampleFor(name, world), { key: longest })).status).toBe(201);
  });
});

test('what a caller put into metadata comes back as it was', async () => {
  const metadata = { selector: '#a', seenAt: 'yesterday', at: { lookedAt: 5, At: null }, createdAt: '2020-01-01' };
  const args = { ...sampleFor('createAnnotation', world), metadata };
  const { body } = await post(routed('createAnnotation'), args);
  expect(body.metadata).toEqual(metadata);
  expect((await post(routed('createAnnotation'), args)).body).toEqual(body);
});

test('a key belongs to one operation, and to one thread', async () => {
  const { body } = await post(routed('createAnnotation'), sampleFor('createAnnotation', world));
  expect((await post(routed('createProject'), sampleFor('createProject', world))).status).toBe(400);
  const reply = sampleFor('addComment', { ...world, annotation: body });
  expect((await post(routed('addComment'), reply)).status).toBe(400);
});

test('two members of one organization are two callers; two visitors of one project are one', async () => {
  const { token } = await registerMember(app, world.owner.organizationId, 'editor');
  const args = sampleFor('createAnnotation', world);
  const [mine, theirs] = [
    await post(routed('createAnnotation'), args),
    await post(routed('createAnnotation'), args, { token }),
  ];
  expect(theirs.body.id).not.toBe(mine.body.id);

  const visit = (world_: World) => post(routed('createPublicAnnotation'), sampleFor('createPublicAnnotation', world_));
  const [first, second] = [await visit(world), await visit(world)];
  expect(second.body).toEqual(first.body);
  expect((await visit(await furnish(app, world, 'second'))).body.id).not.toBe(first.body.id);
});

test('a day later the key can be used anew', async () => {
  const operation = routed('createAnnotation');
  const { body } = await post(operation, sampleFor('createAnnotation', world));
  await app.services.pool.query(`UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 second'`);
  const again = await post(operation, { ...sampleFor('createAnnotation', world), content: 'Another day' });
  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(body.id);
});

test('counts for GraphQL too', async () => {
  const document = `mutation ($id: ID!) { addComment(id: $id, content: "Once") { id } }`;
  const call = () =>
    graphql(
      app,
      document,
      { id: world.annotation.id },
      { token: world.owner.token, headers: { 'idempotency-key': key } },
    );
  const [first, second] = await Promise.all([call(), call()]);
  expect(second).toEqual(first);
  const overRest = await post(routed('addComment'), { id: world.annotation.id, content: 'Once' });
  expect(overRest.body.id).toBe(first.data.addComment.id);
});
