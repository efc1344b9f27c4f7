import type { Context } from '../../../context.ts';
import type { Environment } from '../../../generated/prisma/client.ts';
import { ENVIRONMENT_COLUMNS } from '../../environments/columns.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { requireProject } from '../../projects/require-project.ts';

/** A project's environments for a member, newest first. @throws UNAUTHENTICATED, NOT_FOUND */
export async function listEnvironments(ctx: Context, projectId: string, page: Page): Promise<PageRows<Environment>> {
  const project = await requireProject(ctx, projectId, 'project.read');
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<Environment>(
    `SELECT ${ENVIRONMENT_COLUMNS} FROM environments e WHERE project_id = $1 ${clause.where} ${clause.orderAndLimit}`,
    [project.id, ...clause.values],
  );
  return pageRows(rows, page);
}
