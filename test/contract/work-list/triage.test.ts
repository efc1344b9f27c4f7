import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
import { eventsOf } from '../support/database-content.ts';

const app = useTestApp();
let owner: TestUser;
let other: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  other = await registerUser(app);
});
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
});

const send = (ids: string[], change: object, { token, organizationId } = owner) =>
  rest(app, 'POST', '/annotations/changes', { token, body: { organizationId, ids, change } });
const read = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;
const createLabel = async (user: TestUser, project: string, name = 'Bug') =>
  (await rest(app, 'POST', '/labels', { token: user.token, body: { projectId: project, name, color: '#D1242F' } }))
    .body;
const NOT_FOUND = { isChanged: false, error: { code: 'NOT_FOUND', message: 'Annotation not found' } };

describe('a bulk change', () => {
  test('changes each annotation with its own history and event', async () => {
    const [first, second] = [
      await createAnnotation(app, owner, projectId),
      await createAnnotation(app, owner, projectId),
    ];
    const label = await createLabel(owner, projectId);
    const change = {
      status: 'resolved',
      priority: 'high',
      addLabelIds: [label.id],
      dueOn: '2026-12-24',
      assigneeId: owner.id,
    };
    const { status, body } = await send([second.id, first.id], change);
    expect([status, body]).toEqual([200, [second, first].map(({ id }) => ({ id, isChanged: true, error: null }))]);
    for (const { id } of [first, second]) {
      expect(await read(id)).toMatchObject({
        status: 'resolved',
        resolution: 'fixed',
        priority: 'high',
        labelIds: [label.id],
        dueOn: '2026-12-24',
        assigneeId: owner.id,
        resolvedAt: expect.any(String),
      });
      const history = await rest(app, 'GET', `/annotations/${id}/history`, { token: owner.token });
      const entries = history.body.map(({ kind, before, after }: Record<string, unknown>) => [kind, before, after]);
      expect(new Map(entries.map(([kind, ...values]: unknown[]) => [kind, values]))).toEqual(
        new Map<string, unknown[]>([
          ['status', ['open', 'resolved']],
          ['resolution', [null, { resolution: 'fixed', duplicateOfId: null }]],
          ['priority', ['normal', 'high']],
          ['labels', [[], [label.id]]],
          ['due', [null, '2026-12-24']],
          ['assignee', [null, owner.id]],
        ]),
      );
      const events = await eventsOf(app, { annotationId: id });
      expect(events.map(({ type }) => type)).toEqual(['comment.created', 'comment.resolved', 'annotation.updated']);
      expect(events.at(-1)).toMatchObject({ data: { isTriage: true, assigneeId: owner.id } });
    }
    const again = await send([first.id], change);
    expect(again.body).toEqual([{ id: first.id, isChanged: false, error: null }]);
    expect(await eventsOf(app, { annotationId: first.id })).toHaveLength(3);
  });

  test('refuses foreign and unknown annotations alone, in the same words', async () => {
    const own = await createAnnotation(app, owner, projectId);
    const foreign = await createAnnotation(app, other, (await createProject(app, other)).id);
    const unknown = randomUUID();
    const { status, body } = await send([foreign.id, own.id, unknown], { priority: 'low' });
    expect([status, body]).toEqual([
      200,
      [
        { id: foreign.id, ...NOT_FOUND },
        { id: own.id, isChanged: true, error: null },
        { id: unknown, ...NOT_FOUND },
      ],
    ]);
    expect((await read(own.id)).priority).toBe('low');
    const { db } = app.services;
    expect((await db.annotation.findUniqueOrThrow({ where: { id: foreign.id } })).priority).toBe('normal');
  });

  test('refuses annotations of projects that the member does not have', async () => {
    const theirs = await createAnnotation(app, owner, (await createProject(app, owner)).id);
    const limited = await registerMember(app, owner.organizationId, 'editor', [projectId]);
    const { body } = await send([theirs.id], { priority: 'low' }, { ...limited, organizationId: owner.organizationId });
    expect(body).toEqual([{ id: theirs.id, ...NOT_FOUND }]);
  });

  test('refuses what does not fit an annotation, and changes the others', async () => {
    const here = await createAnnotation(app, owner, projectId);
    const there = await createAnnotation(app, owner, (await createProject(app, owner)).id);
    const label = await createLabel(owner, projectId);
    const limited = await registerMember(app, owner.organizationId, 'editor', [projectId]);
    const original = await createAnnotation(app, owner, projectId);
    for (const [change, message] of [
      [{ addLabelIds: [label.id] }, "change.addLabelIds: must be labels of the annotation's project"],
      [
        { assigneeId: limited.id },
        "change.assigneeId: must be a member of the project's organization who has the project, or a service account whose token has the project and annotation.change",
      ],
      [{ duplicateOfId: original.id }, 'change.duplicateOfId: must be another annotation of the same project'],
    ] as const) {
      expect((await send([here.id, there.id], change)).body).toEqual([
        { id: here.id, isChanged: true, error: null },
        { id: there.id, isChanged: false, error: { code: 'BAD_USER_INPUT', message } },
      ]);
    }
    expect(await read(here.id)).toMatchObject({ resolution: 'duplicate', duplicateOfId: original.id });
    expect((await send([original.id], { duplicateOfId: original.id })).body[0].error.code).toBe('BAD_USER_INPUT');
  });

  test.each([
    ['501 ids', { ids: Array.from({ length: 501 }, () => randomUUID()) }, 'ids: must have 1 to 500 items'],
    ['no UUID', { ids: ['nope'] }, 'ids.0: must be a UUID'],
    ['no id', { ids: [] }, 'ids: must have 1 to 500 items'],
    ['no member', { change: {} }, 'change: must have a member, such as status'],
    [
      'null',
      { change: { status: null, priority: null } },
      'change.status: must not be null; omit it to keep its value; change.priority: must not be null; omit it to keep its value',
    ],
    [
      'a resolution of an open annotation',
      { change: { status: 'open', resolution: 'fixed' } },
      'change.resolution: requires the status resolved; omit one of them',
    ],
    [
      'a duplicate of nothing',
      { change: { resolution: 'duplicate' } },
      'change.duplicateOfId: is required for the resolution duplicate, and for no other',
    ],
    [
      'a fixed duplicate',
      { change: { resolution: 'fixed', duplicateOfId: randomUUID() } },
      'change.duplicateOfId: is required for the resolution duplicate, and for no other',
    ],
    ['a label that is not an id', { change: { addLabelIds: ['red'] } }, 'change.addLabelIds.0: must be a UUID'],
  ])('%s', async (_title, values, message) => {
    const body = { organizationId: owner.organizationId, ids: [randomUUID()], change: { priority: 'low' }, ...values };
    const response = await rest(app, 'POST', '/annotations/changes', { token: owner.token, body });
    expect([response.status, response.body.message]).toEqual([400, message]);
  });

  test('reopening ends the resolution; of a duplicate, guests see the reason only', async () => {
    const [repeated, original] = [
      await createAnnotation(app, owner, projectId),
      await createAnnotation(app, owner, projectId, { visibility: 'internal' }),
    ];
    await send([repeated.id], { duplicateOfId: original.id });
    const guest = await registerMember(app, owner.organizationId, 'guest', [projectId]);
    const document = `query ($id: ID!) { annotation(id: $id) { resolution duplicateOfId duplicateOf { id } } }`;
    const seenBy = async ({ token }: TestUser) =>
      (await graphql(app, document, { id: repeated.id }, { token })).data.annotation;
    expect(await seenBy(owner)).toEqual({
      resolution: 'duplicate',
      duplicateOfId: original.id,
      duplicateOf: { id: original.id },
    });
    expect(await seenBy(guest)).toEqual({ resolution: 'duplicate', duplicateOfId: null, duplicateOf: null });
    await rest(app, 'PUT', `/annotations/${repeated.id}/status`, { token: owner.token, body: { status: 'open' } });
    expect(await seenBy(owner)).toEqual({ resolution: null, duplicateOfId: null, duplicateOf: null });
    await rest(app, 'PUT', `/annotations/${repeated.id}/status`, { token: owner.token, body: { status: 'resolved' } });
    expect(await seenBy(owner)).toEqual({ resolution: 'fixed', duplicateOfId: null, duplicateOf: null });
  });
});

