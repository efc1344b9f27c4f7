import { expect, test } from 'vitest';
import { openEventStream } from '../../contract/support/event-stream.ts';
import { waitUntilRelayed } from '../../contract/support/sql-statements.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();

/** A project of an owner and an editor, with an annotation of the owner. */
async function createThread() {
  const owner = await registerUser(app);
  const editor = await registerMember(app, owner.organizationId, 'editor');
  const project = await createProject(app, owner);
  const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  const { id } = await createAnnotation(app, owner, project.id);
  await waitUntilRelayed(app);
  await app.services.db.notification.deleteMany({ where: { projectId: project.id } });
  return { owner, editor, guest, project, id, organizationId: owner.organizationId };
}

const reply = async (user: TestUser, id: string, more: object = {}) =>
  rest(app, 'POST', `/annotations/${id}/comments`, { token: user.token, body: { content: 'Because', ...more } });

/** Kinds of a user's notifications, newest first. */
async function kindsOf({ token }: TestUser, organizationId: string, query = ''): Promise<string[]> {
  await waitUntilRelayed(app);
  const { body } = await rest(app, 'GET', `/organizations/${organizationId}/notifications${query}`, { token });
  return body.map(({ kind }: { kind: string }) => kind);
}

const THREAD = `query ($id: ID!) { annotation(id: $id) { isWatching isMuted isUnread watchers { id } } }`;

async function threadOf({ token }: TestUser, id: string) {
  await waitUntilRelayed(app);
  return (await graphql(app, THREAD, { id }, { token })).data.annotation;
}

test('a thread notifies its author, assignee, repliers and mentioned members, each once, and not the actor', async () => {
  const { owner, editor, guest, project, id, organizationId } = await createThread();
  const viewer = await registerMember(app, organizationId, 'viewer');
  await rest(app, 'PUT', `/annotations/${id}/assign`, { token: owner.token, body: { assigneeId: editor.id } });
  await reply(guest, id);
  await reply(editor, id, { mentions: [viewer.id, owner.id, editor.id] });
  await rest(app, 'PUT', `/annotations/${id}/status`, { token: editor.token, body: { status: 'resolved' } });
  await rest(app, 'PUT', `/annotations/${id}/status`, { token: owner.token, body: { status: 'open' } });
  expect(await kindsOf(owner, organizationId)).toEqual(['status', 'mention', 'reply']);
  expect(await kindsOf(editor, organizationId)).toEqual(['reopened', 'reply', 'assignment']);
  expect(await kindsOf(viewer, organizationId)).toEqual(['reopened', 'status', 'mention']);
  expect(await kindsOf(guest, organizationId)).toEqual(['reopened', 'status', 'reply']);
  const { body } = await rest(app, 'GET', `/organizations/${organizationId}/notifications`, { token: owner.token });
  expect(body[1]).toMatchObject({
    projectId: project.id,
    annotationId: id,
    number: 1,
    excerpt: 'Because',
    actorId: editor.id,
    actorName: 'editor',
    readAt: null,
  });
  expect((await threadOf(owner, id)).watchers.map((user: { id: string }) => user.id).sort()).toEqual(
    [owner.id, editor.id, viewer.id, guest.id].sort(),
  );
  expect((await threadOf(guest, id)).watchers).toEqual([{ id: guest.id }]);
});

test('a change of several annotations notifies watchers with the name of the actor, who gets none', async () => {
  const { owner, editor, id, organizationId } = await createThread();
  await reply(editor, id);
  expect(await kindsOf(owner, organizationId)).toEqual(['reply']);
  const body = { organizationId, ids: [id], change: { status: 'in_progress' } };
  expect((await rest(app, 'POST', '/annotations/changes', { token: owner.token, body })).status).toBe(200);
  expect(await kindsOf(owner, organizationId)).toEqual(['reply']);
  expect(await kindsOf(editor, organizationId)).toEqual(['status']);
  const read = await rest(app, 'GET', `/organizations/${organizationId}/notifications`, { token: editor.token });
  expect(read.body).toMatchObject([{ kind: 'status', actorId: owner.id, actorName: expect.any(String) }]);
});

