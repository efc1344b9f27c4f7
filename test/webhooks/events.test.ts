import { expect, test } from 'vitest';
import { createPersonalToken } from '../support/access-tokens.ts';
import { rest } from '../support/client.ts';
import { createAnnotation, registerMember } from '../support/factories.ts';
import { createPicture } from '../support/pictures.ts';
import { pageElement, storeLocatedSnapshot } from '../support/snapshots.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook, deliveriesOf } from '../support/webhooks.ts';
import { useReceiver } from './support/use-receiver.ts';

const app = useTestApp({ jobs: true });
const hooks = useReceiver(app);

const METADATA = { selector: '#total', xpath: '/html/body/p', text: '12 €', tag: 'p' };
/** Events that a webhook could subscribe to before 0.2.0. */
const FORMER = ['comment.created', 'comment.resolved'];

const call = (method: string, path: string, body?: object, token = hooks.owner.token) =>
  rest(app, method, path, { token, body });

/** Events at a path, in the order of their requests. */
const eventsAt = (path = '/') =>
  hooks.receiver.requests
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body.toString()) as { id: string; type: string; data: Record<string, unknown> });
const typesAt = (path = '/') =>
  eventsAt(path)
    .map(({ type }) => type)
    .sort();
const dataOf = (type: string, path = '/') => eventsAt(path).find((event) => event.type === type)?.data;

const listen = (events: string[], path = '/') =>
  createWebhook(app, hooks.owner, { url: `${hooks.receiver.url}${path}`, events });

const label = async (name: string) =>
  (await call('POST', '/labels', { projectId: hooks.projectId, name, color: '#ff0000' })).body;

const change = async (id: string, values: object) => {
  const { status, body } = await call('POST', '/annotations/changes', {
    organizationId: hooks.owner.organizationId,
    ids: [id],
    change: values,
  });
  expect([status, body]).toEqual([200, expect.anything()]);
};

test('an event has what a program needs to act: author, number, triage, element, links', async () => {
  await listen(FORMER);
  const live = { projectId: hooks.projectId, name: 'Live', url: 'https://shop.example/', kind: 'production' };
  const environment = (await call('POST', '/environments', live)).body;
  const annotation = await createAnnotation(app, hooks.owner, hooks.projectId, { metadata: METADATA });
  await expect.poll(typesAt).toEqual(['comment.created']);
  const ada = { id: hooks.owner.id, name: 'Ada', isVisitor: false, via: null };
  expect(dataOf('comment.created')).toEqual({
    comment: {
      id: annotation.id,
      text: 'The price is wrong',
      annotationId: annotation.id,
      url: 'https://shop.example/cart',
      status: 'open',
      visibility: 'public',
      link: `https://shop.example/cart#pinbound=${annotation.number}`,
      appLink: annotation.appLink,
      number: annotation.number,
      parentId: null,
      author: ada,
      priority: 'normal',
      labels: [],
      assignee: null,
      environment: { id: environment.id, name: 'Live' },
      element: { selector: '#total', text: '12 €', tag: 'p' },
      pictureUrl: null,
    },
    project: { id: hooks.projectId },
  });
  const urgent = await label('Checkout');
  await change(annotation.id, { priority: 'urgent', addLabelIds: [urgent.id], assigneeId: hooks.owner.id });
  const comments = `/annotations/${annotation.id}/comments`;
  const first = (await call('POST', comments, { content: 'Which one?' })).body;
  await call('POST', comments, { content: 'The second', parentId: first.id });
  await expect.poll(() => eventsAt()).toHaveLength(3);
  const answers = eventsAt().map(({ data }) => data.comment as Record<string, unknown>);
  expect(answers.find(({ text }) => text === 'The second')).toMatchObject({
    annotationId: annotation.id,
    number: annotation.number,
    parentId: first.id,
    author: ada,
    priority: 'urgent',
    labels: [{ id: urgent.id, name: 'Checkout' }],
    assignee: { id: hooks.owner.id, name: 'Ada' },
    element: { selector: '#total' },
  });
});

test('a program recognizes its own replies and changes by the access token', async () => {
  await listen(['comment.created', 'annotation.updated']);
  const bot = await createPersonalToken(app, hooks.owner, { name: 'Triage bot' });
  const { id } = await createAnnotation(app, hooks.owner, hooks.projectId);
  await call('POST', `/annotations/${id}/comments`, { content: 'On it' }, bot.token);
  await call('PUT', `/annotations/${id}/status`, { status: 'in_progress' }, bot.token);
  await expect.poll(typesAt).toEqual(['annotation.updated', 'comment.created', 'comment.created']);
  const by = { id: hooks.owner.id, isVisitor: false, via: { id: bot.id, name: 'Triage bot' } };
  expect(dataOf('annotation.updated')).toMatchObject({ actor: by });
  const replies = eventsAt().flatMap(({ data }) => (data.comment as { text: string; author: unknown }) ?? []);
  expect(replies.find(({ text }) => text === 'On it')).toMatchObject({ author: by });
});

