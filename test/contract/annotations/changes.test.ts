import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { databaseContent, eventsOf } from '../support/database-content.ts';
import { ANNOTATION, TIME, UUID } from '../support/response-shapes.ts';

const app = useTestApp();
let owner: TestUser;
let projectId: string;
// biome-ignore lint/suspicious/noExplicitAny: the record, as the API answers it
let annotation: any;
beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});
beforeEach(async () => {
  annotation = await createAnnotation(app, owner, projectId, { metadata: { selector: '#old', text: 'Old' } });
});

const call = (method: string, path: string, body?: object) =>
  rest(app, method, `/annotations/${annotation.id}${path}`, { token: owner.token, body });
const newEvents = async () => (await eventsOf(app, { annotationId: annotation.id })).slice(1);

/** Expects 200 with the previous record except for `changes`, and the same from the next reads. */
async function expectChanges(response: Awaited<ReturnType<typeof call>>, changes: object): Promise<void> {
  expect(response.status).toBe(200);
  expect(response.body).toStrictEqual({ ...annotation, ...changes, updatedAt: TIME });
  expect(Date.parse(response.body.updatedAt)).toBeGreaterThan(Date.parse(annotation.updatedAt));
  expect((await call('GET', '')).body).toEqual(response.body);
  const list = await rest(app, 'GET', `/annotations/project/${projectId}`, { token: owner.token });
  expect(list.body).toContainEqual(response.body);
}

async function changesNothing(method: string, path: string, body: object): Promise<void> {
  const [record, before] = [(await call('GET', '')).body, await databaseContent(app)];
  const response = await call(method, path, body);
  expect([response.status, response.body]).toEqual([200, record]);
  expect(await databaseContent(app)).toEqual(before);
}

const historyEntry = (kind: string, before: unknown, after: unknown) => ({
  id: UUID,
  kind,
  before,
  after,
  actorId: owner.id,
  via: null,
  createdAt: TIME,
});

describe('PUT /annotations/:id/status', () => {
  test('allows any transition; only one to resolved emits comment.resolved', async () => {
    const path = ['in_progress', 'open', 'resolved', 'in_progress', 'resolved', 'open'];
    for (const status of path) {
      const { body } = await call('PUT', '/status', { status });
      expect(body).toStrictEqual({
        ...ANNOTATION,
        ...annotation,
        status,
        updatedAt: TIME,
        resolvedAt: status === 'resolved' ? TIME : null,
        resolution: status === 'resolved' ? 'fixed' : null,
      });
      expect((await call('GET', '')).body).toEqual(body);
    }
    const types = path.map((status) => (status === 'resolved' ? 'comment.resolved' : 'annotation.updated'));
    expect((await newEvents()).map(({ type }) => type)).toEqual(types);
    const { body: history } = await call('GET', '/history');
    expect(history).toHaveLength(6);
    expect(history[0]).toStrictEqual(historyEntry('status', 'resolved', 'open'));
  });

  test('includes the resolved annotation in comment.resolved', async () => {
    await call('PUT', '/status', { status: 'resolved' });
    const { id, content, url } = annotation;
    const comment = { id, text: content, annotationId: id, url, status: 'resolved', visibility: 'public' };
    const changes = {
      status: { before: 'open', after: 'resolved' },
      resolution: { before: null, after: 'fixed' },
    };
    expect(await newEvents()).toEqual([
      {
        type: 'comment.resolved',
        organizationId: owner.organizationId,
        projectId,
        annotationId: id,
        commentId: null,
        data: { comment, project: { id: projectId }, proof: null, changes },
      },
    ]);
  });

  test.each(['open', 'in_progress', 'resolved'])(
    'changes and emits nothing when the status is %s again',
    async (status) => {
      await call('PUT', '/status', { status });
      await changesNothing('PUT', '/status', { status });
    },
  );
});

describe('PUT /annotations/:id/assign', () => {
  test.each(['owner', 'admin', 'editor', 'viewer'] as const)(
    'assigns a member who is %s, and unassigns',
    async (role) => {
      const { id } = role === 'owner' ? owner : await registerMember(app, owner.organizationId, role);
      await expectChanges(await call('PUT', '/assign', { assigneeId: id }), { assigneeId: id });
      await changesNothing('PUT', '/assign', { assigneeId: id });
      await expectChanges(await call('PUT', '/assign', { assigneeId: null }), { assigneeId: null });
      await changesNothing('PUT', '/assign', { assigneeId: null });
      const { body: history } = await call('GET', '/history');
      expect(history).toStrictEqual([historyEntry('assignee', id, null), historyEntry('assignee', null, id)]);
      expect((await newEvents()).map(({ type }) => type)).toEqual(['annotation.updated', 'annotation.updated']);
    },
  );

  test('rejects non-members and former members with 400', async () => {
    const { id } = await registerMember(app, owner.organizationId, 'editor');
    await app.services.db.membership.deleteMany({ where: { userId: id, organizationId: owner.organizationId } });
    for (const assigneeId of [id, (await registerUser(app)).id]) {
      const { status, body } = await call('PUT', '/assign', { assigneeId });
      expect([status, body]).toEqual([
        400,
        errorBody(
          400,
          "assigneeId: must be a member of the project's organization who has the project, or a service account whose token has the project and annotation.change",
        ),
      ]);
    }
  });

  test('describes the missing member', async () => {
    const { status, body } = await call('PUT', '/assign', {});
    expect([status, body]).toEqual([400, errorBody(400, 'assigneeId: is required; null unassigns')]);
  });
});