test('a new annotation notifies the members who can read it, and an import each member once', async () => {
  const { owner, editor, guest, project, organizationId } = await createThread();
  const create = (visibility: string) =>
    rest(app, 'POST', '/annotations', {
      token: owner.token,
      body: { projectId: project.id, content: 'Wrong', url: 'https://shop.example/', visibility },
    });
  const internal = await create('internal');
  await create('public');
  const comments = [
    { text: 'One', page: 'https://shop.example/' },
    { text: 'Two', page: 'https://shop.example/' },
  ];
  const imported = await rest(app, 'POST', `/v1/projects/${project.id}/import/comments`, {
    token: owner.token,
    body: { source: 'spreadsheet', comments },
  });
  expect(imported.body.data).toMatchObject({ imported: 2 });
  expect(await kindsOf(owner, organizationId)).toEqual([]);
  expect(await kindsOf(editor, organizationId)).toEqual(['import', 'annotation', 'annotation']);
  expect(await kindsOf(guest, organizationId)).toEqual(['import', 'annotation']);
  // New for the guest only.
  const path = `/annotations/${internal.body.id}/visibility`;
  await rest(app, 'PUT', path, { token: owner.token, body: { visibility: 'public' } });
  expect(await kindsOf(guest, organizationId)).toEqual(['annotation', 'import', 'annotation']);
  expect(await kindsOf(editor, organizationId)).toHaveLength(3);
});

test('only members who can read a text can be mentioned', async () => {
  const { owner, editor, guest, id, organizationId } = await createThread();
  const stranger = await registerUser(app);
  const message = /^mentions: \S+ is not a member who can read this; mention members of the project only$/;
  expect((await reply(owner, id, { mentions: [stranger.id] })).body.message).toMatch(message);
  expect((await reply(owner, id, { mentions: [guest.id], visibility: 'internal' })).status).toBe(400);
  const posted = await reply(owner, id, { mentions: [guest.id] });
  expect(posted.body.mentions).toEqual([guest.id]);
  const path = `/annotations/${id}/comments/${posted.body.id}`;
  await rest(app, 'PATCH', path, { token: owner.token, body: { content: 'Edited' } });
  await rest(app, 'PATCH', path, { token: owner.token, body: { content: 'Edited', mentions: [guest.id, editor.id] } });
  expect(await kindsOf(guest, organizationId)).toEqual(['mention']);
  expect(await kindsOf(editor, organizationId)).toEqual(['mention']);
});

test('a change of an annotation notifies the members it mentions in addition, and nobody twice', async () => {
  const { owner, editor, guest, project, organizationId } = await createThread();
  const viewer = await registerMember(app, organizationId, 'viewer');
  const former = await registerMember(app, organizationId, 'viewer');
  const { id } = await createAnnotation(app, owner, project.id, { mentions: [editor.id, former.id] });
  await rest(app, 'PUT', `/annotations/${id}/watch`, { token: editor.token, body: { state: 'unwatched' } });
  // The editor no longer has the notification that tells who was notified before.
  expect(await kindsOf(editor, organizationId)).toEqual(['mention']);
  await app.services.db.notification.deleteMany({ where: { projectId: project.id } });
  const membership = { userId: former.id, organizationId };
  await app.services.db.membership.updateMany({ where: membership, data: { allProjects: false } });

  const change = (more: object) =>
    rest(app, 'PATCH', `/annotations/${id}`, { token: owner.token, body: { content: 'The price is wrong', ...more } });
  const mentions = [editor.id, former.id, guest.id, viewer.id];
  expect((await change({ mentions })).body).toMatchObject({ mentions });
  expect((await change({ content: 'Edited' })).body).toMatchObject({ content: 'Edited', mentions });
  expect(await kindsOf(guest, organizationId)).toEqual(['mention']);
  expect(await kindsOf(viewer, organizationId)).toEqual(['mention']);
  expect(await kindsOf(editor, organizationId)).toEqual([]);
  expect(await threadOf(editor, id)).toMatchObject({ isWatching: false });
  expect((await change({ mentions: [owner.id] })).body).toMatchObject({ mentions: [owner.id] });
  expect((await change({ mentions: [viewer.id] })).body).toMatchObject({ mentions: [viewer.id] });
  expect(await kindsOf(viewer, organizationId)).toEqual(['mention']);
  expect(await kindsOf(owner, organizationId)).toEqual([]);

  const stranger = await registerUser(app);
  const message = /^mentions: \S+ is not a member who can read this; mention members of the project only$/;
  expect((await change({ mentions: [stranger.id] })).body.message).toMatch(message);
  expect((await change({ mentions: null })).body.message).toBe('mentions: must not be null; omit it to keep its value');
  await rest(app, 'PUT', `/annotations/${id}/visibility`, { token: owner.token, body: { visibility: 'internal' } });
  expect((await change({ mentions: [guest.id] })).body.message).toMatch(message);
});

