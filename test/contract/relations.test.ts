import { getNamedType, getNullableType, isListType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Action } from '../../src/resolvers/platform/policies/roles.ts';
import { schema } from '../../src/schema/index.ts';
import { viewerOf } from '../../src/schema/operation.ts';
import { createPersonalToken } from '../support/access-tokens.ts';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation, createProject, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { openEventStream } from './support/event-stream.ts';
import { withPolicies } from './support/with-policies.ts';
import { createWorld, type World } from './support/world.ts';

// Fields of types whose value depends on the rights of the client: lists of projects and
// organizations, and the rights themselves.

const app = useTestApp();
let world: World;
let guest: TestUser;
beforeAll(async () => {
  world = await createWorld(app);
  await rest(app, 'DELETE', `/annotations/${world.neighbor.id}`, { token: world.owner.token });
  guest = await registerMember(app, world.owner.organizationId, 'guest', [world.project.id]);
  await createAnnotation(app, world.owner, world.project.id, { content: 'Internal', visibility: 'internal' });
});

/** Fields with a right, by type; each of the types has an id. */
const related = ['Project', 'Organization', 'JoinedOrganization'].flatMap((type) => {
  const named = schema.getType(type);
  if (!isObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => {
    const { needs } = viewerOf(field) ?? {};
    return needs ? [{ field: `${type}.${field.name}`, type, name: field.name, needs, returns: field.type }] : [];
  });
});
type Related = (typeof related)[number];

function selectionOf({ name, returns }: Pick<Related, 'name' | 'returns'>): string {
  if (!isObjectType(getNamedType(returns))) return name;
  return isListType(getNullableType(returns)) ? `${name} { __typename }` : `${name}(first: 5) { nodes { id } }`;
}

/** Reads one related field of the world's project or organization. */
async function read(asked: Pick<Related, 'type' | 'name' | 'returns'>, token: string) {
  const selection = selectionOf(asked);
  const { organizationId } = world.owner;
  const documents: Record<string, [string, string]> = {
    Project: [`query ($id: ID!) { project(id: $id) { ${selection} } }`, world.project.id],
    Organization: [`query ($id: ID!) { project(id: $id) { organization { ${selection} } } }`, world.project.id],
    JoinedOrganization: [`query ($id: ID!) { organization(id: $id) { ${selection} } }`, organizationId],
  };
  const [document, id] = documents[asked.type] ?? ['', ''];
  const { data, errors } = await graphql(app, document, { id }, { token });
  const parent = data?.organization ?? data?.project?.organization ?? data?.project;
  return { value: parent?.[asked.name], codes: (errors ?? []).map(({ extensions }) => extensions.code) };
}

describe('a related field requires exactly its action', () => {
  test.each(related)('$field: $needs', async (asked) => {
    const { token } = world.viewer;
    const parents: Action[] = ['project.read', 'organization.read'];
    const only = (action: Action) => (action === asked.needs || parents.includes(action) ? 'viewer' : 'owner');
    const allowed = await withPolicies(only, () => read(asked, token));
    expect(allowed).toEqual({ value: expect.anything(), codes: [] });
    if (parents.includes(asked.needs)) return;
    const allBut = (action: Action) => (action === asked.needs ? 'owner' : 'viewer');
    expect(await withPolicies(allBut, () => read(asked, token))).toEqual({ value: null, codes: ['FORBIDDEN'] });
  });

  test.each(related.filter(({ needs }) => !/^(project|organization)\.read$/.test(needs)))(
    '$field with an access token without $needs',
    async (asked) => {
      const { token } = await createPersonalToken(app, world.owner, { actions: ['project.read', 'organization.read'] });
      expect(await read(asked, token)).toEqual({ value: null, codes: ['FORBIDDEN'] });
    },
  );
});

const PROJECT = `query ($id: ID!) { project(id: $id) {
  viewerRole viewerActions lastActivityAt
  environments { nodes { id } } annotations { nodes { id } } snapshots { nodes { id } } members { nodes { id } }
  webhooks { nodes { id } } integrations { nodes { id } } labels { nodes { id } } annotationCounts { key count }
} }`;

