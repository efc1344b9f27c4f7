import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { Role } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { recordAccessChange } from '../../platform/events/record-event.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { assertCan } from '../../platform/policies/access.ts';
import { managing } from '../../platform/policies/roles.ts';
import { assertWithinPlan } from '../../platform/quotas/assert-within-plan.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { assertNotLastOwner } from './assert-not-last-owner.ts';
import { findMember, type Member } from './member.ts';
import { assertProjectsOf, projectAccessInput, replaceProjects, resolveProjectAccess } from './project-access.ts';

const memberInput = z.object({ role: z.enum(Role), ...projectAccessInput });

const UPDATE = statement(
  'change-member-role/update',
  'UPDATE memberships SET role = $role, all_projects = $allProjects WHERE id = $memberId',
);

/**
 * Changes a member's role and projects, effective from the next request. Admins manage editors,
 * viewers and guests, owners everyone.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 * @throws FORBIDDEN for the role, or at the plan's limit
 * @throws BAD_USER_INPUT for the last owner, and for projects that the role cannot have
 */
export async function changeMemberRole(
  ctx: Context<'config' | 'pool' | 'wakeRelay'>,
  { organizationId, memberId, ...args }: { organizationId: string; memberId: string } & Record<string, unknown>,
): Promise<Member> {
  const changed = await inTransaction(ctx.services.pool, async (sql) => {
    const { member: caller } = await lockOrganization(sql, ctx, organizationId, 'member.manage');
    rejectNulls(args);
    const input: z.infer<typeof memberInput> = parseInput(memberInput, args);
    const { role } = input;
    const member = await findMember(sql, ctx, organizationId, memberId);
    for (const either of [member.role, role]) assertCan(ctx, caller.role, managing(either));
    const after = { ...member, role, ...resolveProjectAccess(role, input, member) };
    const changes = changesBetween<Member>(member, after, ['role', 'allProjects', 'projectIds']);
    if (Object.keys(changes).length === 0) return member;
    if (changes.role) await assertNotLastOwner(sql, organizationId, member);
    if (member.role === 'guest' && role !== 'guest') await assertWithinPlan(sql, ctx, organizationId, 'members', 1);
    await assertProjectsOf(sql, organizationId, after.projectIds);
    await UPDATE.run(sql, { memberId, role, allProjects: after.allProjects });
    await replaceProjects(sql, { organizationId, memberId, projectIds: after.projectIds });
    await recordAccessChange(sql, organizationId);
    await recordAudit(sql, ctx, {
      organizationId,
      action: changes.role ? 'member_role_changed' : 'member_projects_changed',
      target: memberTarget(member),
      changes,
    });
    return after;
  });
  ctx.services.wakeRelay();
  return changed;
}