test('what a guest or a former member of a project can no longer read disappears', async () => {
  const { owner, editor, guest, project, id, organizationId } = await createThread();
  await reply(owner, id, { mentions: [guest.id, editor.id] });
  expect(await kindsOf(guest, organizationId)).toEqual(['mention']);
  await rest(app, 'PUT', `/annotations/${id}/visibility`, { token: owner.token, body: { visibility: 'internal' } });
  expect(await kindsOf(guest, organizationId)).toEqual([]);
  const unread = `/organizations/${organizationId}/notifications/unread`;
  expect((await rest(app, 'GET', unread, { token: guest.token })).body).toEqual({ count: 0 });
  expect((await rest(app, 'GET', unread, { token: editor.token })).body).toEqual({ count: 1 });
  await app.services.db.membership.updateMany({
    where: { userId: editor.id, organizationId },
    data: { allProjects: false },
  });
  expect(await kindsOf(editor, organizationId)).toEqual([]);
  await reply(owner, id);
  expect(await app.services.db.notification.count({ where: { projectId: project.id } })).toBe(2);
});

test('unwatching lasts until a mention or a reply of the member, and muting beyond it', async () => {
  const { owner, editor, id, organizationId } = await createThread();
  const watch = (state: string) =>
    rest(app, 'PUT', `/annotations/${id}/watch`, { token: owner.token, body: { state } });
  expect(await threadOf(owner, id)).toMatchObject({ isWatching: true, isMuted: false, isUnread: false });
  await watch('unwatched');
  await reply(editor, id);
  expect(await kindsOf(owner, organizationId)).toEqual([]);
  await reply(editor, id, { mentions: [owner.id] });
  expect(await kindsOf(owner, organizationId)).toEqual(['mention']);
  expect(await threadOf(owner, id)).toMatchObject({ isWatching: true, isUnread: true });
  await watch('muted');
  await reply(editor, id, { mentions: [owner.id] });
  expect(await kindsOf(owner, organizationId)).toEqual(['mention']);
  expect(await threadOf(owner, id)).toMatchObject({ isWatching: false, isMuted: true, isUnread: false });
});

