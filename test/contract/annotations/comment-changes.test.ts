import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { loadUpdates } from '../../../src/resolvers/addons/live/load-updates.ts';
import { insertComment } from '../../../src/resolvers/core/annotations/add-comment.ts';
import { waitUntilBlocked } from '../../support/blocked-sessions.ts';
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
import { TIME, UUID } from '../support/response-shapes.ts';

const app = useTestApp();
let owner: TestUser;
let admin: TestUser;
let author: TestUser;
let editor: TestUser;
let viewer: TestUser;
let outsider: TestUser;
let project: { id: string; projectKey: string };
// biome-ignore lint/suspicious/noExplicitAny: the records, as the API answers them
let annotation: any, reply: any;

beforeAll(async () => {
  owner = await registerUser(app);
  const member = (role: 'admin' | 'editor' | 'viewer') => registerMember(app, owner.organizationId, role);
  [admin, author, editor, viewer] = [
    await member('admin'),
    await member('editor'),
    await member('editor'),
    await member('viewer'),
  ];
  outsider = await registerUser(app);
  project = await createProject(app, owner);
  await app.services.db.project.update({ where: { id: project.id }, data: { publicFeedback: true } });
});
beforeEach(async () => {
  annotation = await createAnnotation(app, owner, project.id);
  reply = await add('Why?');
});

const call = (method: string, path: string, body: object | undefined, user: TestUser) =>
  rest(app, method, `/annotations/${path}`, { token: user.token, body });
const add = async (content: string, parentId?: string, user = author) =>
  (await call('POST', `${annotation.id}/comments`, { content, parentId }, user)).body;
const edit = (content: string, user = author, id = reply.id) =>
  call('PATCH', `${annotation.id}/comments/${id}`, { content }, user);
const remove = (user = author, id = reply.id) => call('DELETE', `${annotation.id}/comments/${id}`, undefined, user);
const thread = async () => (await call('GET', `${annotation.id}/comments`, undefined, viewer)).body;
const readAnnotation = async () => (await call('GET', annotation.id, undefined, viewer)).body;
const history = async () => (await call('GET', `${annotation.id}/history`, undefined, viewer)).body;
const newEvents = async () => (await eventsOf(app, { annotationId: annotation.id })).slice(2);

const line = (actor: TestUser, before: object, after: object | null) => ({
  id: UUID,
  kind: 'comment',
  before,
  after,
  actorId: actor.id,
  via: null,
  createdAt: TIME,
});
const internal = (type: string, changes?: object) => ({
  type,
  organizationId: owner.organizationId,
  projectId: project.id,
  annotationId: annotation.id,
  commentId: reply.id,
  data: changes ? { changes } : {},
});

const NEEDS_EDITOR = 'Your role is viewer; this requires editor. Ask an admin of the organization';

/** A reply of somebody without an account, as a tracker's comment becomes one. */
async function replyOfNobody(): Promise<{ id: string }> {
  const of = { ...annotation, organizationId: owner.organizationId };
  const inserted = await insertComment(app.services.pool, of, { name: 'Octo (GitHub)' }, { content: 'Seen' });
  app.services.wakeRelay();
  return inserted;
}

async function isRefused(response: Awaited<ReturnType<typeof call>>, status: number, message: string): Promise<void> {
  expect([response.status, response.body]).toEqual([status, errorBody(status, message)]);
}

