import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { assertCan } from '../../platform/policies/access.ts';
import { managing } from '../../platform/policies/roles.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { INVITATION_COLUMNS, type Invitation } from './invitation.ts';

const FIND = statement(
  'manage-invitation/find',
  `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE id = $invitationId AND organization_id = $organizationId`,
);

/**
 * Changes an invitation that the user may manage, with its organization locked.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for an invitation of another organization
 */
export function manageInvitation<T>(
  ctx: Context<'pool'>,
  { organizationId, invitationId }: { organizationId: string; invitationId: string },
  work: (sql: Queryable, invitation: Invitation) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx.services.pool, async (sql) => {
    const { member } = await lockOrganization(sql, ctx, organizationId, 'member.manage');
    const found = isId(invitationId) ? await FIND.run(sql, { organizationId, invitationId }) : undefined;
    const invitation = found?.rows[0];
    if (!invitation) throw notFound('Invitation');
    assertCan(ctx, member.role, managing(invitation.role));
    return work(sql, invitation);
  });
}
