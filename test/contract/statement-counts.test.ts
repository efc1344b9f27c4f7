import { type GraphQLNamedType, getNamedType, isInterfaceType, isLeafType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { acceptsIdempotencyKey } from '../../src/schema/accepts-idempotency-key.ts';
import { innerDocumentOf } from '../../src/schema/constraints.ts';
import { viewerOf } from '../../src/schema/operation.ts';
import { connectTestApp } from '../support/access-tokens.ts';
import { createInvoice } from '../support/billing.ts';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation, registerMember } from '../support/factories.ts';
import { copyIntegration } from '../support/integrations.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callRest } from './support/call.ts';
import { openEventStream } from './support/event-stream.ts';
import { enableIntegrations, insertSend } from './support/integration-fixtures.ts';
import { ADMINISTRATION, needsToken, OPERATIONS, type Operation, routed } from './support/operations.ts';
import { sampleFor } from './support/samples.ts';
import { statementsOf, waitUntilRelayed } from './support/sql-statements.ts';
import { createTenant, populateTenant, type World } from './support/world.ts';

/** As many as a new tenant has members. */
const FEW = 3;
const MANY = 50;

/** Lists of an organization; those of the installation are one statement each. */
const lists = OPERATIONS.filter(
  ({ kind, name, field }) => kind === 'query' && /Connection!?$/.test(String(field.type)) && !(name in ADMINISTRATION),
);
const itemTypeOf = ({ field }: Operation) => String(getNamedType(field.type)).replace(/Connection$/, '');

/** Operations whose items are created below with arguments of their own. */
const CREATED_BELOW = ['createAnnotation', 'createPublicAnnotation', 'createIntegration'];
/** Operations that add an item to a list. */
const CREATES = OPERATIONS.filter(
  (operation) =>
    acceptsIdempotencyKey(operation.name) &&
    lists.some((list) => itemTypeOf(list) === itemTypeOf(operation)) &&
    /^(add|create)/.test(operation.name) &&
    !CREATED_BELOW.includes(operation.name),
).map(({ name }) => routed(name));

const app = useTestApp();
let few: World;
let many: World;