test('a visitor is named as such, also as the one who changes the comment', async () => {
  await listen([
    'annotation.created',
    'annotation.updated',
    'annotation.deleted',
    'comment.updated',
    'comment.created',
  ]);
  const { projectKey } = (await call('GET', `/projects/${hooks.projectId}`)).body;
  const body = {
    content: 'Too small',
    url: 'https://shop.example/',
    name: 'Grace',
    email: 'grace@example.com',
  };
  const created = await rest(app, 'POST', '/annotations/public', { headers: { 'x-project-key': projectKey }, body });
  const { id, visitorToken } = created.body;
  const headers = { 'x-visitor-token': visitorToken };
  await rest(app, 'PATCH', `/annotations/public/${id}`, { headers, body: { content: 'Much too small' } });
  await expect.poll(typesAt).toEqual(['annotation.created', 'annotation.updated', 'comment.created']);
  const grace = { id: null, name: 'Grace', isVisitor: true, via: null };
  expect(dataOf('annotation.created')).toMatchObject({ comment: { author: grace } });
  expect(dataOf('annotation.updated')).toMatchObject({
    actor: grace,
    changes: { text: { before: 'Too small', after: 'Much too small' } },
    comment: { text: 'Much too small' },
  });
  await rest(app, 'DELETE', `/annotations/public/${id}`, { headers });
  await expect.poll(() => dataOf('annotation.deleted')).toMatchObject({ actor: grace });
});

test('annotation.updated names what changed, once for each change', async () => {
  const { id: webhookId } = await listen(['annotation.updated']);
  const { id } = await createAnnotation(app, hooks.owner, hooks.projectId);
  const member = await registerMember(app, hooks.owner.organizationId, 'editor');
  const priced = await label('Prices');
  const other = await createAnnotation(app, hooks.owner, hooks.projectId);
  await call('PATCH', `/annotations/${id}`, { content: 'The price is 12 €' });
  await call('PUT', `/annotations/${id}/assign`, { assigneeId: member.id });
  await change(id, { priority: 'high', addLabelIds: [priced.id], dueOn: '2027-01-31' });
  await change(id, { status: 'resolved', resolution: 'duplicate', duplicateOfId: other.id, priority: 'low' });
  await call('PUT', `/annotations/${id}/status`, { status: 'open' });
  // Nothing changes: the rank in its column, claims and mentions are not values of an annotation.
  await call('PUT', `/annotations/${id}/status`, { status: 'open' });
  await call('POST', `/annotations/${id}/claim`);
  const members = `/organizations/${hooks.owner.organizationId}/members`;
  const { body: list } = await call('GET', members);
  const { id: memberId } = list.find(({ userId }: { userId: string }) => userId === member.id);
  expect((await call('DELETE', `${members}/${memberId}`)).status).toBe(200);
  const changes = () => eventsAt().map(({ data }) => data.changes);
  await expect.poll(changes).toHaveLength(6);
  expect(changes()).toEqual(
    expect.arrayContaining([
      { text: { before: 'The price is wrong', after: 'The price is 12 €' } },
      { assigneeId: { before: null, after: member.id } },
      {
        priority: { before: 'normal', after: 'high' },
        labelIds: { before: [], after: [priced.id] },
        dueOn: { before: null, after: '2027-01-31' },
      },
      {
        status: { before: 'open', after: 'resolved' },
        resolution: { before: null, after: 'duplicate' },
        duplicateOfId: { before: null, after: other.id },
        priority: { before: 'high', after: 'low' },
      },
      {
        status: { before: 'resolved', after: 'open' },
        resolution: { before: 'duplicate', after: null },
        duplicateOfId: { before: other.id, after: null },
      },
      { assigneeId: { before: member.id, after: null } },
    ]),
  );
  expect(await deliveriesOf(app, hooks.owner, webhookId)).toHaveLength(6);
});

