import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/infrastructure/database/connect-database.ts';
import { IDEMPOTENT_OPERATIONS } from '../../src/resolvers/platform/idempotency/with-idempotency-key.ts';
import { graphql, type RestResponse, rest } from '../support/client.ts';
import { registerMember } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook } from '../support/webhooks.ts';
import { errorBody, pathOf } from './support/call.ts';
import { databaseContent } from './support/database-content.ts';
import { needsToken, ROUTED, type RoutedOperation, routed } from './support/operations.ts';
import { VISITOR_TOKEN } from './support/response-shapes.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { createWorld, populateTenant, UNREACHABLE_URL, type World } from './support/world.ts';

interface Create {
  count: (db: Database) => Promise<number>;
  /** Events that one of it records. */
  events: number;
  /** Arguments beside those of the sample. */
  given?: Arguments;
  /** A different valid request, and an invalid one. */
  other: Variation;
  wrong: Variation;
}

/** Arguments that differ from the sample's; a function makes what they name first. */
type Variation = Arguments | (() => Promise<Arguments>);

const SOMETHING = { other: { content: 'Something else' }, wrong: { content: '' } };
const NAMED = { other: { name: 'Something else' }, wrong: { name: '' } };

/** Every operation that makes something. */
const CREATES: Record<string, Create> = {
  createAnnotation: { count: ({ annotation }) => annotation.count(), events: 1, ...SOMETHING },
  createPublicAnnotation: { count: ({ annotation }) => annotation.count(), events: 1, ...SOMETHING },
  addPublicComment: { count: ({ comment }) => comment.count(), events: 1, ...SOMETHING },
  addComment: { count: ({ comment }) => comment.count(), events: 1, ...SOMETHING },
  releaseAnnotation: {
    count: ({ comment }) => comment.count(),
    events: 1,
    given: { content: 'The element is in another repository' },
    ...SOMETHING,
  },
  createAttachment: { count: ({ attachment }) => attachment.count(), events: 0, ...NAMED },
  createProject: { count: ({ project }) => project.count(), events: 1, ...NAMED },
  createOrganization: { count: ({ organization }) => organization.count(), events: 0, ...NAMED },
  createInvitation: {
    count: ({ invitation }) => invitation.count(),
    events: 1,
    other: { role: 'viewer' },
    wrong: { email: 'nobody' },
  },
  createLabel: { count: ({ label }) => label.count(), events: 0, ...NAMED },
  createAnnotationView: { count: ({ annotationView }) => annotationView.count(), events: 0, ...NAMED },
  createEnvironment: { count: ({ environment }) => environment.count(), events: 0, ...NAMED },
  createDeployment: {
    count: ({ deployment }) => deployment.count(),
    events: 2,
    other: { branch: 'other' },
    wrong: { commit: '' },
  },
  createIgnoreRule: {
    count: ({ ignoreRule }) => ignoreRule.count(),
    events: 0,
    other: { reason: 'Something else' },
    wrong: { reason: '' },
  },
  reviewDeployment: {
    count: ({ deploymentReview }) => deploymentReview.count(),
    events: 1,
    other: { decision: 'approved' },
    wrong: { changeIds: [] },
  },
  createSnapshot: {
    count: ({ snapshot }) => snapshot.count(),
    events: 1,
    other: { delay: 0 },
    wrong: { url: 'nowhere' },
  },
  createWebhook: {
    count: ({ webhook }) => webhook.count(),
    events: 0,
    other: { events: ['comment.created'] },
    wrong: { url: 'nowhere' },
  },
  rebindSweep: {
    count: ({ snapshot }) => snapshot.count(),
    events: 1,
    other: { url: 'https://shop.example/another' },
    wrong: { url: 'nowhere' },
  },
  verifyFix: {
    count: ({ snapshot }) => snapshot.count(),
    events: 1,
    other: { environmentId: null, url: 'https://shop.example/another' },
    wrong: { environmentId: null, url: 'nowhere' },
  },
  createPersonalToken: { count: ({ accessToken }) => accessToken.count(), events: 0, ...NAMED },
  createProjectToken: { count: ({ accessToken }) => accessToken.count(), events: 0, ...NAMED },
  createIntegration: { count: ({ integration }) => integration.count(), events: 0, ...NAMED },
  sendAnnotations: {
    count: ({ annotationSend }) => annotationSend.count(),
    events: 0,
    other: { filter: { statuses: ['resolved'] } },
    wrong: { filter: { pages: ['nowhere'] } },
  },
  testWebhook: {
    count: ({ webhookDelivery }) => webhookDelivery.count(),
    events: 0,
    other: anotherWebhook,
    wrong: disabledWebhook,
  },
};