test('the lists of a project have the items of the lists by themselves', async () => {
  const { token } = world.owner;
  const { data } = await graphql(app, PROJECT, { id: world.project.id }, { token });
  const root = `query ($id: ID!, $organizationId: ID!) {
    environments(projectId: $id) { nodes { id } } annotations(projectId: $id) { nodes { id } }
    snapshots(projectId: $id) { data { id } } members(organizationId: $organizationId) { nodes { id userId } }
    webhooks(organizationId: $organizationId) { data { id } } integrations(projectId: $id) { nodes { id } }
    labels(projectId: $id) { nodes { id } }
    annotationCounts(organizationId: $organizationId, filter: { projectIds: [$id] }, by: status) { key count }
  }`;
  const variables = { id: world.project.id, organizationId: world.owner.organizationId };
  const lists = (await graphql(app, root, variables, { token })).data;
  const { project } = data;
  for (const name of ['environments', 'annotations', 'integrations', 'labels', 'annotationCounts'])
    expect(project[name]).toEqual(lists[name]);
  expect(project.snapshots.nodes).toEqual(lists.snapshots.data);
  expect(project.webhooks.nodes).toEqual(lists.webhooks.data);
  expect(project.members.nodes).toEqual(lists.members.nodes.map(({ id }: { id: string }) => ({ id })));
  expect(project.annotations.nodes.length).toBeGreaterThan(1);
  expect(project.viewerRole).toBe('owner');
  expect(project.viewerActions).toContain('billing.manage');
});

test('a guest gets the lists of clients, and errors for the others', async () => {
  const { data, errors } = await graphql(app, PROJECT, { id: world.project.id }, { token: guest.token });
  expect(data.project).toMatchObject({
    viewerRole: 'guest',
    environments: { nodes: expect.arrayContaining([{ id: world.environment.id }]) },
    annotations: { nodes: [{ id: world.annotation.id }] },
    labels: { nodes: expect.arrayContaining([{ id: world.label.id }]) },
    annotationCounts: [{ key: 'open', count: 1 }],
    lastActivityAt: expect.any(String),
    snapshots: null,
    members: null,
    webhooks: null,
    integrations: null,
  });
  expect(data.project.viewerActions).toContain('comment.create');
  expect(data.project.viewerActions).not.toContain('annotation.change');
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(Array(4).fill('FORBIDDEN'));
});

test('the last activity that a guest sees is that of public content', async () => {
  const { id } = await createProject(app, world.owner);
  const outsider = await registerMember(app, world.owner.organizationId, 'guest', [id]);
  const activity = async (token: string) =>
    (await graphql(app, 'query ($id: ID!) { project(id: $id) { lastActivityAt } }', { id }, { token })).data.project
      .lastActivityAt;
  expect(await activity(world.owner.token)).toBeNull();
  const { updatedAt } = await createAnnotation(app, world.owner, id);
  const internal = await createAnnotation(app, world.owner, id, { visibility: 'internal' });
  expect(await activity(outsider.token)).toBe(updatedAt);
  expect(await activity(world.owner.token)).toBe(internal.updatedAt);
});

describe('projects of an organization', () => {
  const document = `query ($id: ID!, $first: Int, $after: String) {
    organization(id: $id) { projects(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
  }`;
  const ids = async (token: string, variables: object = {}) => {
    const { data, errors } = await graphql(app, document, { id: world.owner.organizationId, ...variables }, { token });
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = data.organization.projects;
    return { ids: nodes.map(({ id }: { id: string }) => id), pageInfo };
  };

  test('are those of the member and of the access token', async () => {
    const { id } = await createProject(app, world.owner);
    expect((await ids(world.owner.token)).ids).toEqual(expect.arrayContaining([id, world.project.id]));
    const editor = await registerMember(app, world.owner.organizationId, 'editor', [id]);
    expect((await ids(editor.token)).ids).toEqual([id]);
    const { token } = await createPersonalToken(app, world.owner, { allProjects: false, projectIds: [id] });
    expect((await ids(token)).ids).toEqual([id]);
  });

  test('are read in pages', async () => {
    const { token } = world.owner;
    await createProject(app, world.owner);
    const all = await ids(token);
    const first = await ids(token, { first: 1 });
    expect(first).toEqual({ ids: all.ids.slice(0, 1), pageInfo: { hasNextPage: true, endCursor: expect.any(String) } });
    const rest = await ids(token, { after: first.pageInfo.endCursor });
    expect(rest.ids).toEqual(all.ids.slice(1));
  });
});

