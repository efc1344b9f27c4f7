import type { Context } from '../../../context.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { can, managing } from '../../platform/policies/roles.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { INVITATION_COLUMNS, type Invitation } from './invitation.ts';

/**
 * Lists an organization's open and expired invitations, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function listInvitations(
  ctx: Context<'pool'>,
  organizationId: string,
  page: Page,
): Promise<PageRows<Invitation>> {
  const reader = await requireOrganization(ctx, organizationId, 'member.manage');
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<Invitation>(
    `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE organization_id = $1 ${clause.where} ${clause.orderAndLimit}`,
    [organizationId, ...clause.values],
  );
  const shown = rows.map((invitation) => ({ ...invitation, showsLink: can(reader, managing(invitation.role)) }));
  return pageRows(shown, page);
}
