import type { Context } from '../../../context.ts';
import type { Label } from '../../../generated/prisma/client.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { requireProject } from '../projects/require-project.ts';
import { LABEL_COLUMNS } from './require-label.ts';

const OF_PROJECT = relatedList('list-labels/of-project', {
  columns: LABEL_COLUMNS,
  table: 'labels',
  alias: 'l',
  where: 'l.project_id = related_to',
  direction: 'desc',
});

/** Labels of a project, newest first, without a check of rights. */
export const labelsOf = (ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<Label>> =>
  relatedRows(ctx, OF_PROJECT, projectId, page);

/**
 * Lists a project's labels, newest first.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function listLabels(ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<Label>> {
  const project = await requireProject(ctx, projectId, 'project.read');
  return labelsOf(ctx, project.id, page);
}