/** A tenant whose lists have so many items each, by different people where people are in it. */
async function withItems(count: number): Promise<World> {
  const world = await populateTenant(app, await createTenant(app));
  const { token } = world.owner;
  await rest(app, 'DELETE', `/annotations/${world.neighbor.id}`, { token });
  await app.services.db.label.deleteMany({ where: { projectId: world.project.id, name: 'Text' } });
  await app.services.pool.query('DELETE FROM ignore_rules WHERE id = $1', [world.ignoreRule.id]);
  await app.services.db.environment.deleteMany({ where: { projectId: world.project.id, name: 'Preview' } });
  const members = [world.owner, world.editor, world.viewer];
  for (let i = members.length; i < count; i++) {
    members.push(await registerMember(app, world.owner.organizationId, 'editor'));
  }
  const member = (i: number) => members[i % members.length] ?? world.owner;
  const times = Array.from({ length: count - 1 }, (_, i) => i);
  const made = await Promise.all(
    times.map(async (i) => {
      const metadata = { sessionId: `visit ${i}` };
      const annotation = await createAnnotation(app, world.owner, world.project.id, { metadata });
      await rest(app, 'PUT', `/annotations/${annotation.id}/assign`, { token, body: { assigneeId: member(i).id } });
      await rest(app, 'POST', `/annotations/${annotation.id}/comments`, {
        token: world.editor.token,
        body: { content: 'a' },
      });
      for (const create of CREATES) await callRest(app, create, sampleFor(create.name, world), { token });
      await createInvoice(app, world.owner.organizationId);
      return annotation;
    }),
  );
  // With the replies of the editor, as many notifications of the owner as items.
  const [last] = made.splice(-1);
  await rest(app, 'PUT', `/annotations/${last?.id}/status`, {
    token: world.editor.token,
    body: { status: 'in_progress' },
  });
  await copyIntegration(app, world.integration, count - 1);
  await app.services.pool.query(
    `INSERT INTO comparisons (id, baseline_id, comparison_id, options, options_hash, width, height, diff_pixels, regions, shifts)
     SELECT gen_random_uuid(), baseline_id, comparison_id, options, 'copy ' || n, width, height, diff_pixels, regions, shifts
       FROM comparisons, generate_series(3, $2) n WHERE id = $1`,
    [world.comparison.id, count],
  );
  await app.services.pool.query(
    `INSERT INTO attachments (id, annotation_id, comment_id, name, content_type, size, object_key, expires_at, uploaded_at)
     SELECT gen_random_uuid(), annotation_id, comment_id, name, content_type, size, object_key, expires_at, uploaded_at
       FROM attachments, generate_series(3, $2) WHERE id = $1`,
    [world.attachment.id, count],
  );
  for (let i = 1; i < count; i++) await insertSend(app, world.integration.id);
  await app.services.pool.query(
    `INSERT INTO deployments (id, project_id, environment_id, commit, status, author_id, updated_at)
     SELECT gen_random_uuid(), project_id, environment_id, commit, 'cancelled', author_id, now()
       FROM deployments, generate_series(3, $2) WHERE id = $1`,
    [world.deployment.id, count],
  );
  await app.services.pool.query(
    `INSERT INTO baselines (id, environment_id, url_key, viewport_width, viewport_height, device_scale_factor, snapshot_id)
     SELECT gen_random_uuid(), $1, 'https://shop.example/page-' || n, 40, 30, 1, $2 FROM generate_series(3, $3) n`,
    [world.environment.id, world.pictures.before.id, count],
  );
  await app.services.pool.query(
    `INSERT INTO guards (id, project_id, annotation_id, environment_id, url_key, viewport_width, viewport_height,
       device_scale_factor, state, reported, accepted, deployment_id, verdict_id)
     SELECT gen_random_uuid(), project_id, annotation_id, environment_id, url_key, viewport_width, viewport_height,
            device_scale_factor, 'returned', reported, accepted, deployment_id, verdict_id
       FROM guards, generate_series(3, $2) WHERE id = $1`,
    [world.guard.id, count],
  );
  // Each of a page of its own, beside that of the annotations.
  await app.services.pool.query(
    `INSERT INTO snapshots (id, project_id, environment_id, url, url_key, viewport_width, viewport_height,
       device_scale_factor, full_page, delay, "freeze", status, updated_at)
     SELECT gen_random_uuid(), $1, $2, 'https://shop.example/cart-' || n, 'https://shop.example/cart-' || n, 800, 600, 1,
            false, 0, true, 'completed', now()
       FROM generate_series(2, $3) n`,
    [world.project.id, world.environment.id, count],
  );
  // Each annotation has a pin in each snapshot.
  await app.services.pool.query(
    `WITH series AS (
       INSERT INTO snapshot_series (id, project_id, last_number) VALUES (gen_random_uuid(), $1, 1000) RETURNING id
     ), numbered AS (
       UPDATE snapshots s SET series_id = series.id, series_number = n.number
         FROM series, (SELECT id, row_number() OVER () AS number FROM snapshots WHERE project_id = $1) n WHERE s.id = n.id
     )
     INSERT INTO snapshot_pins (id, annotation_id, series_id, first_number, last_number, state, confidence)
     SELECT gen_random_uuid(), a.id, series.id, 1, 1000, 'orphaned', 1 FROM series, annotations a WHERE a.project_id = $1`,
    [world.project.id],
  );
  for (let i = 1; i < count; i++) await connectTestApp(app, world.owner);
  // The owner has two sessions already: of registering, and of furnishing.
  for (let i = 2; i < count; i++) await callRest(app, routed('login'), sampleFor('login', world));
  for (let i = 0; i < count; i++) {
    const { token: changer } = i % 2 === 0 ? world.owner : world.editor;
    await rest(app, 'PATCH', `/annotations/${world.annotation.id}`, { token: changer, body: { content: `text ${i}` } });
  }
  await enableIntegrations(app, world.project.id);
  return world;
}

beforeAll(async () => {
  few = await withItems(FEW);
  many = await withItems(MANY);
  await waitUntilRelayed(app);
});