describe('a place in a column', () => {
  const move = (id: string, status: string, after?: string) =>
    rest(app, 'PUT', `/annotations/${id}/place`, { token: owner.token, body: { status, after } });
  const column = async (status: string): Promise<string[]> => {
    const path = `/annotations/project/${projectId}?status=${status}&orderBy=rank`;
    return (await rest(app, 'GET', path, { token: owner.token })).body.map(({ id }: { id: string }) => id);
  };
  let a: string;
  let b: string;
  let c: string;
  beforeEach(async () => {
    [a, b, c] = [
      (await createAnnotation(app, owner, projectId)).id,
      (await createAnnotation(app, owner, projectId)).id,
      (await createAnnotation(app, owner, projectId)).id,
    ];
  });

  test('new annotations are first; moved ones are where they were put', async () => {
    expect(await column('open')).toEqual([c, b, a]);
    expect((await move(c, 'open', a)).status).toBe(200);
    expect(await column('open')).toEqual([b, a, c]);
    await move(a, 'open');
    expect(await column('open')).toEqual([a, b, c]);
    await move(b, 'in_progress');
    await move(a, 'in_progress', b);
    expect([await column('open'), await column('in_progress')]).toEqual([[c], [b, a]]);
    const { id } = await createAnnotation(app, owner, projectId);
    expect(await column('open')).toEqual([id, c]);
    const types = (await eventsOf(app, { annotationId: a })).map(({ type, data }) => [type, data]);
    expect(types.slice(1)).toEqual([
      ['annotation.updated', {}],
      [
        'annotation.updated',
        { from: 'open', status: 'in_progress', changes: { status: { before: 'open', after: 'in_progress' } } },
      ],
    ]);
    await move(c, 'resolved');
    expect((await eventsOf(app, { annotationId: c })).at(-1)).toMatchObject({ type: 'comment.resolved' });
    expect(await read(c)).toMatchObject({ status: 'resolved', resolution: 'fixed' });
  });

  test('an annotation of another column is not a neighbor', async () => {
    await move(b, 'in_progress');
    for (const after of [b, a, randomUUID()]) {
      expect(await move(a, 'open', after)).toMatchObject({
        status: 400,
        body: { message: 'after: must be another annotation of the project with this status; null moves to the top' },
      });
    }
  });

  test('any number of moves to the same place keeps the order', async () => {
    const { pool } = app.services;
    for (let i = 0; i < 60; i++) await move(i % 2 === 0 ? a : b, 'open', c);
    expect(await column('open')).toEqual([c, b, a]);
    // Equal ranks, as of annotations that came from other columns.
    await pool.query('UPDATE annotations SET rank = 5 WHERE project_id = $1', [projectId]);
    expect(await column('open')).toEqual([a, b, c]);
    await move(c, 'open', a);
    expect(await column('open')).toEqual([a, c, b]);
  });

  test('a move that spreads a column and a bulk change lock in the same order', async () => {
    const { pool } = app.services;
    await pool.query('UPDATE annotations SET rank = 5 WHERE project_id = $1', [projectId]);
    const { changing, moving } = await inTransaction(pool, async (holder) => {
      await holder.query('SELECT FROM annotations WHERE id = $1 FOR NO KEY UPDATE', [b]);
      // The bulk change waits for b before c, and the move of c spreads b.
      const changed = send([b, c], { priority: 'high' });
      await waitUntilBlocked(app, 'SELECT a.id AS "id"');
      const moved = move(c, 'open', a);
      await waitUntilBlocked(app, 'WITH following');
      return { changing: changed, moving: moved };
    });
    const [changed, moved] = await Promise.all([changing, moving]);
    expect([changed.body, moved.status]).toEqual([[b, c].map((id) => ({ id, isChanged: true, error: null })), 200]);
    expect(await column('open')).toEqual([a, c, b]);
    expect(await read(c)).toMatchObject({ priority: 'high' });
  });

  test('concurrent moves to the same place get different ranks', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await createAnnotation(app, owner, projectId)).id),
    );
    const moved = await Promise.all(ids.map((id) => move(id, 'in_progress')));
    expect(new Set(moved.map(({ status }) => status))).toEqual(new Set([200]));
    await move(a, 'in_progress');
    const after = await Promise.all(ids.map((id) => move(id, 'in_progress', a)));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await app.services.pool.query<{ rank: number }>(
      `SELECT rank FROM annotations WHERE project_id = $1 AND status = 'in_progress'`,
      [projectId],
    );
    expect(new Set(rows.map(({ rank }) => rank)).size).toBe(13);
    expect((await column('in_progress'))[0]).toBe(a);
  });
});

