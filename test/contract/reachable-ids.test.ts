import { beforeAll, describe, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation, registerMember, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callRest } from './support/call.ts';
import { writeMarked } from './support/marked-texts.ts';
import {
  fullDocument,
  inExecutionOrder,
  needsToken,
  OPERATIONS,
  type Operation,
  ROUTED,
  rolesBelow,
} from './support/operations.ts';
import { type FoundRow, findRows } from './support/reachable-rows.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { waitUntilRelayed } from './support/sql-statements.ts';
import { createWorld, populateTenant, type World } from './support/world.ts';

// Members who have one of two projects call every operation that their role permits, over GraphQL
// and REST. Each id in the responses is looked up in every table: its row leads to no other project
// and, for guests, to no internal text, and each query that reads such a row by its id returns it.

const app = useTestApp();
let world: World;
let members: Record<'guest' | 'editor', TestUser>;
const foreignViews: string[] = [];
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

beforeAll(async () => {
  world = await createWorld(app);
  const { owner, editor, viewer, project } = world;
  const other = await populateTenant(app, { owner, editor, viewer }, 'blog');
  const both = [project.id, other.project.id];
  members = {
    guest: await registerMember(app, owner.organizationId, 'guest', both),
    editor: await registerMember(app, owner.organizationId, 'editor', both),
  };
  const call = async (method: string, path: string, body: object) => {
    const response = await rest(app, method, path, { token: editor.token, body });
    expect(response.status).toBeLessThan(300);
    return response.body;
  };
  // The members get these in the other project before they lose it.
  for (const member of Object.values(members)) {
    const { id } = await createAnnotation(app, member, other.project.id);
    await call('POST', `/annotations/${id}/comments`, { content: 'Who?', mentions: [member.id] });
    await call('PUT', `/annotations/${id}/assign`, { assigneeId: member.id });
    const own = await createAnnotation(app, member, project.id);
    await call('PUT', `/annotations/${own.id}/visibility`, { visibility: 'internal' });
  }
  const filters = [
    { projectIds: [other.project.id, project.id] },
    { labelIds: [other.label.id] },
    { environmentIds: [other.environment.id] },
  ];
  for (const filter of filters) {
    const view = { organizationId: owner.organizationId, name: 'Blog', filter };
    foreignViews.push((await call('POST', '/annotation-views', { ...view, isShared: true })).id);
    await rest(app, 'POST', '/annotation-views', { token: members.editor.token, body: view });
  }
  const marked = await writeMarked(app, { ...world, assignee: members.editor, wasPublic: 'marked' });
  const ids = [marked.internal, world.annotation.id];
  await app.services.pool.query('UPDATE deployment_changes SET annotation_ids = $1, guarded_ids = $1', [ids]);
  await app.services.pool.query('UPDATE deployment_reviews SET resolved_ids = $1', [ids]);
  await waitUntilRelayed(app);
  await app.services.pool.query(
    'DELETE FROM membership_projects WHERE project_id = $1 AND membership_id IN (SELECT id FROM memberships WHERE user_id = ANY($2))',
    [other.project.id, Object.values(members).map(({ id }) => id)],
  );
});

const rolesOf = { guest: 'guest', editor: 'editor' } as const;
type Who = keyof typeof rolesOf;

const permittedTo = (who: Who) =>
  inExecutionOrder(OPERATIONS).filter(
    (operation) =>
      operation.kind !== 'subscription' &&
      needsToken(operation) &&
      !rolesBelow(operation).includes(rolesOf[who]) &&
      !/^(delete|erase|remove|revoke|end)/.test(operation.name),
  );

/** Arguments of a sample, and of one without filters. */
function argumentsOf({ name, field }: Operation): Arguments[] {
  const sample = sampleFor(name, world);
  const required = field.args.filter(({ type }) => String(type).endsWith('!')).map((argument) => argument.name);
  const bare = Object.fromEntries(Object.entries(sample).filter(([argument]) => required.includes(argument)));
  return name.startsWith('create') ? [sample] : [sample, bare];
}

