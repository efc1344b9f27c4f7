import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAnnotation } from '../support/factories.ts';
import { type StripeDouble, startStripeDouble } from '../support/servers/stripe-double.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { callGraphql, callRest } from './support/call.ts';
import { createDisabledIntegration, enableIntegrations, insertSend } from './support/integration-fixtures.ts';
import { normalizeResponse } from './support/normalize-response.ts';
import { openApiMismatches } from './support/openapi-mismatches.ts';
import { needsToken, OPERATIONS, ROUTED, type RoutedOperation, routed } from './support/operations.ts';
import { type Arguments, SAMPLES, sampleFor } from './support/samples.ts';
import { waitUntilRelayed } from './support/sql-statements.ts';
import {
  createTenant,
  createWorld,
  insertFailedSnapshot,
  populateTenant,
  type Tenant,
  type World,
} from './support/world.ts';

let stripe: StripeDouble;
let app: TestApp;
let world: World;

beforeAll(async () => {
  stripe = await startStripeDouble();
  app = await startTestApp({ env: stripe.env });
  world = await populateTenant(app, await createTenant(app));
  // So that every list has a second item.
  await populateTenant(app, world, 'second');
  await createAnnotation(app, world.owner, world.project.id);
  await createAnnotation(app, world.owner, world.project.id, { url: 'https://shop.example/cart-2' });
  await createDisabledIntegration(app, world.owner, world.project.id);
  await enableIntegrations(app, world.project.id);
  await insertSend(app, world.integration.id);
  for (const time of ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']) {
    await insertFailedSnapshot(app, world.project.id, time);
    const mail = { to: 'recorded@example.com', subject: time, text: '', html: '' };
    await app.services.mail.send(mail);
  }
  for (const name of [
    'createOrganization',
    'createEnvironment',
    'updateAnnotation',
    'assignAnnotation',
    'addComment',
  ]) {
    await callRest(app, routed(name), sampleFor(name, world), { token: world.owner.token });
  }
  // Two notifications of the owner.
  for (const content of ['One', 'Two']) {
    const reply = { ...sampleFor('addComment', world), content, mentions: [world.owner.id] };
    await callRest(app, routed('addComment'), reply, { token: world.editor.token });
  }
  await waitUntilRelayed(app);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const credentialsFor = (operation: RoutedOperation, { owner }: Tenant) =>
  needsToken(operation) ? { token: owner.token } : {};

/** Converts a GraphQL result into the expected REST body. */
// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the operation
function asRest({ rest: { route } }: RoutedOperation, data: any): unknown {
  if (route.envelope === 'data') return { data };
  if (route.envelope !== 'list') return data;
  const { members } = route;
  if (!members) return data.nodes;
  return data.nodes.map((node: Arguments) => Object.fromEntries(members.map((name) => [name, node[name]])));
}

const named = ROUTED.map((operation) => ({ operation, name: operation.name }));

test('there is a sample for every operation and no other', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
});

describe('reading the same data', () => {
  test.each(named.filter(({ operation }) => operation.kind === 'query'))('$name', async ({ operation, name }) => {
    const args = sampleFor(name, world);
    const credentials = credentialsFor(operation, world);
    const overGraphql = await callGraphql(app, operation, args, credentials);
    const overRest = await callRest(app, operation, args, credentials);
    expect(overRest.status).toBe(200);
    expect(overRest.body).toEqual(asRest(operation, overGraphql.data));
    expect(openApiMismatches(operation, overRest.body)).toEqual([]);
    // The sample of `pages` names the URL of one page.
    const least = name === 'pages' ? 1 : 2;
    if (operation.rest.route.envelope === 'list') expect(overRest.body.length).toBeGreaterThanOrEqual(least);
  });
});

describe('reading the same pages', () => {
  const lists = named.filter(({ operation }) => operation.rest.route.envelope === 'list');
  test.each(lists)('$name', async ({ operation, name }) => {
    const credentials = credentialsFor(operation, world);
    const seen: unknown[] = [];
    let after: string | null = null;
    do {
      const page: Arguments = { ...sampleFor(name, world), first: 1, ...(after && { after }) };
      const overRest = await callRest(app, operation, page, credentials);
      const { data } = await callGraphql(app, operation, page, credentials);
      expect(overRest.body).toEqual(asRest(operation, data));
      after = overRest.headers.get('x-next-cursor');
      expect(after).toBe(data.pageInfo.hasNextPage ? data.pageInfo.endCursor : null);
      seen.push(...overRest.body);
    } while (after);
    expect(seen).toEqual((await callRest(app, operation, sampleFor(name, world), credentials)).body);
  });
});

/** A visitor deletes only an annotation without replies. */
const forgetReplies = (sides: World[]) =>
  app.services.db.annotation.updateMany({
    where: { id: { in: sides.map(({ annotation }) => annotation.id) } },
    data: { commentCount: 0 },
  });

/**
 * Operations that remove or change what samples of others use, in an order in which none meets the
 * effects of an earlier one. They run after all others; each list starts with new worlds.
 */
const CONSUMING = [
  [
    'acceptBaseline',
    'moveBaselines',
    'acceptInvitation',
    'changeMemberRole',
    'removeMember',
    'revokeInvitation',
    'revokePersonalToken',
    'allowAppRequest',
    'denyAppRequest',
    'disconnectApp',
    'revokeProjectToken',
    'cancelAnnotationSend',
    'deleteIntegration',
    'deleteWebhook',
    'deleteSnapshot',
    'deleteAnnotationView',
    'deleteLabel',
    'deleteEnvironment',
    'deleteComment',
    'deleteAnnotation',
    'eraseVisitor',
    'deleteProject',
    'voidInvoice',
    'changePlan',
    'endSession',
    'updateMe',
    'changePassword',
  ],
  ['deletePublicAnnotation', 'markInvoicePaid', 'cancelSubscription', 'refresh', 'deleteOrganization'],
  ['logout', 'confirmPasswordReset'],
  ['eraseUser'],
  ['deleteAccount'],
];
/** Names of operations that get new worlds each unless they are listed. */
const DESTRUCTIVE = /^(delete|erase|remove|revoke|end|cancel|change)/;

describe('changing equal data', () => {
  /** Two worlds of equal content. Operations change both in the same way. */
  let worlds: Promise<World[]> | undefined;
  const sides = () => {
    worlds ??= Promise.all([createWorld(app), createWorld(app)]);
    return worlds;
  };
  const startsAnew = (name: string) => {
    const list = CONSUMING.find((names) => names.includes(name));
    return list ? list[0] === name : DESTRUCTIVE.test(name);
  };
  const listed = CONSUMING.flat();
  const position = ({ name }: { name: string }) =>
    listed.includes(name) || !DESTRUCTIVE.test(name) ? listed.indexOf(name) : listed.length;
  const mutations = named.filter(({ operation }) => operation.kind === 'mutation');

  test.each(mutations.sort((a, b) => position(a) - position(b)))('$name', async ({ operation, name }) => {
    if (startsAnew(name)) worlds = undefined;
    const [left, right] = (await sides()) as [World, World];
    if (name === 'deletePublicAnnotation') await forgetReplies([left, right]);
    const argsOf = (side: World) => {
      const args = sampleFor(name, side);
      return 'slug' in args ? { ...args, slug: `new-${randomUUID().slice(0, 8)}` } : args;
    };
    const overRest = await callRest(app, operation, argsOf(left), credentialsFor(operation, left));
    const overGraphql = await callGraphql(app, operation, argsOf(right), credentialsFor(operation, right));
    expect(overRest.status).toBe(operation.rest.route.status ?? 200);
    expect(normalizeResponse(overRest.body)).toEqual(normalizeResponse(asRest(operation, overGraphql.data)));
    expect(openApiMismatches(operation, overRest.body)).toEqual([]);
  });
});
