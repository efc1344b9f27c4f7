import type { CallContext, Context } from '../../../context.ts';
import type { Annotation, Label } from '../../../generated/prisma/client.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
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

type Read = (ids: readonly string[]) => Promise<Label[]>;

const readers = new WeakMap<CallContext, Read>();

/** Labels of an annotation, by name. One statement reads those of all annotations of a step. */
export function labelsOf(ctx: Context<'pool'>, { labelIds }: Pick<Annotation, 'labelIds'>): Promise<Label[]> {
  if (labelIds.length === 0) return Promise.resolve([]);
  const read = readers.get(ctx) ?? createBatcher((lists: (readonly string[])[]) => selectLabels(ctx, lists), Infinity);
  readers.set(ctx, read);
  return read(labelIds);
}

async function selectLabels(ctx: Context<'pool'>, lists: (readonly string[])[]): Promise<Label[][]> {
  const { rows } = await ctx.services.pool.query<Label>(
    `SELECT ${LABEL_COLUMNS} FROM labels l WHERE id = ANY($1::uuid[]) ORDER BY name, id`,
    [[...new Set(lists.flat())]],
  );
  return lists.map((ids) => rows.filter(({ id }) => ids.includes(id)));
}