test('tests every operation that accepts a key', () => {
  expect(Object.keys(CREATES).sort()).toEqual([...IDEMPOTENT_OPERATIONS].sort());
});

/** Operations that respond 201 or 202 and accept no key. */
const KEYLESS = {
  register: 'its caller has no account yet',
  requestPasswordReset: 'makes nothing that its caller is given',
  requestEmailVerification: 'makes nothing that its caller is given',
  exchangeVisitorCode: 'a repeated exchange returns another token of the same thread',
  createIssue: 'returns the issue that exists',
  collect: 'knows a repeat by its batch',
  recordPageEvent: 'knows a repeat by its session and time',
  redeliverWebhook: 'brings back what is there',
  redeliverWebhookDelivery: 'brings back what is there',
};

test('every create accepts a key or has a reason for none', () => {
  const creates = ROUTED.filter(({ rest: { route } }) => route.status === 201 || route.status === 202);
  // A release creates a reply only if it has a text.
  const names = [...creates.map(({ name }) => name), 'releaseAnnotation'];
  expect(names.sort()).toEqual([...Object.keys(KEYLESS), ...IDEMPOTENT_OPERATIONS].sort());
});

const app = useTestApp();
let world: World;
let other: World;
let used = 0;
let key: string;
beforeAll(async () => {
  world = await createWorld(app);
  other = await createWorld(app);
});
beforeEach(async () => {
  used += 1;
  key = `key ${used}`;
  // A change is decided once.
  await app.services.pool.query('UPDATE deployment_changes SET review_id = NULL');
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

async function anotherWebhook(): Promise<Arguments> {
  const { id } = await createWebhook(app, world.owner, { url: UNREACHABLE_URL });
  return { id };
}

async function disabledWebhook(): Promise<Arguments> {
  const { id } = await anotherWebhook();
  await rest(app, 'PATCH', `/v1/webhooks/${id}`, { token: world.owner.token, body: { enabled: false } });
  return { id };
}

const argumentsOf = async (variation: Variation): Promise<Arguments> =>
  typeof variation === 'function' ? variation() : variation;

/** Reads the created record from a response, with or without an envelope. */
const createdRecord = ({ body }: RestResponse) => body.data ?? body;

/** A repeat returns a new token, because the stored response has none. */
const newTokenOf = (body: { visitorToken?: string }) =>
  body.visitorToken ? { visitorToken: VISITOR_TOKEN } : undefined;

/** Reads the database once all due mails are sent. */
async function settledContent(): Promise<Record<string, string>> {
  const { db } = app.services;
  await expect.poll(() => db.invitation.count({ where: { mailedAt: null } })).toBe(0);
  return databaseContent(app);
}

describe.each(Object.entries(CREATES))('%s', (name, { count, events, given, other: another, wrong }) => {
  const operation = routed(name);
  const { status: success = 200 } = operation.rest.route;
  const sample = (of = world): Arguments => ({ ...sampleFor(name, of), ...given });
  const recorded = () => Promise.all([count(app.services.db), app.services.db.event.count()]);

  test('creates one record for 50 concurrent equal calls, with the same response', async () => {
    const args = sample();
    const [rows, before] = await recorded();
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(operation, args)));
    expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(success));
    const [first] = responses;
    for (const { body } of responses) expect(body).toEqual({ ...first?.body, ...newTokenOf(body) });
    expect(await recorded()).toEqual([rows + 1, before + events]);
  });

  test('repeats the first response later, although the record has changed', async () => {
    const args = sample();
    const { body } = await post(operation, args);
    const before = await settledContent();
    const { status, body: repeated } = await post(operation, args);
    expect([status, repeated]).toEqual([success, { ...body, ...newTokenOf(repeated) }]);
    const after = await settledContent();
    const { visitor_tokens } = before;
    expect(newTokenOf(repeated) ? { ...after, visitor_tokens } : after).toEqual(before);
  });

  test('rejects another body with 400 and creates nothing', async () => {
    const args = sample();
    await post(operation, args);
    const otherArgs = { ...args, ...(await argumentsOf(another)) };
    const before = await settledContent();
    const { status, body } = await post(operation, otherArgs);
    expect([status, body]).toEqual([400, errorBody(400, expect.stringMatching(/^Idempotency-Key: was used before/))]);
    expect(await settledContent()).toEqual(before);
  });

  test('accepts the same key of another client', async () => {
    const [ours, theirs] = [sample(), sample(other)];
    const first = await post(operation, ours);
    const second = await post(operation, theirs, { token: other.owner.token });
    expect([first.status, second.status]).toEqual([success, success]);
    expect(createdRecord(second).id).not.toBe(createdRecord(first).id);
  });

  test('does not consume the key of a rejected call', async () => {
    const args = sample();
    expect((await post(operation, { ...args, ...(await argumentsOf(wrong)) })).status).toBe(400);
    expect((await post(operation, args)).status).toBe(success);
  });

  test('accepts keys of 1 to 255 characters', async () => {
    const before = await settledContent();
    for (const bad of ['', 'x'.repeat(256)]) {
      const { status, body } = await post(operation, sample(), { key: bad });
      expect([status, body]).toEqual([400, errorBody(400, 'Idempotency-Key: must have 1 to 255 characters')]);
    }
    expect(await settledContent()).toEqual(before);
    const longest = `${used}`.padEnd(255, 'x');
    expect((await post(operation, sample(), { key: longest })).status).toBe(success);
  });
});