describe('PATCH /annotations/:id/comments/:commentId', () => {
  test('changes the text, and the times of reply and annotation with it', async () => {
    const before = await readAnnotation();
    const { status, body } = await edit(' How?\n😀');
    expect([status, body]).toStrictEqual([200, { ...reply, content: ' How?\n😀', updatedAt: TIME }]);
    expect(body.updatedAt > reply.updatedAt).toBe(true);
    expect(await thread()).toEqual([body]);
    expect(await readAnnotation()).toEqual({ ...before, updatedAt: body.updatedAt });
  });

  test('keeps the old text in the history and in the event', async () => {
    const { id } = reply;
    await edit('How?');
    await edit('When?');
    expect(await history()).toStrictEqual([
      line(author, { id, content: 'How?' }, { id, content: 'When?' }),
      line(author, { id, content: 'Why?' }, { id, content: 'How?' }),
    ]);
    expect(await newEvents()).toEqual([
      internal('comment.updated', { text: { before: 'Why?', after: 'How?' } }),
      internal('comment.updated', { text: { before: 'How?', after: 'When?' } }),
    ]);
  });

  test('changes and emits nothing when the text is the same', async () => {
    const before = await databaseContent(app);
    const { status, body } = await edit('Why?');
    expect([status, body]).toEqual([200, reply]);
    expect(await databaseContent(app)).toEqual(before);
  });

  test('shows visitors the new text', async () => {
    await edit('How?');
    const { body } = await rest(app, 'GET', `/annotations/project/${project.projectKey}/public`);
    const shown = body.find(({ id }: { id: string }) => id === annotation.id);
    expect(shown.comments.map(({ content }: { content: string }) => content)).toEqual(['How?']);
  });

  test('permits the author only', async () => {
    const { id: nobodys } = await replyOfNobody();
    const before = await databaseContent(app);
    for (const [user, id] of [
      [editor, reply.id],
      [admin, reply.id],
      [owner, reply.id],
      [owner, nobodys],
    ] as const) {
      const message = 'Only its author may change a reply; add a reply to it instead';
      await isRefused(await edit('Mine', user, id), 403, message);
    }
    await isRefused(await edit('Mine', viewer), 403, NEEDS_EDITOR);
    await isRefused(await edit('Mine', outsider), 404, 'Annotation not found');
    expect(await databaseContent(app)).toEqual(before);
  });

  test('rejects an author who has become a viewer', async () => {
    const former = await registerMember(app, owner.organizationId, 'editor');
    const { id } = await add('a', undefined, former);
    await app.services.db.membership.updateMany({ where: { userId: former.id }, data: { role: 'viewer' } });
    await isRefused(await edit('b', former, id), 403, NEEDS_EDITOR);
    await isRefused(await remove(former, id), 403, NEEDS_EDITOR);
  });

  test.each([
    ['', 'content: must not be empty'],
    [' \n', 'content: must not be empty'],
    ['a'.repeat(10_001), 'content: must have at most 10000 characters'],
  ])('rejects an invalid text with 400', async (content, message) => {
    await isRefused(await edit(content), 400, message);
    expect(await thread()).toEqual([reply]);
  });

  test('accepts the longest text', async () => {
    expect((await edit('€'.repeat(10_000))).status).toBe(200);
  });
});

describe('DELETE /annotations/:id/comments/:commentId', () => {
  test('removes the reply from the thread and its text from the history', async () => {
    const { id } = reply;
    await edit('My password is secret');
    const before = await readAnnotation();
    const { status, body } = await remove();
    expect([status, body]).toEqual([200, { id, deleted: true }]);
    expect(await thread()).toEqual([]);
    const after = await readAnnotation();
    expect(after).toEqual({ ...before, commentCount: 0, updatedAt: TIME });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await history()).toStrictEqual([line(author, { id }, null), line(author, { id }, { id })]);
    expect(await newEvents()).toEqual([
      internal('comment.updated', { text: { before: 'Why?', after: 'My password is secret' } }),
      internal('comment.deleted'),
    ]);
  });

  test('keeps its replies in order, with the parent of the deleted reply', async () => {
    const second = await add('Because', reply.id);
    const third = await add('I see', second.id);
    const fourth = await add('Me too', second.id);
    const fifth = await add('Really?', third.id);
    expect((await remove(author, second.id)).status).toBe(200);
    const left = [reply, { ...third, parentId: reply.id }, { ...fourth, parentId: reply.id }, fifth];
    expect(await thread()).toEqual(left);
    expect((await remove()).status).toBe(200);
    expect(await thread()).toEqual([{ ...third, parentId: null }, { ...fourth, parentId: null }, fifth]);
    expect((await readAnnotation()).commentCount).toBe(3);
  });

  test('permits the author, admins and owners', async () => {
    const needsAdmin = 'Your role is editor; this requires admin. Ask an admin of the organization';
    await isRefused(await remove(editor), 403, needsAdmin);
    await isRefused(await remove(viewer), 403, NEEDS_EDITOR);
    await isRefused(await remove(outsider), 404, 'Annotation not found');
    const { id } = await replyOfNobody();
    await isRefused(await remove(editor, id), 403, needsAdmin);
    for (const [user, of] of [
      [author, reply.id],
      [admin, id],
      [owner, (await add('a')).id],
    ] as const) {
      expect((await remove(user, of)).status).toBe(200);
      expect((await history())[0]).toStrictEqual(line(user, { id: of }, null));
    }
    expect([await thread(), (await readAnnotation()).commentCount]).toEqual([[], 0]);
  });

  test('repeats the response of a create under its key without restoring the reply', async () => {
    const path = `/annotations/${annotation.id}/comments`;
    const send = () =>
      rest(app, 'POST', path, { token: author.token, body: { content: 'Once' }, headers: { 'idempotency-key': path } });
    const { body } = await send();
    await remove(author, body.id);
    expect((await send()).body).toEqual(body);
    expect(await thread()).toEqual([reply]);
  });
});