describe('POST /annotations/:id/rebind', () => {
  test('replaces the fingerprint, keeps the old one in the history and updates the anchor', async () => {
    const domFingerprint = { selector: '#new', xpath: '/html/body/p', text: 'New', own: [1] };
    const anchor = {
      state: 'rebound',
      confidence: 1,
      checkedAt: TIME,
      wantedTexts: [],
      fingerprint: null,
      candidates: [],
    };
    const response = await call('POST', '/rebind', { domFingerprint });
    await expectChanges(response, { domFingerprint, anchor });
    expect(Date.parse(response.body.anchor.checkedAt)).toBeGreaterThan(Date.parse(annotation.anchor.checkedAt));
    const { body: history } = await call('GET', '/history');
    expect(history).toStrictEqual([historyEntry('rebound', annotation.domFingerprint, domFingerprint)]);
    expect((await newEvents()).map(({ type }) => type)).toEqual(['annotation.rebound']);
  });

  test('treats null members as absent', async () => {
    const { body } = await call('POST', '/rebind', { domFingerprint: { selector: null, text: 'hi', own: null } });
    expect(body.domFingerprint).toEqual({ text: 'hi', own: null });
  });

  test('keeps every previous fingerprint', async () => {
    for (const selector of ['#b', '#c']) await call('POST', '/rebind', { domFingerprint: { selector } });
    const { body } = await call('GET', '/history');
    expect(body.map(({ before }: { before: unknown }) => before)).toEqual([
      { selector: '#b' },
      annotation.domFingerprint,
    ]);
  });

  test.each([
    [{}, 'needs a selector, an xpath or a text'],
    [{ selector: null, xpath: null, text: null }, 'needs a selector, an xpath or a text'],
    [{ selector: '', id: 'a' }, 'needs a selector, an xpath or a text'],
    [{ selector: '#a', text: 5 }, 'text must be a string'],
  ])('%o is 400', async (domFingerprint, words) => {
    const { status, body } = await call('POST', '/rebind', { domFingerprint });
    expect([status, body]).toEqual([400, errorBody(400, `domFingerprint: ${words}`)]);
  });
});

describe('PATCH /annotations/:id', () => {
  test('changes the text and keeps the old one in the history', async () => {
    await expectChanges(await call('PATCH', '', { content: 'Now right', status: 'resolved' }), {
      content: 'Now right',
    });
    const { body: history } = await call('GET', '/history');
    expect(history).toStrictEqual([historyEntry('content', annotation.content, 'Now right')]);
    expect((await newEvents()).map(({ type }) => type)).toEqual(['annotation.updated']);
    await changesNothing('PATCH', '', { content: 'Now right' });
  });

  test('changes text and triage together, each with its history, and clears what null clears', async () => {
    const label = async (name: string) => {
      const body = { projectId, name: `${name} ${annotation.number}`, color: '#ff0000' };
      return (await rest(app, 'POST', '/labels', { token: owner.token, body })).body;
    };
    const [first, second] = [await label('first'), await label('second')];
    const values = { priority: 'urgent', labelIds: [first.id], dueOn: '2027-01-31', assigneeId: owner.id };
    const changed = await call('PATCH', '', { ...values, content: 'Now right' });
    expect(changed).toMatchObject({ status: 200, body: { ...values, content: 'Now right' } });
    expect((await call('GET', '/history')).body.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'assignee',
      'content',
      'due',
      'labels',
      'priority',
    ]);
    const cleared = await call('PATCH', '', { labelIds: [second.id], dueOn: null, assigneeId: null });
    const left = { priority: 'urgent', labelIds: [second.id], dueOn: null, assigneeId: null, content: 'Now right' };
    expect(cleared).toMatchObject({ status: 200, body: left });
    await changesNothing('PATCH', '', { labelIds: [second.id], priority: 'urgent', assigneeId: null });
    await changesNothing('PATCH', '', {});
  });

  test.each<[string, object, string]>([
    [
      'a label of no project',
      { labelIds: [crypto.randomUUID()] },
      "labelIds: must be labels of the annotation's project",
    ],
    ['a stranger', { assigneeId: crypto.randomUUID() }, 'assigneeId: must be a member of the project'],
    ['no priority', { priority: null }, 'priority: must not be null'],
  ])('rejects %s and leaves the text', async (_what, change, message) => {
    const { status, body } = await call('PATCH', '', { content: 'Never', ...change });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await call('GET', '')).body.content).toBe(annotation.content);
  });
});

test('loses none of many concurrent changes', async () => {
  const texts = Array.from({ length: 10 }, (_, i) => `text ${i}`);
  const responses = await Promise.all(texts.map((content) => call('PATCH', '', { content })));
  expect(responses.map(({ status }) => status)).toEqual(texts.map(() => 200));
  const { body } = await call('GET', '/history');
  expect(body.map(({ after }: { after: string }) => after).sort()).toEqual(texts);
  // Each change took up where another had left off.
  const seen = body.map(({ before }: { before: string }) => before);
  const last = (await call('GET', '')).body.content;
  expect(seen.sort()).toEqual([annotation.content, ...texts.filter((text) => text !== last)].sort());
});