test('a snoozed thread is out of the inbox until its time, news or a recall', async () => {
  const { owner, editor, id, organizationId } = await createThread();
  const snooze = (until: string | null) =>
    rest(app, 'PUT', `/annotations/${id}/snooze`, { token: owner.token, body: { until } });
  const unread = async () => {
    const { body } = await rest(app, 'GET', `/organizations/${organizationId}/notifications/unread`, owner);
    return body.count;
  };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const snoozedUntil = async (user: TestUser) =>
    (await graphql(app, 'query ($id: ID!) { annotation(id: $id) { snoozedUntil } }', { id }, user)).data.annotation
      .snoozedUntil;
  await reply(editor, id);
  expect(await kindsOf(owner, organizationId)).toEqual(['reply']);
  expect((await snooze(until)).status).toBe(200);
  expect(await kindsOf(owner, organizationId)).toEqual([]);
  expect(await kindsOf(owner, organizationId, '?snoozed=true')).toEqual(['reply']);
  expect([await unread(), await snoozedUntil(owner), await snoozedUntil(editor)]).toEqual([0, until, null]);
  // Neither reading the thread nor reading all reads what returns later.
  await rest(app, 'POST', `/annotations/${id}/read`, owner);
  await rest(app, 'POST', `/organizations/${organizationId}/notifications/read`, { token: owner.token, body: {} });
  expect((await threadOf(owner, id)).isUnread).toBe(false);
  await snooze(null);
  expect([await kindsOf(owner, organizationId), await unread()]).toEqual([['reply'], 1]);
  expect((await threadOf(owner, id)).isUnread).toBe(true);
  await rest(app, 'POST', `/annotations/${id}/read`, owner);
  expect(await unread()).toBe(0);
  await snooze(until);
  expect(await unread()).toBe(0);
  // The time of the snooze comes.
  await app.services.db.snooze.updateMany({ where: { annotationId: id }, data: { until: new Date() } });
  expect([await kindsOf(owner, organizationId), await unread(), await snoozedUntil(owner)]).toEqual([
    ['reply'],
    1,
    null,
  ]);
  await snooze(until);
  await reply(editor, id);
  // The thread returns with all of its notifications.
  expect(await kindsOf(owner, organizationId)).toEqual(['reply', 'reply']);
  expect([await unread(), await snoozedUntil(owner)]).toEqual([2, null]);
  expect(await kindsOf(owner, organizationId, '?snoozed=true')).toEqual([]);
  for (const wrong of [new Date(Date.now() - 1_000).toISOString(), '2999-01-01T00:00:00Z']) {
    const { status, body } = await snooze(wrong);
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^until: must be (in the future|within 366 days)$/),
    ]);
  }
});

test('notifications are marked as read one by one, by thread and all', async () => {
  const { owner, editor, project, id, organizationId } = await createThread();
  const { token } = owner;
  const other = await createAnnotation(app, owner, project.id);
  for (const thread of [id, id, other.id, other.id]) await reply(editor, thread);
  await waitUntilRelayed(app);
  const list = `/organizations/${organizationId}/notifications`;
  const [newest] = (await rest(app, 'GET', list, { token })).body;
  const read = (body: object) => rest(app, 'POST', `${list}/read`, { token, body });
  expect((await read({ ids: [newest.id, project.id] })).body).toEqual({ count: 3 });
  expect((await read({ ids: [] })).body).toEqual({ count: 3 });
  expect((await rest(app, 'POST', `/annotations/${id}/read`, { token })).body).toEqual({ count: 1 });
  expect(await kindsOf(owner, organizationId, '?unreadOnly=true')).toEqual(['reply']);
  expect((await read({})).body).toEqual({ count: 0 });
  expect(await kindsOf(owner, organizationId)).toHaveLength(4);
});

test('preferences of a project precede general ones, and these the defaults', async () => {
  const { owner, editor, project, id, organizationId } = await createThread();
  const { token } = owner;
  const set = async (mutation: string, variables = {}) => {
    const { data, errors } = await graphql(app, mutation, variables, { token });
    expect(errors).toBeUndefined();
    return data;
  };
  await set('mutation { updateNotificationSettings(preferences: [{ kind: reply, channel: off }]) { mails } }');
  await reply(editor, id);
  expect(await kindsOf(owner, organizationId)).toEqual([]);
  const { setProjectNotificationSettings: ofProject } = await set(
    `mutation ($id: ID!) { setProjectNotificationSettings(projectId: $id, preferences: [{ kind: reply, channel: in_app }]) {
       preferences { kind channel isOverridden } } }`,
    { id: project.id },
  );
  expect(ofProject.preferences).toContainEqual({ kind: 'reply', channel: 'in_app', isOverridden: true });
  expect(ofProject.preferences).toContainEqual({ kind: 'mention', channel: 'mail', isOverridden: false });
  await reply(editor, id);
  expect(await kindsOf(owner, organizationId)).toEqual(['reply']);
});

