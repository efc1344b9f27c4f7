import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { conflict, invariant } from '../../../errors.ts';
import { Role } from '../../../generated/prisma/client.ts';
import { createOnce } from '../../platform/idempotency/with-idempotency-key.ts';
import { emailInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { assertCan, requireUser } from '../../platform/policies/access.ts';
import { managing } from '../../platform/policies/roles.ts';
import { assertWithinPlan } from '../../platform/quotas/assert-within-plan.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import type { Invitation } from './invitation.ts';
import { countInvitation } from './invitation-limits.ts';
import { announceInvitations, invite, standingOf } from './invite.ts';

const invitationInput = z.object({ email: emailInput, role: z.enum(Role) });

const REASONS = {
  member: 'is a member already; change the role there',
  invited: 'has an open invitation; send that again, or revoke it first',
};

/**
 * Invites somebody by mail. Emits member.invited.
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT; FORBIDDEN to invite as more than the caller manages, and when the plan has no room; CONFLICT for a
 * member and for an open invitation; RATE_LIMITED
 */
export async function createInvitation(ctx: Context, organizationId: string, args: unknown): Promise<Invitation> {
  const userId = requireUser(ctx);
  await requireOrganization(ctx, organizationId, 'member.manage');
  const input: z.infer<typeof invitationInput> = parseInput(invitationInput, args);
  const once = {
    caller: `user:${userId}`,
    operation: 'createInvitation',
    input: { organizationId, ...input },
    inSteps: true,
  } as const;
  const invitation = await createOnce(ctx, once, async (sql) => {
    const { member } = await lockOrganization(sql, ctx, organizationId, 'member.manage');
    assertCan(member.role, managing(input.role));
    const standing = (await standingOf(sql, organizationId, [input.email])).get(input.email);
    if (standing) throw conflict(`email: ${input.email} ${REASONS[standing]}`);
    await assertWithinPlan(sql, ctx, organizationId, 'members', 1);
    await countInvitation(ctx, organizationId, input.email);
    const [made] = await invite(sql, ctx, organizationId, [input]);
    invariant(made, 'one row was given');
    return made;
  });
  announceInvitations(ctx);
  return invitation;
}
