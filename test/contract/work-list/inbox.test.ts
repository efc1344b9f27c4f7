import { beforeAll, describe, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { statementsOf, waitUntilRelayed } from '../support/sql-statements.ts';

const app = useTestApp();
let owner: TestUser;
let editor: TestUser;
/** An editor who has become a guest. */
let former: TestUser;
let projects: string[];
/** Annotations by a short name. */
const ids: Record<string, string> = {};

const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id);
const namesOf = (annotations: { id: string }[]) => annotations.map(({ id }) => nameOf(id)).sort();

const LIST = `query ($organization: ID!, $filter: AnnotationFilter, $inbox: AnnotationInbox) {
  organizationAnnotations(organizationId: $organization, filter: $filter, inbox: $inbox) { nodes { id } totalCount }
  annotationCounts(organizationId: $organization, filter: $filter, inbox: $inbox, by: project) { key count }
}`;

/** Names of the annotations that a member finds, which agree with their number and their counts. */
async function find(user: TestUser, variables: object): Promise<(string | undefined)[]> {
  const { organizationId: organization } = owner;
  const { data, errors } = await graphql(app, LIST, { organization, ...variables }, { token: user.token });
  expect(errors).toBeUndefined();
  const { nodes, totalCount } = data.organizationAnnotations;
  const counted = data.annotationCounts.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  expect([totalCount, counted]).toEqual([nodes.length, nodes.length]);
  return namesOf(nodes);
}

const reply = (author: TestUser, name: string, body: object) =>
  rest(app, 'POST', `/annotations/${ids[name]}/comments`, { token: author.token, body: { content: 'Hi', ...body } });
const watch = (user: TestUser, name: string, state: string) =>
  rest(app, 'PUT', `/annotations/${ids[name]}/watch`, { token: user.token, body: { state } });

beforeAll(async () => {
  owner = await registerUser(app);
  const { token, organizationId } = owner;
  projects = [(await createProject(app, owner)).id, (await createProject(app, owner)).id];
  const [shop = '', blog = ''] = projects;
  editor = await registerMember(app, organizationId, 'editor');
  former = await registerMember(app, organizationId, 'editor');
  const add = async (name: string, projectId: string, values: object = {}) => {
    ids[name] = (await createAnnotation(app, editor, projectId, values)).id;
  };
  await add('text', shop, { mentions: [owner.id] });
  await add('reply', blog);
  await add('note', shop);
  await add('watched', blog);
  await add('muted', shop);
  await add('assigned', blog);
  await add('later', blog);
  await add('deleted', blog, { mentions: [owner.id] });
  await rest(app, 'DELETE', `/annotations/${ids.deleted}`, { token: editor.token });
  await reply(editor, 'reply', { mentions: [owner.id] });
  await reply(editor, 'note', { mentions: [former.id, owner.id], visibility: 'internal' });
  await watch(owner, 'watched', 'watching');
  await watch(owner, 'muted', 'muted');
  await rest(app, 'PUT', `/annotations/${ids.assigned}/assign`, { token, body: { assigneeId: owner.id } });
  await waitUntilRelayed(app);
  await reply(editor, 'watched', {});
  await reply(editor, 'muted', {});
  await waitUntilRelayed(app);
  // New annotations are public; what remains unread are replies, mentions and assignments.
  await app.services.pool.query(`UPDATE notifications SET read_at = now() WHERE kind = 'annotation'`);
  for (const name of ['later', 'note']) {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await rest(app, 'PUT', `/annotations/${ids[name]}/snooze`, { token, body: { until } });
  }
  // The time of one has come.
  await app.services.pool.query('UPDATE snoozes SET until = now() WHERE annotation_id = $1', [ids.note]);
  const demoted = { organizationId, userId: former.id };
  await app.services.db.membership.update({
    where: { organizationId_userId: demoted },
    data: {
      role: 'guest',
      allProjects: false,
      projects: { create: projects.map((projectId) => ({ projectId })) },
    },
  });
});

const FOUND: [inbox: string, filter: () => object, expected: string[]][] = [
  ['mine', () => ({ assigneeIds: [owner.id] }), ['assigned']],
  ['mentions', () => ({ mentionsMe: true }), ['note', 'reply', 'text']],
  ['watching', () => ({ watchedByMe: true }), ['assigned', 'note', 'reply', 'text', 'watched']],
  ['unread', () => ({ unread: true }), ['note', 'reply', 'text', 'watched']],
  ['snoozed', () => ({ snoozed: true }), ['later']],
];

