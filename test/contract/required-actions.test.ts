import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/generated/prisma/client.ts';
import type { Action } from '../../src/resolvers/platform/policies/roles.ts';
import { operationOf } from '../../src/schema/operation.ts';
import { rest } from '../support/client.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callGraphql, type Outcome } from './support/call.ts';
import {
  inTurn,
  OPERATIONS,
  type Operation,
  PERSONAL,
  PUBLIC,
  REFUSED_IN_TURN,
  rightOf,
} from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { RIGHTS, underPolicies } from './support/with-policies.ts';
import { createWorld, giveInvitationToken, type World } from './support/world.ts';

// Roles alone do not tell whether a resolver asks for the right that its operation states, or for another that the same
// roles have. So each right is taken and given by itself.

const app = useTestApp();
let world: World;
beforeAll(async () => {
  world = await createWorld(app);
  await app.services.db.project.update({ where: { id: world.project.id }, data: { publicFeedback: true } });
  world.invitationToken = await giveInvitationToken(app, world.viewer);
  await app.services.db.comment.update({ where: { id: world.comment.id }, data: { authorId: world.viewer.id } });
});

const callAsViewer = (operation: Operation, args?: Arguments): Promise<Outcome> =>
  callGraphql(app, operation, { ...sampleFor(operation.name, world), ...args }, { token: world.viewer.token });

const guarded = inTurn(OPERATIONS).flatMap((operation) => {
  const right = rightOf(operation);
  return right ? [{ operation, name: operation.name, right }] : [];
});
const unguarded = inTurn(OPERATIONS).filter((operation) => !rightOf(operation));

test('every operation states a right, or has a reason for none', () => {
  const reasons = [...Object.keys(PUBLIC), ...Object.keys(PERSONAL)];
  expect(unguarded.map(({ name }) => name).sort()).toEqual(reasons.sort());
});

test('every right is of use to some operation', () => {
  const stated = OPERATIONS.flatMap(({ field }) => [operationOf(field)?.needs, operationOf(field)?.needsAlso?.right]);
  expect(RIGHTS.filter((right) => !stated.includes(right))).toEqual([]);
});

const allBut = (taken: Action) => (right: Action) => (right === taken ? 'owner' : 'viewer');

describe('who has every right but the one that is stated is refused', () => {
  test.each(guarded)('$name without $right', async ({ operation, right }) => {
    expect(await underPolicies(allBut(right), () => callAsViewer(operation))).toEqual({
      code: 'FORBIDDEN',
      message: 'Your role is viewer; this needs owner. Ask an owner of the organization',
    });
  });
});

describe('who has every right but the further one is refused where some calls need it', () => {
  const invitationOf = (role: Role) => ({ where: { id: world.invitation.id }, data: { role } });
  beforeAll(() => app.services.db.invitation.update(invitationOf('admin')));
  afterAll(() => app.services.db.invitation.update(invitationOf('viewer')));

  /** What makes such a call of a sample. */
  const calls: Record<string, () => Promise<Arguments>> = {
    changeMemberRole: async () => ({ role: 'admin' }),
    removeMember: async () => {
      const { id: userId, organizationId } = world.owner;
      const { id } = await app.services.db.membership.findFirstOrThrow({ where: { userId, organizationId } });
      return { memberId: id };
    },
    createInvitation: async () => ({ role: 'admin' }),
    resendInvitation: async () => ({}),
    revokeInvitation: async () => ({}),
    deleteComment: async () => {
      const body = { content: 'Why?' };
      const path = `/annotations/${world.annotation.id}/comments`;
      return { commentId: (await rest(app, 'POST', path, { token: world.owner.token, body })).body.id };
    },
    importMembers: async () => ({ members: [{ email: 'grace@example.com', role: 'admin' }] }),
  };
  const further = OPERATIONS.flatMap((operation) => {
    const right = operationOf(operation.field)?.needsAlso?.right;
    return right ? [{ operation, name: operation.name, right }] : [];
  });

  test.each(further)('$name without $right', async ({ operation, name, right }) => {
    const args = await calls[name]?.();
    const { message, data } = await underPolicies(allBut(right), () => callAsViewer(operation, args));
    // A list is not refused as a whole: it says what became of each item.
    expect(message ?? data.failed[0].message).toContain('Your role is viewer; this needs owner');
  });
});

describe('who has no right is not refused where none is stated', () => {
  const callable = unguarded.filter(({ kind }) => kind !== 'subscription');
  test.each(callable.map((operation) => ({ operation, name: operation.name })))('$name', async ({ operation }) => {
    const { code } = await underPolicies(
      () => 'owner',
      () => callAsViewer(operation),
    );
    expect(code).not.toBe('FORBIDDEN');
  });
});

describe('who has the right that is stated and no other is not refused', () => {
  const only = (given: Action) => (right: Action) => (right === given ? 'viewer' : 'owner');
  test.each(guarded.filter(({ operation }) => operation.kind !== 'subscription'))(
    '$name with $right',
    async ({ operation, right }) => {
      const { code } = await underPolicies(only(right), () => callAsViewer(operation));
      expect(code).toBe(REFUSED_IN_TURN[operation.name]);
    },
  );
});
