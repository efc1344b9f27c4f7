import type { Context } from '../../../context.ts';
import { deleteRow } from '../../../infrastructure/database/rows.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { recordAccessChange } from '../../platform/events/record-event.ts';
import { assertCan, requireUser } from '../../platform/policies/access.ts';
import { managing } from '../../platform/policies/roles.ts';
import { scheduleUnassignment, unassignMember } from '../annotations/unassign-member.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { assertNotLastOwner } from './assert-not-last-owner.ts';
import { findMember } from './member.ts';

/**
 * Removes a member from an organization, effective from the next request, and unassigns the
 * member's annotations: readers see that immediately, the rows may follow after the response.
 * Everyone may leave; admins remove editors, viewers and guests, owners everyone.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT for the last owner
 */
export async function removeMember(
  ctx: Context<'pool' | 'stopping' | 'wakeRelay'>,
  organizationId: string,
  memberId: string,
): Promise<{ id: string }> {
  const { userId } = await inTransaction(ctx.services.pool, async (sql) => {
    const { member: caller } = await lockOrganization(sql, ctx, organizationId);
    const member = await findMember(sql, ctx, organizationId, memberId);
    const leaves = member.id === caller.id;
    if (!leaves) assertCan(ctx, caller.role, managing(member.role));
    await assertNotLastOwner(sql, organizationId, member);
    await deleteRow(sql, 'memberships', memberId);
    await scheduleUnassignment(sql, { organizationId, userId: member.userId, actorId: requireUser(ctx) });
    await recordAccessChange(sql, organizationId);
    const action = leaves ? 'member_left' : 'member_removed';
    await recordAudit(sql, ctx, { organizationId, action, target: memberTarget(member) });
    return member;
  });
  ctx.services.wakeRelay();
  await unassignMember(ctx, { organizationId, userId });
  return { id: memberId };
}