test.each([
  ['timeZone: "Europe/Nowhere"', 'timeZone: must be an IANA time zone, such as Europe/Berlin'],
  ['timeZone: "+01:00"', 'timeZone: must be an IANA time zone, such as Europe/Berlin'],
  ['digestHour: 24', 'digestHour: must be at most 23'],
  ['digestWeekday: 0', 'digestWeekday: must be at least 1'],
  ['mails: null', 'mails: must not be null; omit it to keep its value'],
])('rejects the preference %s', async (argument, message) => {
  const { token } = await registerUser(app);
  const { errors } = await graphql(
    app,
    `mutation { updateNotificationSettings(${argument}) { mails } }`,
    {},
    { token },
  );
  expect(errors?.[0]?.message).toContain(message);
});

test('a stream has new notifications and counts, and ends with the membership', async () => {
  const { owner, editor, id, organizationId } = await createThread();
  const document = `subscription ($id: ID!) {
    notificationReceived(organizationId: $id) { unreadCount notification { kind annotationId } } }`;
  await reply(editor, id);
  await waitUntilRelayed(app);
  const stream = await openEventStream(app, document, { id: organizationId }, editor.token);
  await reply(owner, id);
  expect(await stream.next()).toEqual({
    data: { notificationReceived: { unreadCount: 1, notification: { kind: 'reply', annotationId: id } } },
  });
  await rest(app, 'POST', `/annotations/${id}/read`, { token: editor.token });
  expect(await stream.next()).toEqual({ data: { notificationReceived: { unreadCount: 0, notification: null } } });
  const { id: memberId } = await app.services.db.membership.findFirstOrThrow({
    where: { userId: editor.id, organizationId },
  });
  await rest(app, 'DELETE', `/organizations/${organizationId}/members/${memberId}`, { token: owner.token });
  await expect(stream.next()).rejects.toThrow('the stream ended');
});

test('an access token with listed projects gets their notifications and a count of their own', async () => {
  const { owner, editor, id, organizationId } = await createThread();
  const project = await createProject(app, owner);
  const listed = await createAnnotation(app, owner, project.id);
  const { token } = await createPersonalToken(app, owner, { allProjects: false, projectIds: [project.id] });
  const document = `subscription ($id: ID!) {
    notificationReceived(organizationId: $id) { unreadCount notification { annotationId } } }`;
  const stream = await openEventStream(app, document, { id: organizationId }, token);
  await reply(editor, id);
  await waitUntilRelayed(app);
  await reply(editor, listed.id);
  expect(await stream.next()).toEqual({
    data: { notificationReceived: { unreadCount: 1, notification: { annotationId: listed.id } } },
  });
  await stream.close();
  expect(await kindsOf({ ...owner, token }, organizationId)).toEqual(['reply']);
  expect(await kindsOf(owner, organizationId)).toEqual(['reply', 'reply']);
});

test('a subscription shares no state of a reader with others', async () => {
  const { owner, editor, project, id } = await createThread();
  const document = 'subscription ($id: ID!) { annotationChanged(projectId: $id) { annotation { isWatching } } }';
  await waitUntilRelayed(app);
  const streams = await Promise.all(
    [owner, editor].map(({ token }) => openEventStream(app, document, { id: project.id }, token)),
  );
  await rest(app, 'PUT', `/annotations/${id}/status`, { token: owner.token, body: { status: 'in_progress' } });
  const states = await Promise.all(streams.map((stream) => stream.next()));
  expect(states).toEqual(
    [true, false].map((isWatching) => ({ data: { annotationChanged: { annotation: { isWatching } } } })),
  );
  await Promise.all(streams.map((stream) => stream.close()));
});
