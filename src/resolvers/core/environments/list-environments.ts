import type { Context } from '../../../context.ts';
import type { Environment } from '../../../generated/prisma/client.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { requireProject } from '../projects/require-project.ts';
import { ENVIRONMENT_COLUMNS } from './require-environment.ts';

const OF_PROJECT = relatedList('list-environments/of-project', {
  columns: ENVIRONMENT_COLUMNS,
  table: 'environments',
  alias: 'e',
  where: 'e.project_id = related_to',
  direction: 'desc',
});

/**
 * Environments of a project, newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const environmentsOf = (ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<Environment>> =>
  relatedRows(ctx, OF_PROJECT, projectId, page);

/**
 * Lists a project's environments, newest first.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function listEnvironments(
  ctx: Context<'pool'>,
  projectId: string,
  page: Page,
): Promise<PageRows<Environment>> {
  const project = await requireProject(ctx, projectId, 'project.read');
  return environmentsOf(ctx, project.id, page);
}
