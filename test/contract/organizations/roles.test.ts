import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/generated/prisma/client.ts';
import { attachFile } from '../../support/attachments.ts';
import { rest } from '../../support/client.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { callGraphql } from '../support/call.ts';
import {
  ERRORS_IN_ORDER,
  inExecutionOrder,
  leastRoleOf,
  OPERATIONS,
  type Operation,
  rolesBelow,
} from '../support/operations.ts';
import { sampleFor } from '../support/samples.ts';
import { createWorld, tokensOfRoles, type World } from '../support/world.ts';

const app = useTestApp();
let world: World;
let tokens: Record<Role, string>;
beforeAll(async () => {
  world = await createWorld(app);
  tokens = await tokensOfRoles(app, world);
  const view = { organizationId: world.owner.organizationId, name: 'Mine' };
  world.view = (await rest(app, 'POST', '/annotation-views', { token: tokens.viewer, body: view })).body;
  // Only those who wrote a reply may change it.
  const body = { content: 'Why?' };
  world.comment = (
    await rest(app, 'POST', `/annotations/${world.annotation.id}/comments`, { token: tokens.editor, body })
  ).body;
  const editor = { ...world.owner, token: tokens.editor };
  world.attachment = await attachFile(app, editor, { id: world.annotation.id, commentId: world.comment.id });
});

/** Operations that only the author of the reply may call. */
const isOfAuthor = ({ name }: Operation) =>
  ['updateComment', 'deleteComment', 'createAttachment', 'deleteAttachment'].includes(name);

/** Operations with the lowest role that is permitted, and those of guests again. */
const guarded = inExecutionOrder(OPERATIONS).flatMap((operation) => {
  const role = leastRoleOf(operation);
  if (!role || operation.kind === 'subscription') return [];
  const isForGuests = !rolesBelow(operation).includes('guest');
  const roles: Role[] = isForGuests && !isOfAuthor(operation) ? [role, 'guest'] : [role];
  return roles.map((permitted) => ({ operation, name: operation.name, role: permitted }));
});

describe('the lowest permitted role suffices', () => {
  test.each(guarded)('$name by a member who is $role', async ({ operation, name, role }) => {
    const { code } = await callGraphql(app, operation, sampleFor(name, world), { token: tokens[role] });
    expect(code).toBe(ERRORS_IN_ORDER[name]);
  });
});
