import { beforeAll, describe, expect, test } from 'vitest';
import { attachFile } from '../support/attachments.ts';
import { type Credentials, graphql, rest } from '../support/client.ts';
import { createAnnotation, registerMember, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callRest } from './support/call.ts';
import { linkedContents } from './support/marked-texts.ts';
import {
  fullDocument,
  inExecutionOrder,
  needsToken,
  OPERATIONS,
  type Operation,
  ROUTED,
  rolesBelow,
} from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { waitUntilRelayed } from './support/sql-statements.ts';
import { createWorld, type World } from './support/world.ts';

// A project has a mark in its name and texts. Every response to members of the organization who do
// not have it, lists, searches, counts and exports included, is searched for the mark.
// A member who has all projects finds it in the same responses.

const MARK = 'marked-project-text';

const app = useTestApp();
let world: World;
let other: { id: string };
let limited: Record<'editor' | 'viewer' | 'guest', TestUser>;

beforeAll(async () => {
  world = await createWorld(app);
  const { owner, editor, project, annotation, environment, label } = world;
  const { token, organizationId } = owner;
  const call = async (method: string, path: string, body: object) => {
    const response = await rest(app, method, path, { token, body });
    expect(response.status).toBeLessThan(300);
    return response.body;
  };
  other = await call('POST', '/projects', { organizationId, name: 'Blog', slug: 'blog' });
  await createAnnotation(app, editor, other.id, { content: 'Of the blog' });
  limited = {
    editor: await registerMember(app, organizationId, 'editor', [other.id]),
    viewer: await registerMember(app, organizationId, 'viewer', [other.id]),
    guest: await registerMember(app, organizationId, 'guest', [other.id]),
  };
  await call('PATCH', `/projects/${project.id}`, { name: `${MARK} name` });
  await call('PATCH', `/labels/${label.id}`, { name: `${MARK} label` });
  await call('PATCH', `/environments/${environment.id}`, { name: `${MARK} environment` });
  await call('PATCH', `/annotations/${annotation.id}`, { content: `${MARK} annotation` });
  await call('POST', `/annotations/${annotation.id}/comments`, { content: `${MARK} reply` });
  await call('POST', '/annotations/changes', {
    organizationId,
    ids: [annotation.id],
    change: { addLabelIds: [label.id] },
  });
  await attachFile(app, owner, { id: annotation.id, name: `${MARK} file` }, `${MARK} content`);
  await waitUntilRelayed(app);
});

const calls = inExecutionOrder(OPERATIONS).filter(
  (operation) => operation.kind !== 'subscription' && needsToken(operation) && !/^(delete|erase)/.test(operation.name),
);

/** Arguments of a sample, and of one without filters, and with a search for the mark. */
function argumentsOf({ name, field }: Operation): Arguments[] {
  const sample = sampleFor(name, world);
  if (!('organizationId' in sample)) return [sample];
  const { filter: _filter, ids: _ids, projectId: _project, projectIds: _projects, ...whole } = sample;
  const searches = field.args.some(({ type }) => /^AnnotationFilter/.test(String(type)));
  // A saved view would return its filter.
  const isRead = !/^(create|update)/.test(name);
  return [sample, whole, ...(searches && isRead ? [{ ...whole, filter: { text: MARK } }] : [])];
}

async function responsesTo(operation: Operation, credentials: Credentials): Promise<string> {
  const route = ROUTED.find(({ name }) => name === operation.name);
  const document = fullDocument(operation);
  const limits = [...document.matchAll(/\$(\w*first): Int/gi)].map(([, name]) => [name, 20]);
  const texts: string[] = [];
  for (const args of argumentsOf(operation)) {
    const overGraphql = await graphql(app, document, { ...Object.fromEntries(limits), ...args }, credentials);
    const overRest = route && (await callRest(app, route, args, credentials)).body;
    const responses = JSON.stringify([overGraphql, overRest]);
    texts.push(responses, await linkedContents(app, responses));
  }
  return texts.join();
}

describe.each(['editor', 'viewer', 'guest'] as const)('a member who is %s of another project gets no text', (role) => {
  const permitted = calls.filter((operation) => !rolesBelow(operation).includes(role));
  test.each(permitted.map((operation) => ({ operation, name: operation.name })))('of $name', async ({ operation }) => {
    expect(await responsesTo(operation, { token: limited[role].token })).not.toContain(MARK);
  });
});

describe('a member who is limited to another project', () => {
  const counts = `query ($organizationId: ID!, $by: AnnotationCountKey!) {
    annotationCounts(organizationId: $organizationId, by: $by) { key count }
    organizationAnnotations(organizationId: $organizationId, first: 20) { totalCount nodes { content } }
  }`;

  test.each(['status', 'assignee', 'page', 'label', 'project', 'priority'])('counts by %s only its own', async (by) => {
    const variables = { organizationId: world.owner.organizationId, by };
    const { data, errors } = await graphql(app, counts, variables, { token: limited.editor.token });
    expect(errors).toBeUndefined();
    const total = data.annotationCounts.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(total).toBeLessThanOrEqual(1);
    expect(data.organizationAnnotations).toEqual({ totalCount: 1, nodes: [{ content: 'Of the blog' }] });
    const { data: all } = await graphql(app, counts, variables, { token: world.viewer.token });
    expect(all.organizationAnnotations.totalCount).toBeGreaterThan(1);
  });
});

test('a viewer of all projects finds every text in the same responses', async () => {
  const found = new Set<string>();
  for (const operation of calls.filter(({ kind, name }) => kind === 'query' || name === 'exportAnnotations')) {
    if (rolesBelow(operation).includes('viewer')) continue;
    const text = await responsesTo(operation, { token: world.viewer.token });
    for (const [mark] of text.matchAll(/marked-project-text \w+/g)) found.add(mark);
  }
  const kinds = ['name', 'label', 'environment', 'annotation', 'reply', 'file', 'content'];
  expect([...found].sort()).toEqual(kinds.map((kind) => `${MARK} ${kind}`).sort());
});
