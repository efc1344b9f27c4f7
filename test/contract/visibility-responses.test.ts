import { beforeAll, describe, expect, test } from 'vitest';
import { type Credentials, graphql, rest } from '../support/client.ts';
import { createAnnotation, registerMember, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callRest } from './support/call.ts';
import { linkedContents, MARK, type MarkedAnnotations, writeMarked } from './support/marked-texts.ts';
import {
  fullDocument,
  inExecutionOrder,
  needsToken,
  OPERATIONS,
  type Operation,
  ROUTED,
  rolesBelow,
} from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { visitorOf } from './support/visitor-credentials.ts';
import { createWorld, type World } from './support/world.ts';

// Internal texts have a mark. Every response that a guest, a visitor or a third party can get is
// searched for it, and so are the files and exports that it links to. Viewers find it in the same
// responses, which shows that the search can find something. visibility-deliveries.test.ts searches
// webhooks, integrations and mails.

const app = useTestApp();
let world: World;
let guest: TestUser;
let viewer: TestUser;
/** A visitor who wrote the annotation of the world, and the marked ones. */
let visitor: Credentials;
let annotations: MarkedAnnotations & { repeated?: string };
/** Numbers of annotations by id. */
let numbers: Map<string, number>;

const call = async (method: string, path: string, body?: object) => {
  const response = await rest(app, method, path, { token: world.editor.token, body });
  expect(response.status).toBeLessThan(300);
  return response.body;
};
const reply = (id: string, body: object) => call('POST', `/annotations/${id}/comments`, body);

beforeAll(async () => {
  world = await createWorld(app);
  const { owner, project, annotation } = world;
  guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  viewer = await registerMember(app, owner.organizationId, 'viewer');
  const wasPublic = `${MARK} 6, public as long as its annotation was`;
  annotations = await writeMarked(app, { ...world, assignee: viewer, wasPublic });
  await nameInternal();
  const { rows: numbered } = await app.services.pool.query('SELECT id, number FROM annotations');
  numbers = new Map(numbered.map(({ id, number }) => [id, number]));
  visitor = visitorOf([annotation.id, ...Object.values(annotations)]);
});

