import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/generated/prisma/client.ts';
import { rest } from '../../support/client.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { callGraphql } from '../support/call.ts';
import { ERRORS_IN_ORDER, inExecutionOrder, leastRoleOf, OPERATIONS } from '../support/operations.ts';
import { sampleFor } from '../support/samples.ts';
import { createWorld, tokensOfRoles, type World } from '../support/world.ts';

const app = useTestApp();
let world: World;
let tokens: Record<Role, string>;
beforeAll(async () => {
  world = await createWorld(app);
  tokens = await tokensOfRoles(app, world.owner.organizationId);
  // Only those who wrote a reply may change it.
  const body = { content: 'Why?' };
  world.comment = (
    await rest(app, 'POST', `/annotations/${world.annotation.id}/comments`, { token: tokens.editor, body })
  ).body;
});

const guarded = inExecutionOrder(OPERATIONS).flatMap((operation) => {
  const role = leastRoleOf(operation);
  return role && operation.kind !== 'subscription' ? [{ operation, name: operation.name, role }] : [];
});

describe('the lowest permitted role suffices', () => {
  test.each(guarded)('$name by a member who is $role', async ({ operation, name, role }) => {
    const { code } = await callGraphql(app, operation, sampleFor(name, world), { token: tokens[role] });
    expect(code).toBe(ERRORS_IN_ORDER[name]);
  });
});