describe('labels', () => {
  test('have a name once in a project', async () => {
    const { token } = owner;
    const label = await createLabel(owner, projectId);
    const body = { projectId, name: 'Bug', color: '#000000' };
    const message = 'name: "Bug" is already a label of this project';
    expect(await rest(app, 'POST', '/labels', { token, body })).toMatchObject({ status: 400, body: { message } });
    const second = await createLabel(owner, projectId, 'Idea');
    const renamed = await rest(app, 'PATCH', `/labels/${second.id}`, { token, body: { name: 'Bug' } });
    expect(renamed).toMatchObject({ status: 400, body: { message } });
    const recolored = await rest(app, 'PATCH', `/labels/${label.id}`, { token, body: { color: '#00FF00' } });
    expect(recolored.body).toMatchObject({ name: 'Bug', color: '#00ff00' });
  });

  test('of an annotation are at most twenty', async () => {
    const { id } = await createAnnotation(app, owner, projectId);
    const labels = await Promise.all(Array.from({ length: 21 }, (_, i) => createLabel(owner, projectId, `Label ${i}`)));
    const ids = labels.map((label) => label.id);
    await send([id], { addLabelIds: ids.slice(0, 20) });
    const [result] = (await send([id], { addLabelIds: ids.slice(20) })).body;
    expect(result.error.message).toBe('change.addLabelIds: an annotation has at most 20 labels; remove others');
    await send([id], { addLabelIds: ids.slice(20), removeLabelIds: ids.slice(0, 19) });
    expect((await read(id)).labelIds).toEqual(ids.slice(19));
  });
});

