import type { Context } from '../../../context.ts';
import type { Environment } from '../../../generated/prisma/client.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedRows } from '../../platform/pagination/related-rows.ts';
import { requireProject } from '../projects/require-project.ts';
import { ENVIRONMENT_COLUMNS } from './require-environment.ts';

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
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<Environment>(
    `SELECT ${ENVIRONMENT_COLUMNS} FROM environments e WHERE project_id = $1 ${clause.where} ${clause.orderAndLimit}`,
    [project.id, ...clause.values],
  );
  return pageRows(rows, page);
}

/**
 * Environments of a project, newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const environmentsOf = (ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<Environment>> =>
  relatedRows<Environment>(
    ctx,
    {
      columns: ENVIRONMENT_COLUMNS,
      table: 'environments',
      alias: 'e',
      where: 'e.project_id = related_to',
      direction: 'desc',
    },
    projectId,
    page,
  );
