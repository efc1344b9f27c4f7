import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { registerMember, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callGraphql, callRest } from './support/call.ts';
import { openEventStream, readToEnd } from './support/event-stream.ts';
import { documentOf, needsToken, OPERATIONS, type Operation, ROUTED, rolesBelow } from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { createWorld, type World } from './support/world.ts';

// Members and guests who have another project of the organization than the one that the samples
// name.

const app = useTestApp();
let world: World;
let other: { id: string };
let limited: Record<'editor' | 'guest', TestUser>;
let objectIds: Set<unknown>;

beforeAll(async () => {
  world = await createWorld(app);
  const { token, organizationId } = world.owner;
  const body = { organizationId, name: 'Blog', slug: 'blog' };
  other = (await rest(app, 'POST', '/projects', { token, body })).body;
  limited = {
    editor: await registerMember(app, organizationId, 'editor', [other.id]),
    guest: await registerMember(app, organizationId, 'guest', [other.id]),
  };
  const { project, environment, annotation, snapshot, pictures, comparison } = world;
  const { integration, annotationSend, label, deployment, failedDeployment, reviewable, review, ignoreRule, guard } =
    world;
  const objects = [
    ...[project, environment, annotation, snapshot, pictures.before, pictures.after],
    ...[
      comparison,
      integration,
      annotationSend,
      label,
      deployment,
      failedDeployment,
      reviewable,
      review,
      ignoreRule,
      guard,
    ],
  ];
  objectIds = new Set(objects.map(({ id }) => id));
});

const idsOf = ({ field }: Operation) => field.args.filter(({ type }) => /^ID!?$/.test(String(type)));
const OF_PROJECT =
  /project|environment|annotation|snapshot|comparison|deployment|integration|issue|comment|activity|embedScript|topElements|clickMap|label|page|rebind|threadRead|attachment|fix|review|baseline|rule|captureCredentials|guard|vanished|scriptsChanged|locate|sources/i;
/** Operations on the organization, whose samples may name a project. */
const OF_ORGANIZATION =
  /^(createProject|projects|organizationAnnotations|annotationCounts|updateAnnotations|exportAnnotations|\w+AnnotationView|annotationViews|importProjects|createWebhook|\w+ProjectToken|projectTokens|\w+PersonalToken)$/;
const guarded = OPERATIONS.filter(
  (operation) =>
    needsToken(operation) &&
    idsOf(operation).length > 0 &&
    OF_PROJECT.test(operation.name) &&
    !OF_ORGANIZATION.test(operation.name),
);

async function codesOf(operation: Operation, args: Arguments, token: string): Promise<unknown[]> {
  const route = ROUTED.find(({ name }) => name === operation.name);
  const { code, message } = await callGraphql(app, operation, args, { token });
  return [code, message, ...(route ? [(await callRest(app, route, args, { token })).status] : [])];
}

const cases = guarded.flatMap((operation) =>
  (['editor', 'guest'] as const).map((role) => ({ operation, name: operation.name, role })),
);

test('covers every operation whose sample names an object of the project', () => {
  const names = OPERATIONS.filter((operation) => {
    const sample = needsToken(operation) ? sampleFor(operation.name, world) : {};
    return idsOf(operation).some(({ name }) => objectIds.has(sample[name])) && !OF_ORGANIZATION.test(operation.name);
  }).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(names).toEqual(guarded.map(({ name }) => name));
});

describe('a project that the member does not have is not found, like an unknown one', () => {
  test.each(cases)('$name by $role', async ({ operation, name, role }) => {
    const args = sampleFor(name, world);
    const unknown = Object.fromEntries(
      Object.entries(args).map(([key, value]) => [key, objectIds.has(value) ? randomUUID() : value]),
    );
    const { token } = limited[role];
    const response = await codesOf(operation, args, token);
    expect(response[0]).toBe('NOT_FOUND');
    expect(await codesOf(operation, unknown, token)).toEqual(response);
  });
});

