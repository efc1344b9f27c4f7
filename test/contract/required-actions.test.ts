import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/generated/prisma/client.ts';
import { newId } from '../../src/infrastructure/database/ids.ts';
import type { Action } from '../../src/resolvers/platform/policies/roles.ts';
import { operationOf } from '../../src/schema/operation.ts';
import { attachFile } from '../support/attachments.ts';
import { rest } from '../support/client.ts';
import { createAnnotation } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callGraphql, type Outcome } from './support/call.ts';
import {
  ADMINISTRATION,
  ERRORS_IN_ORDER,
  inExecutionOrder,
  OPERATIONS,
  type Operation,
  requiredAction,
} from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { withPolicies } from './support/with-policies.ts';
import { createInvitationToken, createWorld, type World } from './support/world.ts';

// Roles cannot show whether a resolver checks the declared action or another one with the same
// roles. Each action is therefore granted and revoked alone.

const app = useTestApp();
let world: World;
beforeAll(async () => {
  world = await createWorld(app);
  await app.services.db.project.update({ where: { id: world.project.id }, data: { publicFeedback: true } });
  world.invitationToken = await createInvitationToken(app, world.viewer);
  await app.services.db.annotationView.update({ where: { id: world.view.id }, data: { userId: world.viewer.id } });
  await app.services.db.comment.update({ where: { id: world.comment.id }, data: { authorId: world.viewer.id } });
});

const callAsViewer = (operation: Operation, args?: Arguments): Promise<Outcome> =>
  callGraphql(app, operation, { ...sampleFor(operation.name, world), ...args }, { token: world.viewer.token });

const guarded = inExecutionOrder(OPERATIONS).flatMap((operation) => {
  const action = requiredAction(operation);
  return action ? [{ operation, name: operation.name, action }] : [];
});
const unguarded = inExecutionOrder(OPERATIONS).filter((operation) => !requiredAction(operation));

const allBut = (taken: Action) => (action: Action) => (action === taken ? 'owner' : 'viewer');

describe('rejects a member with every action except the declared one', () => {
  test.each(guarded)('$name without $action', async ({ operation, action }) => {
    expect(await withPolicies(allBut(action), () => callAsViewer(operation))).toEqual({
      code: 'FORBIDDEN',
      message: 'Your role is viewer; this requires owner. Ask an owner of the organization',
    });
  });
});

describe('rejects a member without an additional action where a call requires it', () => {
  const invitationOf = (role: Role) => ({ where: { id: world.invitation.id }, data: { role } });
  beforeAll(() => app.services.db.invitation.update(invitationOf('admin')));
  afterAll(() => app.services.db.invitation.update(invitationOf('viewer')));

  /** Arguments that turn a sample into such a call. */
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
    guards: async () => ({ sourceFile: 'src/Price.tsx' }),
    releaseAnnotation: async () => ({ content: 'Not in this repository' }),
    createAnnotation: async () => ({ snapshotId: world.pictures.after.id }),
    setAnnotationStatus: async () => ({ status: 'resolved', verdictId: newId() }),
    deleteComment: async () => {
      const body = { content: 'Why?' };
      const path = `/annotations/${world.annotation.id}/comments`;
      return { commentId: (await rest(app, 'POST', path, { token: world.owner.token, body })).body.id };
    },
    createAnnotationView: async () => ({ isShared: true }),
    updateAnnotationView: async () => ({ isShared: true }),
    deleteAnnotationView: async () => {
      const data = {
        organizationId: world.owner.organizationId,
        userId: world.owner.id,
        name: 'Shared',
        isShared: true,
      };
      return app.services.db.annotationView.create({ data: { id: newId(), ...data }, select: { id: true } });
    },
    deleteAttachment: async () => {
      const { id } = await createAnnotation(app, world.owner, world.project.id);
      return { id, attachmentId: (await attachFile(app, world.owner, { id })).id };
    },
    reviewDeployment: async () => {
      const { annotation, reviewable } = world;
      await app.services.pool.query(
        `UPDATE deployment_verdicts SET verdict = 'changed', reason = NULL WHERE deployment_id = $1`,
        [reviewable.id],
      );
      return { decision: 'approved', annotationIds: [annotation.id], resolve: true };
    },
    undoReview: async () => {
      const id = newId();
      await app.services.pool.query(
        `INSERT INTO deployment_reviews (id, deployment_id, decision, resolved_ids) VALUES ($1, $2, 'approved', ARRAY[$3::uuid])`,
        [id, world.reviewable.id, world.annotation.id],
      );
      return { id };
    },
    importMembers: async () => ({ members: [{ email: 'grace@example.com', role: 'admin' }] }),
  };
  const further = OPERATIONS.flatMap((operation) => {
    const action = operationOf(operation.field)?.needsAlso?.right;
    return action ? [{ operation, name: operation.name, action }] : [];
  });

  test.each(further)('$name without $action', async ({ operation, name, action }) => {
    const args = await calls[name]?.();
    const { message, data } = await withPolicies(allBut(action), () => callAsViewer(operation, args));
    // A list is not rejected as a whole; it reports each item.
    expect(message ?? data.failed[0].message).toContain('Your role is viewer; this requires owner');
  });
});

describe('permits a member without actions where none is declared', () => {
  // deleteAccount would end the member; test/contract/personal-data calls it.
  const callable = unguarded.filter(
    ({ kind, name }) => kind !== 'subscription' && name !== 'deleteAccount' && !(name in ADMINISTRATION),
  );
  test.each(callable.map((operation) => ({ operation, name: operation.name })))('$name', async ({ operation }) => {
    const { code } = await withPolicies(
      () => 'owner',
      () => callAsViewer(operation),
    );
    expect(code).not.toBe('FORBIDDEN');
  });
});

/** The sample grants actions that the role of the new token lacks here. */
const AFTER_THE_GUARD: Record<string, string> = {
  createProjectToken: 'BAD_USER_INPUT',
  updateProjectToken: 'BAD_USER_INPUT',
};

describe('permits a member with the declared action only', () => {
  const only = (given: Action) => (action: Action) => (action === given ? 'viewer' : 'owner');
  test.each(guarded.filter(({ operation }) => operation.kind !== 'subscription'))(
    '$name with $action',
    async ({ operation, action }) => {
      const { code } = await withPolicies(only(action), () => callAsViewer(operation));
      expect(code).toBe(AFTER_THE_GUARD[operation.name] ?? ERRORS_IN_ORDER[operation.name]);
    },
  );
});