describe('saved views', () => {
  const create = (user: TestUser, values: object = {}) =>
    rest(app, 'POST', '/annotation-views', {
      token: user.token,
      body: { organizationId: owner.organizationId, name: 'Mine', ...values },
    });
  const namesFor = async ({ token }: TestUser): Promise<string[]> => {
    const path = `/annotation-views/organization/${owner.organizationId}`;
    return (await rest(app, 'GET', path, { token })).body.map(({ name }: { name: string }) => name);
  };

  test('are personal or shared', async () => {
    const editor = await registerMember(app, owner.organizationId, 'editor');
    const viewer = await registerMember(app, owner.organizationId, 'viewer');
    const filter = { priorities: ['urgent'], createdAfter: '2026-01-01T00:00:00.000Z', dueBefore: '2027-01-01' };
    const shared = await create(editor, { name: 'Team', filter, orderBy: 'due', isShared: true });
    expect(shared).toMatchObject({ status: 201, body: { orderBy: 'due', isShared: true, userId: editor.id } });
    const personal = await create(viewer, { name: 'Alone' });
    expect([await namesFor(editor), await namesFor(viewer)]).toEqual([['Team'], ['Alone', 'Team']]);
    const change = (id: string, { token }: TestUser, body: object) =>
      rest(app, 'PATCH', `/annotation-views/${id}`, { token, body });
    expect((await change(shared.body.id, viewer, { name: 'x' })).status).toBe(403);
    expect((await change(personal.body.id, viewer, { isShared: true })).status).toBe(403);
    expect((await change(personal.body.id, owner, { name: 'x' })).status).toBe(404);
    expect((await change(shared.body.id, owner, { name: 'Ours' })).body.name).toBe('Ours');
    expect((await create(viewer, { isShared: true })).status).toBe(403);
  });

  test('keep a filter that the list accepts again', async () => {
    const filter = {
      text: 'price',
      createdAfter: '2026-01-01T00:00:00.000Z',
      dueBefore: '2027-01-01',
      labelIds: [randomUUID()],
    };
    const { body } = await create(owner, { filter });
    const document = `query ($organization: ID!, $filter: AnnotationFilter) {
      organizationAnnotations(organizationId: $organization, filter: $filter) { totalCount } }`;
    const variables = { organization: owner.organizationId, filter: body.filter };
    expect(body.filter).toEqual(filter);
    expect(await graphql(app, document, variables, { token: owner.token })).toEqual({
      data: { organizationAnnotations: { totalCount: 0 } },
    });
    const bad = await create(owner, { filter: { text: '?' } });
    expect([bad.status, bad.body.message]).toEqual([
      400,
      'filter.text: must contain a letter or a digit to search for',
    ]);
  });
});