const limitsOf = (document: string) =>
  Object.fromEntries([...document.matchAll(/\$(\w*first): Int/gi)].map(([, name]) => [name, 8]));

async function responsesTo(operation: Operation, token: string): Promise<string> {
  const route = ROUTED.find(({ name }) => name === operation.name);
  const document = fullDocument(operation);
  const limits = limitsOf(document);
  const responses: unknown[] = [];
  for (const args of argumentsOf(operation)) {
    const { data, errors } = await graphql(app, document, { ...limits, ...args }, { token });
    expect(errors?.filter(({ message }) => /values; the limit|is never used/.test(message)) ?? []).toEqual([]);
    responses.push(data);
    if (route) responses.push((await callRest(app, route, args, { token })).body);
  }
  return JSON.stringify(responses);
}

/** Queries that read a row by its id alone, by the table of their sample. */
async function readersByTable(who: Who): Promise<Map<string, { operation: Operation; argument: string }[]>> {
  const readers = new Map<string, { operation: Operation; argument: string }[]>();
  for (const operation of permittedTo(who)) {
    if (operation.kind !== 'query') continue;
    const required = operation.field.args.filter(({ type }) => String(type).endsWith('!'));
    const [only] = required;
    if (required.length !== 1 || String(only?.type) !== 'ID!') continue;
    const argument = only?.name ?? '';
    const [row] = await findRows(app, [String(sampleFor(operation.name, world)[argument])]);
    if (row) readers.set(row.table, [...(readers.get(row.table) ?? []), { operation, argument }]);
  }
  return readers;
}

describe.each(Object.keys(rolesOf) as Who[])('%s', (who) => {
  const found = new Map<string, FoundRow>();

  test.each(permittedTo(who).map((operation) => [operation.name, operation] as const))(
    '%s names only rows of the project',
    async (_name, operation) => {
      const text = await responsesTo(operation, members[who].token);
      const rows = await findRows(app, [...new Set(text.match(UUID))]);
      for (const row of rows) found.set(row.id, row);
      const foreign = rows.filter(({ projectIds }) => projectIds.some((id) => id !== world.project.id));
      expect(foreign).toEqual([]);
      if (who === 'guest') expect(rows.filter(({ isInternal }) => isInternal)).toEqual([]);
    },
  );

  test('each of these rows can be read', async () => {
    const readers = await readersByTable(who);
    expect(readers.size).toBeGreaterThan(3);
    expect(found.size).toBeGreaterThan(20);
    const { token } = members[who];
    const unread: string[] = [];
    for (const { id, table } of found.values()) {
      for (const { operation, argument } of readers.get(table) ?? []) {
        const document = fullDocument(operation);
        const { errors } = await graphql(app, document, { ...limitsOf(document), [argument]: id }, { token });
        if (errors) unread.push(`${operation.name} of ${table}: ${errors[0]?.message}`);
        const route = ROUTED.find(({ name }) => name === operation.name);
        const status = route && (await callRest(app, route, { [argument]: id }, { token })).status;
        if (status !== undefined && status >= 300) unread.push(`${route?.name} of ${table}: ${status}`);
      }
    }
    expect([...new Set(unread)]).toEqual([]);
  });
});

test('a view that names a project is changed and deleted by members who have the project', async () => {
  const change = (id: string, { token }: TestUser) =>
    rest(app, 'PATCH', `/annotation-views/${id}`, { token, body: { name: 'Mine' } });
  for (const id of foreignViews) {
    expect((await change(id, members.editor)).status).toBe(404);
    expect((await rest(app, 'DELETE', `/annotation-views/${id}`, { token: members.editor.token })).status).toBe(404);
    expect((await change(id, world.editor)).status).toBe(200);
  }
});