/** Lets a deployment and the history of a public annotation name the internal annotation. */
async function nameInternal(): Promise<void> {
  const { pool } = app.services;
  const ids = [annotations.internal, world.annotation.id];
  await pool.query('UPDATE deployment_changes SET annotation_ids = $1, guarded_ids = $1', [ids]);
  await pool.query('UPDATE deployment_reviews SET resolved_ids = $1', [ids]);
  const repeated = await createAnnotation(app, world.editor, world.project.id);
  await call('PUT', `/annotations/${repeated.id}/status`, {
    status: 'resolved',
    resolution: 'duplicate',
    duplicateOfId: annotations.internal,
  });
  annotations = { ...annotations, repeated: repeated.id };
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Ids in a text that name an internal annotation or an internal reply. */
async function internalIdsIn(text: string): Promise<string[]> {
  const { rows } = await app.services.pool.query<{ id: string }>(
    `SELECT id FROM annotations WHERE visibility = 'internal' AND id = ANY($1)
      UNION ALL SELECT id FROM comments WHERE visibility = 'internal' AND id = ANY($1)`,
    [[...new Set(text.match(UUID))]],
  );
  return rows.map(({ id }) => id);
}

/** Arguments of a full document: its lists are limited to twenty items. */
const fullArguments = (operation: Operation, args: Arguments): Arguments => ({
  ...Object.fromEntries([...fullDocument(operation).matchAll(/\$(\w*first): Int/gi)].map(([, name]) => [name, 20])),
  ...args,
});

async function responsesTo(operation: Operation, credentials: Credentials, args: Arguments): Promise<string> {
  const route = ROUTED.find(({ name }) => name === operation.name);
  const overGraphql = await graphql(app, fullDocument(operation), fullArguments(operation, args), credentials);
  const overRest = route && (await callRest(app, route, args, credentials)).body;
  const responses = JSON.stringify([overGraphql, overRest]);
  return responses + (await linkedContents(app, responses));
}

/** Arguments of an operation for each annotation, if it names one, and without filters. */
const argumentsOf = ({ name }: Operation): Arguments[] => {
  const of = (id = world.annotation.id) =>
    sampleFor(name, { ...world, annotation: { id, number: numbers.get(id) ?? 0 } });
  const { status: _status, environmentId: _environmentId, url: _url, ...unfiltered } = of();
  const isAnnotation = JSON.stringify(of()).includes(world.annotation.id) || 'number' in of();
  return [
    of(),
    ...(name.startsWith('create') ? [] : [unfiltered]),
    ...(isAnnotation ? Object.values(annotations).map(of) : []),
  ];
};

const isDeletion = ({ name }: Operation) => name.startsWith('delete');
const calls = inExecutionOrder(OPERATIONS).filter(({ kind }) => kind !== 'subscription');
const ofGuests = calls.filter((operation) => needsToken(operation) && !rolesBelow(operation).includes('guest'));
const ofThirdParties = calls.filter((operation) => !needsToken(operation));
const rows = (operations: Operation[]) => operations.map((operation) => ({ operation, name: operation.name }));

describe('a guest gets no internal text, and no id of one', () => {
  test.each(rows(ofGuests.filter((operation) => !isDeletion(operation))))('from $name', async ({ operation }) => {
    for (const args of argumentsOf(operation)) {
      const responses = await responsesTo(operation, { token: guest.token }, args);
      expect(responses).not.toContain(MARK);
      expect(await internalIdsIn(responses)).toEqual([]);
    }
  });
});

test('a viewer finds the internal id in the report, and the guest other numbers', async () => {
  const report = async (token: string) =>
    (await rest(app, 'GET', `/v1/deployments/${world.reviewable.id}`, { token })).body.data;
  const [viewed, shown] = [await report(viewer.token), await report(guest.token)];
  expect(viewed.changes[0].annotationIds).toEqual([annotations.internal, world.annotation.id]);
  expect(shown.changes[0].annotationIds).toEqual([world.annotation.id]);
  expect(shown.changes[0].guardedIds).toEqual([world.annotation.id]);
  const set = (ids: string[]) => app.services.pool.query('UPDATE deployment_changes SET annotation_ids = $1', [ids]);
  await set([annotations.internal]);
  const [ofViewer, ofGuest] = [(await report(viewer.token)).counts, (await report(guest.token)).counts];
  expect([ofViewer.unexplained, ofGuest.explained]).toEqual([0, 0]);
  expect(ofGuest.unexplained).toBe(ofViewer.explained);
});

describe('a visitor gets no internal text', () => {
  test.each(rows(calls.filter((operation) => !isDeletion(operation))))('from $name', async ({ operation }) => {
    for (const args of argumentsOf(operation)) {
      expect(await responsesTo(operation, visitor, args)).not.toContain(MARK);
    }
  });
});

describe('a third party gets no internal text', () => {
  test.each(rows(ofThirdParties.filter((operation) => !isDeletion(operation))))('from $name', async ({ operation }) => {
    for (const args of argumentsOf(operation)) {
      expect(await responsesTo(operation, {}, args)).not.toContain(MARK);
    }
  });
});

test('a viewer gets every internal text', async () => {
  const reads = calls.filter(
    ({ kind, name }) =>
      (kind === 'query' && /annotation|comments|attachments/i.test(name)) || name === 'exportAnnotations',
  );
  const found = new Set<string>();
  for (const operation of reads.filter(needsToken)) {
    for (const args of argumentsOf(operation)) {
      const text = await responsesTo(operation, { token: viewer.token }, args);
      for (const [mark] of text.matchAll(/marked-internal-text [^"\\]*/g)) found.add(mark);
    }
  }
  // The texts of the deleted reply were removed.
  const files = ['file 1', 'file 2', 'file 3', 'file 4', 'content 1', 'content 2'];
  for (const text of ['1', '2', '3', '5', '7', ...files, 'of an annotation', 'of a hidden annotation'])
    expect([...found]).toContain(`${MARK} ${text}`);
  expect([...found]).not.toContain(`${MARK} 4`);
});

describe('an internal annotation does not exist for a guest', () => {
  const ofAnnotation = ofGuests.filter(({ field }) => field.args.some(({ name }) => name === 'id'));
  const named = rows(ofAnnotation).filter(
    ({ name }) =>
      name in
      {
        annotation: 1,
        comments: 1,
        annotationHistory: 1,
        addComment: 1,
        updateComment: 1,
        deleteComment: 1,
        attachments: 1,
        createAttachment: 1,
        deleteAttachment: 1,
      },
  );
  test.each(named)('in $name', async ({ operation, name }) => {
    for (const id of [annotations.internal, annotations.hidden]) {
      const args = { ...sampleFor(name, world), id };
      const route = ROUTED.find((routed) => routed.name === operation.name);
      expect(route && (await callRest(app, route, args, { token: guest.token })).status).toBe(404);
    }
  });
});

test('counts and times of outsiders are those of public replies', async () => {
  const { id } = await createAnnotation(app, world.editor, world.project.id);
  const read = async (token: string) => (await rest(app, 'GET', `/annotations/${id}`, { token })).body;
  const listed = async () => {
    const { body } = await rest(app, 'GET', `/annotations/project/${world.project.projectKey}/public`);
    return body.find((annotation: { id: string }) => annotation.id === id);
  };
  await reply(id, { content: 'Public' });
  const before = await read(guest.token);
  const internal = await reply(id, { content: `${MARK} 8`, visibility: 'internal' });
  await call('PATCH', `/annotations/${id}/comments/${internal.id}`, { content: `${MARK} 9` });
  expect(await read(guest.token)).toEqual(before);
  expect(await listed()).toMatchObject({
    commentCount: 1,
    updatedAt: before.updatedAt,
    comments: [{ content: 'Public' }],
  });
  const ofMember = await read(viewer.token);
  expect(ofMember).toMatchObject({ commentCount: 2 });
  expect(ofMember.updatedAt > before.updatedAt).toBe(true);
  await call('DELETE', `/annotations/${id}/comments/${internal.id}`);
  expect(await read(guest.token)).toEqual(before);
  expect(await read(viewer.token)).toMatchObject({ commentCount: 1 });
  await reply(id, { content: 'Public, too' });
  const after = await read(guest.token);
  expect(after).toMatchObject({ commentCount: 2, updatedAt: (await read(viewer.token)).updatedAt });
});
