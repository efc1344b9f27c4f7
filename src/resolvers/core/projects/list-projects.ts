import type { Context } from '../../../context.ts';
import type { Project } from '../../../generated/prisma/client.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { grantOf, INCLUDES_PROJECT, requireUser } from '../../platform/policies/access.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { PROJECT_COLUMNS } from './require-project.ts';

const OF_ORGANIZATION = relatedList('list-projects/of-organization', {
  columns: PROJECT_COLUMNS,
  table: 'projects',
  alias: 'p',
  where: `p.organization_id = related_to AND p.deleted_at IS NULL AND ($granted?::uuid[] IS NULL OR p.id = ANY($granted))
    AND EXISTS (SELECT FROM memberships m
                 WHERE m.organization_id = p.organization_id AND m.user_id = $userId AND ${INCLUDES_PROJECT})`,
  direction: 'desc',
});

/**
 * Projects of an organization that the client has, newest first.
 *
 * @throws the errors of `relatedRows`
 */
export function projectsOf(ctx: Context<'pool'>, organizationId: string, page: Page): Promise<PageRows<Project>> {
  const { projects } = grantOf(ctx) ?? {};
  const granted = projects ? [...projects.keys()] : null;
  return relatedRows(ctx, OF_ORGANIZATION, organizationId, page, { userId: requireUser(ctx), granted });
}

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
  return projectsOf(ctx, organizationId, page);
}
