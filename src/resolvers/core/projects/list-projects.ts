import type { CallContext, Context } from '../../../context.ts';
import type { Project } from '../../../generated/prisma/client.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedRows } from '../../platform/pagination/related-rows.ts';
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
  const clause = pageClause(page, 'desc', 4);
  const { rows } = await ctx.services.pool.query<Project>(
    `SELECT ${PROJECT_COLUMNS} FROM projects p
      WHERE organization_id = $1 AND deleted_at IS NULL AND ${IS_OF_MEMBER}
        AND ($3::uuid[] IS NULL OR id = ANY($3)) ${clause.where} ${clause.orderAndLimit}`,
    [organizationId, ...reader(ctx), ...clause.values],
  );
  return pageRows(rows, page);
}

/**
 * Projects of an organization that the client has, newest first.
 *
 * @throws the errors of `relatedRows`
 */
export const projectsOf = (ctx: Context<'pool'>, organizationId: string, page: Page): Promise<PageRows<Project>> =>
  relatedRows<Project>(
    ctx,
    {
      columns: PROJECT_COLUMNS,
      table: 'projects',
      alias: 'p',
      where: `p.organization_id = related_to AND p.deleted_at IS NULL AND ${IS_OF_MEMBER}
              AND ($3::uuid[] IS NULL OR p.id = ANY($3))`,
      values: reader(ctx),
      direction: 'desc',
    },
    organizationId,
    page,
  );

/** Id of the client, and the projects of its access token; null for all. */
function reader(ctx: CallContext): [string, string[] | null] {
  const { projects } = grantOf(ctx) ?? {};
  return [requireUser(ctx), projects ? [...projects.keys()] : null];
}
