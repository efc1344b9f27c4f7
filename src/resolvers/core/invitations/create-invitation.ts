import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fieldConflict, invariant } from '../../../errors.ts';
import { Role } from '../../../generated/prisma/client.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { emailInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { assertCan, requireUser } from '../../platform/policies/access.ts';
import { can, managing } from '../../platform/policies/roles.ts';
import { assertWithinPlan } from '../../platform/quotas/assert-within-plan.ts';
import { assertProjectsOf, projectAccessInput, resolveProjectAccess } from '../members/project-access.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import type { Invitation } from './invitation.ts';
import { countInvitation } from './invitation-limits.ts';
import { dispatchInvitations, findStatuses, invite } from './invite.ts';

const invitationInput = z.object({ email: emailInput, role: z.enum(Role), ...projectAccessInput });

const REASONS = {
  member: 'is already a member; change the role instead',
  invited: 'has an open invitation; resend or revoke it first',
};

/**
 * Invites a person by mail. Emits member.invited.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND, RATE_LIMITED
 * @throws BAD_USER_INPUT, also for projects that the role cannot have
 * @throws FORBIDDEN for a role that the user may not manage, or at the plan's limit
 * @throws CONFLICT for a member or an open invitation
 */
export async function createInvitation(
  ctx: Context<'config' | 'mail' | 'pool' | 'rateLimitStore' | 'runInBackground' | 'wakeRelay'>,
  organizationId: string,
  args: unknown,
): Promise<Invitation> {
  const userId = requireUser(ctx);
  const reader = await requireOrganization(ctx, organizationId, 'member.manage');
  const input: z.infer<typeof invitationInput> = parseInput(invitationInput, args);
  const once = {
    client: `user:${userId}`,
    operation: 'createInvitation',
    input: { organizationId, ...input },
    inSteps: true,
  } as const;
  const invitation = await withIdempotencyKey(ctx, once, async (sql) => {
    const { member } = await lockOrganization(sql, ctx, organizationId, 'member.manage');
    assertCan(ctx, member.role, managing(input.role));
    const access = resolveProjectAccess(input.role, input);
    await assertProjectsOf(sql, organizationId, access.projectIds);
    const status = (await findStatuses(sql, organizationId, [input.email])).get(input.email);
    if (status) throw fieldConflict('email', `${input.email} ${REASONS[status]}`);
    if (input.role !== 'guest') await assertWithinPlan(sql, ctx, organizationId, 'members', 1);
    await countInvitation(ctx, organizationId, input.email);
    const [created] = await invite(sql, ctx, organizationId, [{ ...input, ...access }]);
    invariant(created, 'one row was inserted');
    return created;
  });
  dispatchInvitations(ctx);
  return { ...invitation, showsLink: can(reader, managing(input.role)) };
}