/** Selects each field of a type, nested relations included, without recursion into a type. */
function selectionsOf(type: GraphQLNamedType, within: string[] = []): string[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    // Read below, with the lists of a screen.
    if (viewerOf(field) || innerDocumentOf(field)) return [];
    const of = getNamedType(field.type);
    if (isLeafType(of)) return [field.name];
    // Small pages within the page: the whole must stay under what one document may ask for.
    const size = field.args.find(({ name }) => name === 'first' || name === 'last')?.name;
    const page = size ? `(${size}: 1)` : '';
    const nested = [...within, type.name];
    return within.includes(of.name) ? [] : [`${field.name}${page} { ${selectionsOf(of, nested).join(' ')} }`];
  });
}

/** Documents that together read all fields: one would exceed what a document may ask for. */
const DOCUMENTS = 2;

/**
 * Reads a list with all fields.
 * @returns the number of items
 */
async function readDeep(name: string, world: World): Promise<number> {
  const { field } = routed(name);
  const args = Object.entries(sampleFor(name, world)).filter(
    ([argument]) => argument !== 'url' && argument !== 'status',
  );
  const typeOf = (argument: string) => field.args.find((candidate) => candidate.name === argument)?.type;
  const variables = args.map(([argument]) => `$${argument}: ${typeOf(argument)}`).join(', ');
  const passed = args.map(([argument]) => `${argument}: $${argument}`).join(', ');
  const declared = variables ? `(${variables})` : '';
  const connection = getNamedType(field.type);
  const nodes = isObjectType(connection) ? getNamedType(connection.getFields().nodes?.type) : undefined;
  const selections = nodes ? selectionsOf(nodes, [connection.name]) : [];
  let count = 0;
  for (let i = 0; i < DOCUMENTS; i++) {
    const selected = selections.filter((_, position) => position % DOCUMENTS === i).join(' ');
    const document = `query ${declared} { ${name}(first: ${MANY}, ${passed}) { nodes { __typename ${selected} } } }`;
    const { data, errors } = await graphql(app, document, Object.fromEntries(args), { token: world.owner.token });
    expect(errors).toBeUndefined();
    count = data[name].nodes.length;
  }
  return count;
}

async function readOverRest(name: string, world: World): Promise<number> {
  const args = { ...sampleFor(name, world) };
  delete args.url;
  delete args.status;
  const token = needsToken(routed(name)) ? world.owner.token : undefined;
  const { status, body } = await callRest(app, routed(name), args, { token });
  expect(status).toBe(200);
  return body.length;
}

describe.each(lists.map(({ name }) => name))('%s executes as many statements for 2 items as for 50', (name) => {
  test.each([
    ['over GraphQL with every relation', readDeep],
    ['over REST', readOverRest],
    // A busy machine may batch the same reads differently; reads per item differ every time.
  ])('%s', { retry: 4 }, async (_transport, read) => {
    const counts: number[] = [];
    const statementsFor = (world: World) =>
      statementsOf(app, async () => {
        counts.push(await read(name, world));
      });
    const forFew = await statementsFor(few);
    const forMany = await statementsFor(many);
    expect(counts).toEqual([FEW, MANY]);
    expect(forFew.length).toBeGreaterThan(0);
    expect(forMany).toHaveLength(forFew.length);
  });
});

test('briefs execute no more statements for many annotations than for few', { retry: 4 }, async () => {
  const document = 'query ($id: ID!) { annotations(projectId: $id, first: 10) { nodes { brief } } }';
  const statementsFor = async (world: World, count: number): Promise<number> => {
    const statements = await statementsOf(app, async () => {
      const { data, errors } = await graphql(app, document, { id: world.project.id }, { token: world.owner.token });
      expect(errors).toBeUndefined();
      expect(data.annotations.nodes).toHaveLength(count);
    });
    return statements.length;
  };
  expect(await statementsFor(many, 10)).toBeLessThanOrEqual(await statementsFor(few, FEW));
});

