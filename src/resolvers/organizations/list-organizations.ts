import type { Context } from '../../context.ts';
import { me } from '../core/auth/me.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../platform/pagination/cursor-page.ts';
import { JOINED_COLUMNS, JOINED_ORGANIZATIONS, type JoinedOrganization } from './joined-organization.ts';

/** The organizations that the caller is a member of, newest first. @throws UNAUTHENTICATED */
export async function listOrganizations(ctx: Context, page: Page): Promise<PageRows<JoinedOrganization>> {
  const { id } = await me(ctx);
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<JoinedOrganization>(
    `SELECT ${JOINED_COLUMNS} FROM (${JOINED_ORGANIZATIONS}) AS mine WHERE true ${clause.where} ${clause.orderAndLimit}`,
    [id, ...clause.values],
  );
  return pageRows(rows, page);
}
