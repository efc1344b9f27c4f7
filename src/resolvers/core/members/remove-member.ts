import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { recordAccessChange } from '../../events/record-access-change.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { assertCan, requireUser } from '../../platform/policies/access.ts';
import { managing } from '../../platform/policies/roles.ts';
import { beginUnassigning, unassignMember } from '../annotations/unassign-member.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { assertNotLastOwner } from './assert-not-last-owner.ts';
import { findMember } from './member.ts';

/**
 * Takes a member out of an organization, from the next request on, and unassigns what was assigned to it: readers see that at once,
 * the rows may follow after the answer. Everyone may leave; admins remove viewers and editors, owners all. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND; BAD_USER_INPUT for the last owner
 */
export async function removeMember(ctx: Context, organizationId: string, memberId: string): Promise<{ id: string }> {
  const { userId } = await inTransaction(ctx.services.pool, async (sql) => {
    const { member: caller } = await lockOrganization(sql, ctx, organizationId);
    const member = await findMember(sql, organizationId, memberId);
    const leaves = member.id === caller.id;
    if (!leaves) assertCan(caller.role, managing(member.role));
    await assertNotLastOwner(sql, organizationId, member);
    await sql.query('DELETE FROM memberships WHERE id = $1', [memberId]);
    await beginUnassigning(sql, { organizationId, userId: member.userId, actorId: requireUser(ctx) });
    await recordAccessChange(sql, organizationId);
    const action = leaves ? 'member_left' : 'member_removed';
    await recordAudit(sql, ctx, { organizationId, action, target: memberTarget(member) });
    return member;
  });
  ctx.services.nudgeRelay();
  await unassignMember(ctx, { organizationId, userId });
  return { id: memberId };
}
