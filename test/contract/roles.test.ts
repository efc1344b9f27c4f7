import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/generated/prisma/client.ts';
import { LEAST_ROLE } from '../../src/resolvers/policies/organization.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { callGraphql } from './support/call.ts';
import { leastRoleOf, OPERATIONS, type Operation } from './support/operations.ts';
import { sampleFor } from './support/samples.ts';
import { createWorld, tokensOfRoles, type World } from './support/world.ts';

let app: TestApp;
let world: World;
let tokens: Record<Role, string>;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app);
  tokens = await tokensOfRoles(app, world.owner.organizationId);
});
afterAll(() => app.close());

/** What takes something away comes after whatever needs it, and what takes most away last. */
const LAST = ['deleteWebhook', 'deleteAnnotation', 'deleteProject', 'deleteOrganization'];
const turnOf = ({ name }: Operation) => (/^(delete|remove|revoke)/.test(name) ? 1 : 0) + 2 * (LAST.indexOf(name) + 1);

const guarded = OPERATIONS.flatMap((operation) => {
  const role = leastRoleOf(operation);
  return role && operation.kind !== 'subscription' ? [{ operation, name: operation.name, role }] : [];
}).sort((a, b) => turnOf(a.operation) - turnOf(b.operation));

describe('the least role suffices', () => {
  test.each(guarded)('$name by a member who is $role', async ({ operation, name, role }) => {
    const { code } = await callGraphql(app, operation, sampleFor(name, world), { token: tokens[role] });
    // What is refused otherwise was allowed: there is no Stripe here, and a delivery that waits already.
    expect([undefined, 'CONFLICT', 'BAD_USER_INPUT']).toContain(code);
  });
});

test('the operations say every role that the policies know', () => {
  expect(new Set(guarded.map(({ role }) => role))).toEqual(new Set(Object.values(LEAST_ROLE)));
});