describe('missing replies', () => {
  const both = (path: () => string) => [
    () => call('PATCH', path(), { content: 'a' }, author),
    () => call('DELETE', path(), undefined, author),
  ];

  test('returns 404 for an unknown or malformed id and for a reply of another thread', async () => {
    const other = await createAnnotation(app, owner, project.id);
    for (const path of [
      `${annotation.id}/comments/${randomUUID()}`,
      `${annotation.id}/comments/nope`,
      `${other.id}/comments/${reply.id}`,
    ]) {
      for (const send of both(() => path)) await isRefused(await send(), 404, 'Comment not found');
    }
    expect(await thread()).toEqual([reply]);
  });

  test('rejects changing or deleting a deleted reply', async () => {
    await remove();
    for (const send of both(() => `${annotation.id}/comments/${reply.id}`)) {
      await isRefused(await send(), 404, 'Comment not found');
    }
    const response = await call('POST', `${annotation.id}/comments`, { content: 'a', parentId: reply.id }, author);
    await isRefused(response, 400, 'parentId: must be a comment of the same annotation');
  });

  test('rejects changing or deleting a reply of a deleted annotation', async () => {
    await call('DELETE', annotation.id, undefined, owner);
    for (const send of both(() => `${annotation.id}/comments/${reply.id}`)) {
      await isRefused(await send(), 404, 'Annotation not found');
    }
  });
});

describe('concurrent changes', () => {
  test('let a deletion prevail over an edit, and keep no text', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await add(`secret ${round}`);
      const responses = await Promise.all([
        edit(`secret 1 ${round}`, author, id),
        remove(admin, id),
        edit(`secret 2 ${round}`, author, id),
        remove(author, id),
      ]);
      const [first, deleted, second, again] = responses.map(({ status }) => status);
      expect([deleted, again].sort()).toEqual([200, 404]);
      for (const status of [first, second]) expect([200, 404]).toContain(status);
    }
    expect(await thread()).toEqual([reply]);
    expect((await readAnnotation()).commentCount).toBe(1);
    expect(JSON.stringify(await history())).not.toContain('secret');
  });

  test('keep a reply to a reply that is being deleted without its parent, or reject it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await add('a');
      const responses = () => call('POST', `${annotation.id}/comments`, { content: 'b', parentId: id }, editor);
      const [deleted, ...responded] = await Promise.all([remove(author, id), responses(), responses(), responses()]);
      expect(deleted.status).toBe(200);
      for (const { status } of responded) expect([201, 400]).toContain(status);
    }
    const left = await thread();
    expect(left.filter(({ parentId }: { parentId: string | null }) => parentId !== null)).toEqual([]);
    expect((await readAnnotation()).commentCount).toBe(left.length);
  });

  test('reject a reply whose parent was deleted while it waited for the thread, with a message', async () => {
    const { response } = await inTransaction(app.services.pool, async (holder) => {
      await holder.query('SELECT FROM annotations WHERE id = $1 FOR NO KEY UPDATE', [annotation.id]);
      const pending = call('POST', `${annotation.id}/comments`, { content: 'b', parentId: reply.id }, editor);
      await waitUntilBlocked(app, 'SET comment_count');
      await holder.query('DELETE FROM comments WHERE id = $1', [reply.id]);
      return { response: pending };
    });
    await isRefused(await response, 400, 'parentId: must be a comment of the same annotation');
  });

  test('lose none of many edits', async () => {
    const texts = Array.from({ length: 8 }, (_, i) => `text ${i}`);
    const responses = await Promise.all(texts.map((content) => edit(content)));
    expect(responses.map(({ status }) => status)).toEqual(texts.map(() => 200));
    const lines = await history();
    for (const [index, { before }] of lines.slice(0, -1).entries()) expect(before).toEqual(lines[index + 1].after);
    expect([lines[0].after.content, lines.at(-1).before.content]).toEqual([(await thread())[0].content, 'Why?']);
  });
});

test('publish only the deletion of a deleted reply', async () => {
  await edit('How?');
  await remove();
  const events = await app.services.db.event.findMany({
    where: { commentId: reply.id },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  expect(events.map(({ type }) => type)).toEqual(['comment.created', 'comment.updated', 'comment.deleted']);
  const updates = await loadUpdates(
    app.services,
    events.map(({ id }) => id),
  );
  expect(updates).toMatchObject([{ update: { kind: 'comment_deleted', commentId: reply.id, comment: null } }]);
});