test('every reopening, edit and deletion has its event; deletions have no text', async () => {
  await listen(['annotation.reopened', 'annotation.deleted', 'comment.updated', 'comment.deleted']);
  const { id, number } = await createAnnotation(app, hooks.owner, hooks.projectId);
  await call('PUT', `/annotations/${id}/status`, { status: 'resolved' });
  await call('PUT', `/annotations/${id}/status`, { status: 'in_progress' });
  const reply = (await call('POST', `/annotations/${id}/comments`, { content: 'Secret' })).body;
  await call('PATCH', `/annotations/${id}/comments/${reply.id}`, { content: 'Secret text' });
  await call('DELETE', `/annotations/${id}/comments/${reply.id}`);
  await call('DELETE', `/annotations/${id}`);
  await expect
    .poll(typesAt)
    .toEqual(['annotation.deleted', 'annotation.reopened', 'comment.deleted', 'comment.updated']);
  const ada = { id: hooks.owner.id, name: 'Ada', isVisitor: false, via: null };
  expect(dataOf('annotation.reopened')).toMatchObject({ comment: { id, number }, deployment: null, actor: ada });
  expect(dataOf('comment.updated')).toMatchObject({
    comment: { id: reply.id, text: 'Secret text', annotationId: id },
    changes: { text: { before: 'Secret', after: 'Secret text' } },
    actor: ada,
  });
  expect(dataOf('comment.deleted')).toMatchObject({ comment: { id: reply.id, annotationId: id, number }, actor: ada });
  expect(dataOf('annotation.deleted')).toMatchObject({ comment: { id, annotationId: id, number }, actor: ada });
  for (const type of ['comment.deleted', 'annotation.deleted']) {
    expect(dataOf(type)?.comment).not.toHaveProperty('text');
  }
});

test('a lost element, and one that is found again, have their events', async () => {
  await listen(['annotation.orphaned', 'annotation.found']);
  const { projectId, owner } = hooks;
  const { id } = await createAnnotation(app, owner, projectId, { metadata: METADATA });
  const picture = createPicture(9, 9, (x) => [x, 0, 0]);
  const shown = [pageElement('#total', [0, 0, 5, 5])];
  for (const elements of [shown, [], [], shown, []])
    await storeLocatedSnapshot(app, owner, { projectId, picture, elements });
  await call('POST', `/annotations/${id}/rebind`, { domFingerprint: { selector: '#sum' } });
  await expect
    .poll(typesAt)
    .toEqual(['annotation.found', 'annotation.found', 'annotation.orphaned', 'annotation.orphaned']);
  expect(dataOf('annotation.orphaned')).toMatchObject({
    comment: { id, element: { selector: '#total' } },
    actor: null,
  });
});

test('a receiver that did not ask gets none of the new events', async () => {
  const former = await listen(FORMER, '/former');
  await listen(['comment.created', 'annotation.created'], '/both');
  const { id } = await createAnnotation(app, hooks.owner, hooks.projectId);
  await call('PATCH', `/annotations/${id}`, { content: 'Changed' });
  await change(id, { priority: 'high' });
  await call('PUT', `/annotations/${id}/status`, { status: 'resolved' });
  await call('PUT', `/annotations/${id}/status`, { status: 'open' });
  await call('DELETE', `/annotations/${id}`);
  await expect.poll(() => typesAt('/former')).toEqual(['comment.created', 'comment.resolved']);
  await expect.poll(() => typesAt('/both')).toEqual(['annotation.created', 'comment.created']);
  expect(new Set(eventsAt('/both').map((event) => event.id)).size).toBe(2);
  expect(await deliveriesOf(app, hooks.owner, former.id)).toHaveLength(2);
});

test('a change of visibility is one of values to receivers of internal comments, and else a creation', async () => {
  const events = ['annotation.created', 'annotation.updated'];
  const all = await listen(events, '/all');
  await listen(events, '/plain');
  await call('PATCH', `/v1/webhooks/${all.id}`, { includeInternal: true });
  const { id } = await createAnnotation(app, hooks.owner, hooks.projectId, { visibility: 'internal' });
  await call('PUT', `/annotations/${id}/visibility`, { visibility: 'public' });
  await expect.poll(() => typesAt('/all')).toEqual(['annotation.created', 'annotation.created', 'annotation.updated']);
  expect(dataOf('annotation.updated', '/all')).toMatchObject({
    changes: { visibility: { before: 'internal', after: 'public' } },
  });
  await expect.poll(() => typesAt('/plain')).toEqual(['annotation.created']);
  await call('PUT', `/annotations/${id}/visibility`, { visibility: 'internal' });
  await expect.poll(() => typesAt('/all')).toHaveLength(4);
  expect(typesAt('/plain')).toEqual(['annotation.created']);
});
