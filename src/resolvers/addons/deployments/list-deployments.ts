import type { Context } from '../../../context.ts';
import type { Deployment } from '../../../generated/prisma/client.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedRows } from '../../platform/pagination/related-rows.ts';
import { assertEnvironmentOf } from './assert-environment.ts';
import { DEPLOYMENT_COLUMNS } from './require-deployment.ts';

/**
 * Lists the deployments of a project, newest first.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT
 * @throws NOT_FOUND, also for an environment of another project
 */
export async function listDeployments(
  ctx: Context<'pool'>,
  { projectId, environmentId }: { projectId: string; environmentId?: string | null },
  page: Page,
): Promise<PageRows<Deployment>> {
  const project = await requireProject(ctx, projectId, 'project.read');
  await assertEnvironmentOf(ctx, project.id, environmentId);
  const clause = pageClause(page, 'desc', 3);
  const { rows } = await ctx.services.pool.query<Deployment>(
    `SELECT ${DEPLOYMENT_COLUMNS} FROM deployments d
      WHERE project_id = $1 AND ($2::uuid IS NULL OR environment_id = $2) ${clause.where} ${clause.orderAndLimit}`,
    [project.id, environmentId ?? null, ...clause.values],
  );
  return pageRows(rows, page);
}

const OF_PROJECT = {
  columns: DEPLOYMENT_COLUMNS,
  table: 'deployments',
  alias: 'd',
  where: 'd.project_id = related_to',
  direction: 'desc',
} as const;

/**
 * Deployments of a project, newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const deploymentsOf = (ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<Deployment>> =>
  relatedRows<Deployment>(ctx, OF_PROJECT, projectId, page);