describe('operations on the organization are decided by the role', () => {
  const ofOrganization = OPERATIONS.filter(
    (operation) => needsToken(operation) && rolesBelow(operation).includes('editor') && !guarded.includes(operation),
  );
  test.each(ofOrganization.map((operation) => ({ operation, name: operation.name })))(
    '$name',
    async ({ operation, name }) => {
      const [code] = await codesOf(operation, sampleFor(name, world), limited.editor.token);
      expect(code).toBe('FORBIDDEN');
    },
  );
});

test.each(['editor', 'guest'] as const)('lists contain only the projects that the %s has', async (role) => {
  const { token } = limited[role];
  const list = await rest(app, 'GET', `/projects/organization/${world.owner.organizationId}`, { token });
  expect(list.body.map(({ id }: { id: string }) => id)).toEqual([other.id]);
});

test('a member who has no project lists none', async () => {
  const { organizationId } = world.owner;
  const { token } = await registerMember(app, organizationId, 'viewer', []);
  const list = await rest(app, 'GET', `/projects/organization/${organizationId}`, { token });
  expect([list.status, list.body]).toEqual([200, []]);
});

test('a member sees only the projects of others that both have', async () => {
  const { organizationId } = world.owner;
  const both = await registerMember(app, organizationId, 'viewer', [other.id, world.project.id]);
  const projectsSeenBy = async ({ token }: TestUser): Promise<string[]> => {
    const { body } = await rest(app, 'GET', `/organizations/${organizationId}/members`, { token });
    return body.find(({ userId }: { userId: string }) => userId === both.id).projectIds;
  };
  expect(await projectsSeenBy(world.owner)).toEqual([other.id, world.project.id].sort());
  expect(await projectsSeenBy(limited.editor)).toEqual([other.id]);
});

test('only a member who has the project is assigned', async () => {
  const { token } = world.owner;
  const assign = (assigneeId: string) =>
    rest(app, 'PUT', `/annotations/${world.annotation.id}/assign`, { token, body: { assigneeId } });
  expect(await assign(limited.editor.id)).toMatchObject({
    status: 400,
    body: {
      message:
        "assigneeId: must be a member of the project's organization who has the project, or a service account whose token has the project and annotation.change",
    },
  });
  expect((await assign(world.editor.id)).status).toBe(200);
});

describe('streams', () => {
  const subscriptions = guarded.filter(({ kind }) => kind === 'subscription');
  test.each(subscriptions.map((operation) => ({ operation, name: operation.name })))(
    '$name ends when the project is taken from the member',
    async ({ operation, name }) => {
      const { organizationId, token } = world.owner;
      const member = await registerMember(app, organizationId, 'editor', [world.project.id]);
      const { id } = await app.services.db.membership.findFirstOrThrow({
        where: { userId: member.id, organizationId },
      });
      const stream = await openEventStream(app, documentOf(operation), sampleFor(name, world), member.token);
      const changed = await rest(app, 'PATCH', `/organizations/${organizationId}/members/${id}`, {
        token,
        body: { role: 'editor', projectIds: [other.id] },
      });
      expect(changed).toMatchObject({ status: 200, body: { allProjects: false, projectIds: [other.id] } });
      await expect(readToEnd(stream)).rejects.toThrow('the stream ended');
    },
  );

  test.each(subscriptions.map((operation) => ({ operation, name: operation.name })))(
    '$name ends when the member becomes a guest',
    async ({ operation, name }) => {
      const { organizationId, token } = world.owner;
      const member = await registerMember(app, organizationId, 'editor');
      const { id } = await app.services.db.membership.findFirstOrThrow({
        where: { userId: member.id, organizationId },
      });
      const stream = await openEventStream(app, documentOf(operation), sampleFor(name, world), member.token);
      const body = { role: 'guest', projectIds: [world.project.id] };
      const changed = await rest(app, 'PATCH', `/organizations/${organizationId}/members/${id}`, { token, body });
      expect(changed).toMatchObject({ status: 200, body: { role: 'guest', allProjects: false } });
      await expect(readToEnd(stream)).rejects.toThrow('the stream ended');
    },
  );
});
