import type { Context } from '../../../context.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { recordAccessChange } from '../../platform/events/record-event.ts';
import { assertCan } from '../../platform/policies/access.ts';
import { managing } from '../../platform/policies/roles.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { assertNotLastOwner } from './assert-not-last-owner.ts';
import { findMember, type Member } from './member.ts';

/**
 * Changes a member's role, effective from the next request. Admins manage viewers and editors,
 * owners everyone.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT for the last owner
 */
export async function changeMemberRole(
  ctx: Context<'pool' | 'wakeRelay'>,
  { organizationId, memberId, role }: { organizationId: string; memberId: string; role: Role },
): Promise<Member> {
  const changed = await inTransaction(ctx.services.pool, async (sql) => {
    const { member: caller } = await lockOrganization(sql, ctx, organizationId, 'member.manage');
    const member = await findMember(sql, organizationId, memberId);
    for (const either of [member.role, role]) assertCan(caller.role, managing(either));
    if (member.role === role) return member;
    await assertNotLastOwner(sql, organizationId, member);
    await sql.query('UPDATE memberships SET role = $2 WHERE id = $1', [memberId, role]);
    await recordAccessChange(sql, organizationId);
    const after = { ...member, role };
    await recordAudit(sql, ctx, {
      organizationId,
      action: 'member_role_changed',
      target: memberTarget(member),
      changes: changesBetween<Member>(member, after, ['role']),
    });
    return after;
  });
  ctx.services.wakeRelay();
  return changed;
}
