import type { Context } from '../../../context.ts';
import type { Project } from '../../../generated/prisma/client.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { grantOf, INCLUDES_PROJECT, requireUser } from '../../platform/policies/access.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { PROJECT_COLUMNS } from './require-project.ts';

const IS_OF_MEMBER = `EXISTS (
  SELECT FROM memberships m WHERE m.organization_id = p.organization_id AND m.user_id = $2 AND ${INCLUDES_PROJECT})`;

/**
 * Lists the user's projects of an organization, newest first.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function listProjects(
  ctx: Context<'pool'>,
  organizationId: string,
  page: Page,
): Promise<PageRows<Project>> {
  await requireOrganization(ctx, organizationId, 'project.read');
  const { projects } = grantOf(ctx) ?? {};
  const clause = pageClause(page, 'desc', 4);
  const { rows } = await ctx.services.pool.query<Project>(
    `SELECT ${PROJECT_COLUMNS} FROM projects p
      WHERE organization_id = $1 AND deleted_at IS NULL AND ${IS_OF_MEMBER}
        AND ($3::uuid[] IS NULL OR id = ANY($3)) ${clause.where} ${clause.orderAndLimit}`,
    [organizationId, requireUser(ctx), projects ? [...projects.keys()] : null, ...clause.values],
  );
  return pageRows(rows, page);
}
