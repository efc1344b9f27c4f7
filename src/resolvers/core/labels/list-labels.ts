import type { Context } from '../../../context.ts';
import type { Label } from '../../../generated/prisma/client.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedRows } from '../../platform/pagination/related-rows.ts';
import { requireProject } from '../projects/require-project.ts';
import { LABEL_COLUMNS } from './require-label.ts';

/**
 * Lists a project's labels, newest first.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function listLabels(ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<Label>> {
  const project = await requireProject(ctx, projectId, 'project.read');
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<Label>(
    `SELECT ${LABEL_COLUMNS} FROM labels l WHERE project_id = $1 ${clause.where} ${clause.orderAndLimit}`,
    [project.id, ...clause.values],
  );
  return pageRows(rows, page);
}

/** Labels of a project, newest first, without a check of rights. */
export const labelsOf = (ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<Label>> =>
  relatedRows<Label>(
    ctx,
    { columns: LABEL_COLUMNS, table: 'labels', alias: 'l', where: 'l.project_id = related_to', direction: 'desc' },
    projectId,
    page,
  );