/** Everything of a dashboard's first screen. */
const SCREEN = `query ($id: ID!, $projects: Int!, $items: Int!) {
  organization(id: $id) {
    viewerRole viewerActions
    projects(first: $projects) { nodes {
      name viewerRole viewerActions lastActivityAt organization { name viewerRole }
      annotationCounts { key count } byLabel: annotationCounts(by: label, filter: { statuses: [open] }) { key count }
      labels(first: $items) { nodes { name color } } scripts { script origin }
      environments(first: $items) { nodes { name } }
      snapshots(first: $items) { nodes { status project { name } environment { name } } }
      members(first: $items) { nodes { name role } }
      webhooks(first: 2) { nodes { url lastDelivery { state } } }
      integrations(first: 2) { nodes { name pendingCount } }
      annotations(first: $items) { nodes {
        content author { name } assignee { name } environment { name } project { name } labels { name }
        comments(first: 2) { nodes { content author { name } } }
        history(first: 2) { nodes { kind actor { name } } }
      } }
    } }
  }
}`;

test('a screen of nested lists executes as many statements for many items as for few', { retry: 4 }, async () => {
  const statementsFor = async (world: World, projects: number): Promise<number> => {
    // The projects that the items are in are the oldest.
    const variables = { id: world.owner.organizationId, projects, items: Math.min(projects, 10) };
    const statements = await statementsOf(app, async () => {
      const { data, errors } = await graphql(app, SCREEN, variables, { token: world.owner.token });
      expect(errors).toBeUndefined();
      expect(data.organization.projects.nodes).toHaveLength(projects);
    });
    return statements.length;
  };
  const [forFew, forMany] = [await statementsFor(few, FEW), await statementsFor(many, MANY)];
  expect(forMany).toBe(forFew);
  expect(forMany).toBeLessThanOrEqual(36);
});

/** Lists of pins, by the field of the project whose items have them. */
const PINS = {
  snapshots: 'pins(first: $items) { nodes { state annotation { content } snapshot { status } } }',
  annotations: 'snapshotPins(first: $items) { nodes { state annotation { content } snapshot { status } } }',
};

test.each(Object.entries(PINS))(
  'pins of many %s execute as many statements as of two',
  { retry: 4 },
  async (list, pins) => {
    const document = `query ($id: ID!, $items: Int!) { project(id: $id) { ${list}(first: $items) { nodes { ${pins} } } } }`;
    const statementsFor = async (world: World, items: number): Promise<number> => {
      const statements = await statementsOf(app, async () => {
        const { data, errors } = await graphql(
          app,
          document,
          { id: world.project.id, items },
          { token: world.owner.token },
        );
        expect(errors).toBeUndefined();
        expect(data.project[list].nodes).toHaveLength(items);
        expect(JSON.stringify(data)).toContain('orphaned');
      });
      return statements.length;
    };
    const [forFew, forMany] = [await statementsFor(few, 2), await statementsFor(many, 10)];
    expect(forMany).toBe(forFew);
    expect(forMany).toBeLessThanOrEqual(10);
  },
);

describe('a change with subscribers', () => {
  const document = `subscription ($id: ID!) { annotationChanged(projectId: $id) { kind annotation { id status } } }`;

  /**
   * Opens this many subscriptions, makes one change and waits until all received it.
   * @returns the statements of the change
   */
  async function statementsWith(subscribers: number, status: string): Promise<string[]> {
    const { token } = few.owner;
    const streams = await Promise.all(
      Array.from({ length: subscribers }, () => openEventStream(app, document, { id: few.project.id }, token)),
    );
    // Notifications are published to live subscribers later, in batches.
    await app.services.db.watcher.deleteMany();
    const statements = await statementsOf(app, async () => {
      await rest(app, 'PUT', `/annotations/${few.annotation.id}/status`, { token, body: { status } });
      for (const stream of streams) {
        const reported = { kind: 'updated', annotation: { id: few.annotation.id, status } };
        expect(await stream.next()).toEqual({ data: { annotationChanged: reported } });
      }
      await waitUntilRelayed(app);
    });
    await Promise.all(streams.map((stream) => stream.close()));
    return statements;
  }

  test('executes as many statements for 20 subscribers as for one', async () => {
    const forOne = await statementsWith(1, 'in_progress');
    const forMany = await statementsWith(20, 'open');
    // Sorted: the relay and the readers go on side by side.
    expect(forMany.sort()).toEqual(forOne.sort());
  });
});
