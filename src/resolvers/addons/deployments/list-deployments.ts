import type { Context } from '../../../context.ts';
import type { Deployment } from '../../../generated/prisma/client.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { assertEnvironmentOf } from './assert-environment.ts';
import { DEPLOYMENT_COLUMNS } from './require-deployment.ts';

const OF_PROJECT = relatedList('list-deployments/of-project', {
  columns: DEPLOYMENT_COLUMNS,
  table: 'deployments',
  alias: 'd',
  where: 'd.project_id = related_to AND ($environmentId?::uuid IS NULL OR d.environment_id = $environmentId)',
  direction: 'desc',
});

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
  return relatedRows(ctx, OF_PROJECT, project.id, page, { environmentId });
}

/**
 * Deployments of a project, newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const deploymentsOf = (ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<Deployment>> =>
  relatedRows(ctx, OF_PROJECT, projectId, page, {});
