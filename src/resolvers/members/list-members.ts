import type { Context } from '../../context.ts';
import { MEMBER_COLUMNS, MEMBERS, type Member } from '../core/members/member.ts';
import { requireOrganization } from '../core/organizations/require-organization.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../platform/pagination/cursor-page.ts';

/** An organization's members for a member, those who joined last first. @throws UNAUTHENTICATED, NOT_FOUND */
export async function listMembers(ctx: Context, organizationId: string, page: Page): Promise<PageRows<Member>> {
  await requireOrganization(ctx, organizationId, 'member.read');
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<Member>(
    `SELECT ${MEMBER_COLUMNS} FROM (${MEMBERS}) AS members WHERE true ${clause.where} ${clause.orderAndLimit}`,
    [organizationId, ...clause.values],
  );
  return pageRows(rows, page);
}
