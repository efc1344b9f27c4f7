import { randomUUID } from 'node:crypto';
import { getNamedType, isInterfaceType, isLeafType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { NODE_KINDS, type NodeKind } from '../../src/resolvers/addons/nodes/node-kinds.ts';
import type { Action } from '../../src/resolvers/platform/policies/roles.ts';
import { schema } from '../../src/schema/index.ts';
import { createPersonalToken } from '../support/access-tokens.ts';
import { graphql, rest } from '../support/client.ts';
import { registerMember, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { OPERATIONS, requiredAction } from './support/operations.ts';
import { statementsOf } from './support/sql-statements.ts';
import { withPolicies } from './support/with-policies.ts';
import { createWorld, populateTenant, type World } from './support/world.ts';

// Objects of every type that implements Node, read by their ids alone: the same fields and the same
// rights as the query that reads the type.

const app = useTestApp();
let world: World;
let foreign: World;
let guest: TestUser;
let captureOf: Record<string, string>;
let internal: { annotation: string; comment: string };

beforeAll(async () => {
  world = await createWorld(app);
  foreign = await createWorld(app);
  guest = await registerMember(app, world.owner.organizationId, 'guest', [world.project.id]);
  const rows = await app.services.pool.query('SELECT id, deployment_id FROM deployment_captures');
  captureOf = Object.fromEntries(rows.rows.map(({ id, deployment_id }) => [deployment_id, id]));
  const { token } = world.owner;
  const write = async (method: string, path: string, body: object) =>
    (await rest(app, method, path, { token, body })).body.id;
  await rest(app, 'PUT', `/annotations/${world.neighbor.id}/visibility`, { token, body: { visibility: 'internal' } });
  internal = {
    annotation: world.neighbor.id,
    comment: await write('POST', `/annotations/${world.annotation.id}/comments`, {
      content: 'Hm',
      visibility: 'internal',
    }),
  };
});

/** Id of an object of each type, and the query with the same rights. */
const KINDS: Record<NodeKind, { idOf: (world: World) => string; query: string }> = {
  JoinedOrganization: { idOf: ({ owner }) => owner.organizationId, query: 'organization' },
  Project: { idOf: ({ project }) => project.id, query: 'project' },
  Environment: { idOf: ({ environment }) => environment.id, query: 'environments' },
  Label: { idOf: ({ label }) => label.id, query: 'labels' },
  Annotation: { idOf: ({ annotation }) => annotation.id, query: 'annotation' },
  Comment: { idOf: ({ comment }) => comment.id, query: 'comments' },
  Snapshot: { idOf: ({ pictures }) => pictures.after.id, query: 'snapshot' },
  Comparison: { idOf: ({ comparison }) => comparison.id, query: 'comparison' },
  Deployment: { idOf: ({ deployment }) => deployment.id, query: 'deployment' },
  DeploymentCapture: { idOf: ({ deployment }) => captureOf[deployment.id] ?? '', query: 'snapshot' },
  Webhook: { idOf: ({ webhook }) => webhook.id, query: 'webhook' },
  Integration: { idOf: ({ integration }) => integration.id, query: 'integration' },
};
const kinds = Object.entries(KINDS).map(([kind, { idOf, query }]) => ({ kind: kind as NodeKind, idOf, query }));

const operationOf = (query: string) => {
  const found = OPERATIONS.find(({ name }) => name === query);
  if (!found) throw new Error(`no query ${query}`);
  return found;
};

/** Fields of a type that have neither arguments nor fields. */
function scalarsOf(kind: NodeKind): string[] {
  const type = schema.getType(kind);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return fields
    .filter((field) => field.args.length === 0 && isLeafType(getNamedType(field.type)))
    .map(({ name }) => name);
}

const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const UNKNOWN = { code: 'NOT_FOUND', message: 'Object not found' };

async function readNode(id: string, token?: string) {
  const { data, errors } = await graphql(app, NODE, { id }, { token });
  return errors ? { code: errors[0]?.extensions.code, message: errors[0]?.message } : data.node;
}

test('each type that implements Node is read, by the action of its query', () => {
  const node = schema.getType('Node');
  const types = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];
  expect(types.sort()).toEqual(Object.keys(NODE_KINDS).sort());
  const declared = kinds.map(({ kind, query }) => [kind, requiredAction(operationOf(query))]);
  expect(declared).toEqual(kinds.map(({ kind }) => [kind, NODE_KINDS[kind].action]));
});

test('no id is in two types', async () => {
  const tables = await app.services.pool.query(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'id' AND udt_name = 'uuid'
        AND table_name NOT LIKE 'collected%'`,
  );
  const ids = tables.rows.map(({ name }) => `SELECT '${name}' AS name, id FROM ${name}`).join(' UNION ALL ');
  const shared = await app.services.pool.query(
    `SELECT DISTINCT array_agg(name ORDER BY name)::text[] AS names FROM (${ids}) AS rows GROUP BY id HAVING count(*) > 1`,
  );
  // An integration sends by a webhook, which is not an object of the API.
  expect(shared.rows.map(({ names }) => names)).toEqual([['integrations', 'webhooks']]);
});

describe.each(kinds)('$kind', ({ kind, idOf, query }) => {
  test('has the fields that its query returns', async () => {
    const { token } = world.owner;
    const id = idOf(world);
    expect(await readNode(id, token)).toEqual({ __typename: kind, id });
    const operation = operationOf(query);
    const isRead = operation.field.args.length === 1 && operation.field.name !== 'environments';
    if (!isRead || String(operation.field.type) !== kind) return;
    const fields = scalarsOf(kind).join(' ');
    const document = `query ($id: ID!) { node(id: $id) { ... on ${kind} { ${fields} } } read: ${query}(id: $id) { ${fields} } }`;
    const { data, errors } = await graphql(app, document, { id }, { token });
    expect(errors).toBeUndefined();
    expect(data.node).toEqual(data.read);
  });

  test('of another organization is like an unknown one', async () => {
    expect(await readNode(idOf(foreign), world.owner.token)).toEqual(UNKNOWN);
    expect(await readNode(randomUUID(), world.owner.token)).toEqual(UNKNOWN);
    expect(await readNode('no id', world.owner.token)).toEqual(UNKNOWN);
  });

  test('of another project is like an unknown one', async () => {
    if (kind === 'JoinedOrganization' || kind === 'Webhook') return;
    const { owner } = world;
    const { body: other } = await rest(app, 'POST', '/projects', {
      token: owner.token,
      body: { organizationId: owner.organizationId, name: 'Other', slug: `other-${kind.toLowerCase()}` },
    });
    const member = await registerMember(app, owner.organizationId, 'editor', [other.id]);
    expect(await readNode(idOf(world), member.token)).toEqual(UNKNOWN);
    const { token } = await createPersonalToken(app, owner, { allProjects: false, projectIds: [other.id] });
    expect(await readNode(idOf(world), token)).toEqual(UNKNOWN);
  });

  test('needs the action of its query', async () => {
    const { action } = NODE_KINDS[kind];
    const roles = (each: Action) => (each === action ? 'owner' : 'viewer');
    const found = await withPolicies(roles, () => readNode(idOf(world), world.viewer.token));
    expect(found).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('this requires owner') });
    expect(
      await withPolicies(
        () => 'viewer',
        () => readNode(idOf(world), world.viewer.token),
      ),
    ).toMatchObject({ __typename: kind });
    const actions = ['organization.read', action] as const;
    const { token } = await createPersonalToken(app, world.owner, { actions: [...new Set(actions)] });
    expect(await readNode(idOf(world), token)).toMatchObject({ __typename: kind });
    if (action === 'organization.read') return;
    const without = await createPersonalToken(app, world.owner, { actions: ['organization.read'] });
    expect(await readNode(idOf(world), without.token)).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('needs a token', async () => {
    expect(await readNode(idOf(world))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

test('guests read no internal objects', async () => {
  for (const id of Object.values(internal)) {
    expect(await readNode(id, guest.token)).toEqual(UNKNOWN);
    expect(await readNode(id, world.viewer.token)).toMatchObject({ id });
  }
});

test('a deleted object is like an unknown one', async () => {
  const other = await populateTenant(app, world, 'deleted');
  const { token } = world.owner;
  await rest(app, 'DELETE', `/annotations/${other.annotation.id}`, { token });
  expect(await readNode(other.comment.id, token)).toEqual(UNKNOWN);
  await rest(app, 'DELETE', `/projects/${other.project.id}`, { token });
  for (const kind of ['Project', 'Environment', 'Annotation', 'Snapshot', 'Deployment', 'Integration'] as const) {
    expect(await readNode(KINDS[kind].idOf(other), token)).toEqual(UNKNOWN);
  }
});

describe('nodes', () => {
  test('returns objects in the order of the ids, and null with an error for others', async () => {
    const ids = [...kinds.map(({ idOf }) => idOf(world)), randomUUID(), world.project.id.toUpperCase()];
    const { data, errors } = await graphql(app, NODES, { ids }, { token: world.owner.token });
    const wanted = kinds.map(({ kind, idOf }) => ({ __typename: kind, id: idOf(world) }));
    expect(data.nodes).toEqual([...wanted, null, { __typename: 'Project', id: world.project.id }]);
    expect(errors).toEqual([
      {
        message: 'Object not found',
        path: ['nodes', kinds.length],
        locations: expect.anything(),
        extensions: { code: 'NOT_FOUND' },
      },
    ]);
  });

  test('executes as many statements for 50 objects of a type as for one', async () => {
    const { token } = world.owner;
    const { rows } = await app.services.pool.query(
      `INSERT INTO labels (id, project_id, name, color, updated_at)
       SELECT gen_random_uuid(), $1, 'Label ' || n, '#000000', now() FROM generate_series(1, 50) n RETURNING id`,
      [world.project.id],
    );
    const statementsFor = async (ids: string[]) => {
      const statements = await statementsOf(app, async () => {
        const { data } = await graphql(app, NODES, { ids }, { token });
        expect(data.nodes.filter(Boolean)).toHaveLength(ids.length);
      });
      return statements.length;
    };
    const ids = rows.map(({ id }) => id);
    expect(await statementsFor(ids)).toBe(await statementsFor(ids.slice(0, 1)));
  });

  test('accepts 100 ids', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
    const { token } = world.owner;
    expect((await graphql(app, NODES, { ids: ids(100) }, { token })).data.nodes).toHaveLength(100);
    const { data, errors } = await graphql(app, NODES, { ids: ids(101) }, { token });
    expect([data.nodes, errors?.[0]?.message]).toEqual([null, 'ids: must have at most 100 items']);
  });

  test('costs the values of each object', async () => {
    const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Project { annotations(first: 500) { nodes { id content } } } } }`;
    const ids = Array.from({ length: 100 }, () => world.project.id);
    const { errors } = await graphql(app, document, { ids }, { token: world.owner.token });
    expect(errors?.[0]?.message).toContain('values; the limit is');
  });
});