test('repeats metadata unchanged', async () => {
  const metadata = { selector: '#a', seenAt: 'yesterday', at: { lookedAt: 5, At: null }, createdAt: '2020-01-01' };
  const args = { ...sampleFor('createAnnotation', world), metadata };
  const { body } = await post(routed('createAnnotation'), args);
  expect(body.metadata).toEqual(metadata);
  expect((await post(routed('createAnnotation'), args)).body).toEqual(body);
});

test('separates the keys of a sweep and a snapshot of the same page', async () => {
  const page = { ...sampleFor('rebindSweep', world), fullPage: true };
  expect((await post(routed('rebindSweep'), page)).status).toBe(202);
  const { status, body } = await post(routed('createSnapshot'), page);
  expect([status, body]).toEqual([400, errorBody(400, expect.stringMatching(/^Idempotency-Key: was used before/))]);
});

test('separates keys by operation and by thread', async () => {
  const { body } = await post(routed('createAnnotation'), sampleFor('createAnnotation', world));
  expect((await post(routed('createProject'), sampleFor('createProject', world))).status).toBe(400);
  const reply = sampleFor('addComment', { ...world, annotation: body });
  expect((await post(routed('addComment'), reply)).status).toBe(400);
});

test('separates keys of two members, but not of two visitors of a project', async () => {
  const { token } = await registerMember(app, world.owner.organizationId, 'editor');
  const args = sampleFor('createAnnotation', world);
  const [mine, theirs] = [
    await post(routed('createAnnotation'), args),
    await post(routed('createAnnotation'), args, { token }),
  ];
  expect(theirs.body.id).not.toBe(mine.body.id);

  const visit = (world_: World) => post(routed('createPublicAnnotation'), sampleFor('createPublicAnnotation', world_));
  const [first, second] = [await visit(world), await visit(world)];
  expect(second.body).toEqual({ ...first.body, ...newTokenOf(second.body) });
  expect((await visit(await populateTenant(app, world, 'second'))).body.id).not.toBe(first.body.id);
});

test('accepts the key again after a day', async () => {
  const operation = routed('createAnnotation');
  const { body } = await post(operation, sampleFor('createAnnotation', world));
  await app.services.pool.query(`UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 second'`);
  const again = await post(operation, { ...sampleFor('createAnnotation', world), content: 'Another day' });
  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(body.id);
});

test('applies to GraphQL', async () => {
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

test('rejects a mutation with two creates before either runs', async () => {
  const { id } = world.annotation;
  const headers = { 'idempotency-key': key };
  const send = (query: string, given: Record<string, string> = headers) =>
    rest(app, 'POST', '/graphql', { token: world.owner.token, headers: given, body: { query } });
  const reply = (content: string) => `addComment(id: "${id}", content: "${content}") { id }`;
  const before = await settledContent();
  for (const query of [
    `mutation { a: ${reply('One')} b: ${reply('Two')} }`,
    `mutation { a: ${reply('One')} ...B } fragment B on Mutation { ... { b: ${reply('Two')} } }`,
  ]) {
    const { status, body } = await send(query);
    expect([status, body]).toEqual([
      200,
      {
        errors: [
          {
            message: expect.stringMatching(/^Idempotency-Key: applies to one create/),
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      },
    ]);
  }
  expect(await settledContent()).toEqual(before);
  expect(
    (await send(`mutation { a: ${reply('One')} b: setAnnotationStatus(id: "${id}", status: open) { id } }`)).body
      .errors,
  ).toBeUndefined();
  expect((await send(`mutation { a: ${reply('One')} b: ${reply('Two')} }`, {})).body.errors).toBeUndefined();
});