test('the annotations of projects are filtered, each list for itself', async () => {
  const { token, organizationId } = world.owner;
  const document = `query ($id: ID!) { organization(id: $id) { projects { nodes {
    id open: annotations(status: open) { nodes { status } } resolved: annotations(status: resolved) { nodes { status } }
  } } } }`;
  const { data, errors } = await graphql(app, document, { id: organizationId }, { token });
  expect(errors).toBeUndefined();
  const shown = data.organization.projects.nodes.find(({ id }: { id: string }) => id === world.project.id);
  expect(shown).toMatchObject({ open: { nodes: [{ status: 'open' }, { status: 'open' }] }, resolved: { nodes: [] } });
  const wrong = document.replaceAll(/status: \w+/g, 'environmentId: "x"');
  const { errors: problems } = await graphql(app, wrong, { id: organizationId }, { token });
  expect(problems?.[0]).toMatchObject({
    message: 'environmentId: must be a UUID',
    extensions: { code: 'BAD_USER_INPUT' },
  });
});

test('a rejected root is null with its error, and the rest of the answer stands', async () => {
  const stranger = await registerUser(app);
  const { data, errors } = await graphql(
    app,
    `query ($id: ID!) { project(id: $id) { id } annotations(projectId: $id) { nodes { id } } me { id } plans { id } }`,
    { id: world.project.id },
    { token: stranger.token },
  );
  expect(data).toEqual({ project: null, annotations: null, me: { id: stranger.id }, plans: expect.any(Array) });
  expect(errors?.map(({ message, extensions }) => [message, extensions.code])).toEqual([
    ['Project not found', 'NOT_FOUND'],
    ['Project not found', 'NOT_FOUND'],
  ]);
});

test('subscribers with the same document get their own rights', async () => {
  const document = `subscription ($id: ID!) { annotationChanged(projectId: $id) {
    annotation { project { viewerRole organization { viewerActions } } }
  } }`;
  const args = { id: world.project.id };
  const streams = await Promise.all(
    [world.owner, world.viewer].map(({ token }) => openEventStream(app, document, args, token)),
  );
  await createAnnotation(app, world.owner, world.project.id);
  const [ofOwner, ofViewer] = await Promise.all(streams.map((stream) => stream.next()));
  expect(JSON.stringify(ofOwner)).toContain('billing.manage');
  expect(ofViewer).toMatchObject({
    data: { annotationChanged: { annotation: { project: { viewerRole: 'viewer' } } } },
  });
  expect(JSON.stringify(ofViewer)).not.toContain('billing.manage');
  for (const stream of streams) await stream.close();
});

test('counts are of each project, by any property, and filtered', async () => {
  const [first, second] = [await createProject(app, world.owner), await createProject(app, world.owner)];
  const { token } = world.owner;
  const urls = ['https://shop.example/a', 'https://shop.example/a', 'https://shop.example/b'];
  for (const url of urls) await createAnnotation(app, world.owner, first.id, { url });
  await createAnnotation(app, world.owner, second.id, { visibility: 'internal' });
  const document = `query ($id: ID!, $filter: AnnotationFilter) { organization(id: $id) { projects(first: 2) { nodes {
    id annotationCounts(by: page, filter: $filter) { key count isExact } } } } }`;
  const counts = async (variables: object, by = token) => {
    const { data } = await graphql(app, document, { id: world.owner.organizationId, ...variables }, { token: by });
    return data.organization.projects.nodes.map((project: { annotationCounts: unknown }) => project.annotationCounts);
  };
  const page = (key: string, count: number) => ({ key: `https://shop.example/${key}`, count, isExact: true });
  const [ofSecond, ofFirst] = await counts({});
  expect(ofFirst).toEqual([page('a', 2), page('b', 1)]);
  expect(ofSecond).toHaveLength(1);
  expect(await counts({ filter: { pages: ['https://shop.example/b'] } })).toEqual([[], [page('b', 1)]]);
  const outsider = await registerMember(app, world.owner.organizationId, 'guest', [first.id, second.id]);
  expect(await counts({}, outsider.token)).toEqual([[], [page('a', 2), page('b', 1)]]);
});