describe.each(FOUND)('the inbox %s', (inbox, filterOf, expected) => {
  test('lists and counts the annotations of all projects that concern the reader', async () => {
    expect(await find(owner, { inbox })).toEqual(expected);
    expect(await find(owner, { filter: filterOf() })).toEqual(expected);
    expect(await find(owner, { inbox, filter: { projectIds: [projects[1]] } })).toEqual(
      expected.filter((name) => ['reply', 'watched', 'assigned', 'later'].includes(name)),
    );
  });

  test('over REST, of an organization and of a project', async () => {
    const list = async (path: string) =>
      (await rest(app, 'GET', `/annotations/${path}?inbox=${inbox}`, { token: owner.token })).body;
    expect(namesOf(await list(`organization/${owner.organizationId}`))).toEqual(expected);
    const [shop, blog] = projects;
    expect(namesOf([...(await list(`project/${shop}`)), ...(await list(`project/${blog}`))])).toEqual(expected);
    const counts = `/annotations/organization/${owner.organizationId}/counts?by=status&inbox=${inbox}`;
    const { body } = await rest(app, 'GET', counts, { token: owner.token });
    expect(body).toEqual([{ key: 'open', count: expected.length, isExact: true }]);
  });

  test('is exported', async () => {
    const body = { organizationId: owner.organizationId, format: 'json', filter: filterOf() };
    const { body: file } = await rest(app, 'POST', '/annotations/exports', { token: owner.token, body });
    const exported = await rest(app, 'GET', file.url.slice(app.services.config.http.baseUrl.length));
    expect(namesOf(exported.body)).toEqual(expected);
  });
});

test('false is as if omitted', async () => {
  const filter = { mentionsMe: false, watchedByMe: false, unread: false, snoozed: false };
  expect(await find(owner, { filter })).toEqual(await find(owner, {}));
});

test('members match together', async () => {
  expect(await find(owner, { filter: { mentionsMe: true, unread: true, projectIds: [projects[0]] } })).toEqual([
    'note',
    'text',
  ]);
});

test('a read thread is watched and no longer unread', async () => {
  const document = 'mutation ($id: ID!) { markThreadRead(id: $id) { count } }';
  await graphql(app, document, { id: ids.watched }, { token: owner.token });
  expect(await find(owner, { inbox: 'unread' })).toEqual(['note', 'reply', 'text']);
  expect(await find(owner, { inbox: 'watching' })).toContain('watched');
});

test('a guest finds no thread by internal text', async () => {
  expect(await find(former, { inbox: 'mentions' })).toEqual([]);
  expect(await find(former, { inbox: 'unread' })).toEqual([]);
  const thread = 'query ($id: ID!) { annotation(id: $id) { isUnread isWatching } }';
  const { data } = await graphql(app, thread, { id: ids.note }, { token: former.token });
  expect(data.annotation).toEqual({ isUnread: false, isWatching: true });
});

test('a shared view with them finds those of the member who uses it', async () => {
  const create = `mutation ($organization: ID!) { createAnnotationView(organizationId: $organization, name: "Mentions",
    filter: { mentionsMe: true }, isShared: true) { id } }`;
  const { organizationId: organization } = owner;
  expect((await graphql(app, create, { organization }, { token: owner.token })).errors).toBeUndefined();
  const views = 'query ($organization: ID!) { annotationViews(organizationId: $organization) { nodes { filter } } }';
  const { data } = await graphql(app, views, { organization }, { token: editor.token });
  const [{ filter }] = data.annotationViews.nodes;
  expect(filter).toEqual({ mentionsMe: true });
  expect(await find(editor, { filter })).toEqual([]);
  expect(await find(owner, { filter })).toEqual(['note', 'reply', 'text']);
});

// Inboxes that are read together may share the reads of their projects, by chance.
test.each(['mine', 'mentions', 'watching', 'unread', 'snoozed'])(
  'the inbox %s takes as many statements for any number of projects',
  { retry: 4 },
  async (inbox) => {
    const document = `query ($organization: ID!) {
      organizationAnnotations(organizationId: $organization, inbox: ${inbox}, first: 1) {
        nodes { content project { name } } totalCount } }`;
    const statements = () =>
      statementsOf(app, async () => {
        const { organizationId: organization } = owner;
        const { errors } = await graphql(app, document, { organization }, { token: owner.token });
        expect(errors).toBeUndefined();
      });
    const before = await statements();
    for (let i = 0; i < 5; i++) await createProject(app, owner);
    expect((await statements()).length).toBeLessThanOrEqual(before.length);
  },
);
