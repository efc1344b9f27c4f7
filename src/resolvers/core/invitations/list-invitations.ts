import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
import { can, managing } from '../../platform/policies/roles.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { INVITATION_COLUMNS, type Invitation } from './invitation.ts';

const LIST = statement(
  'list-invitations/list',
  `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE organization_id = $organizationId ${NEWEST}`,
);

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
  const { rows, hasMore } = await readNewest(ctx, LIST, page, { organizationId });
  return { rows: rows.map((row) => ({ ...row, showsLink: can(reader, managing(row.role)) })), hasMore };
}
