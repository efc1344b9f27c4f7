import type { Context } from '../../context.ts';
import { type AnnotationHistory, Prisma } from '../../generated/prisma/client.ts';
import { inReadingOrder, type Page, pageClause } from '../page.ts';
import { selectList } from '../select-list.ts';
import { requireAnnotation } from './require-annotation.ts';

const COLUMNS = selectList(Prisma.AnnotationHistoryScalarFieldEnum);

/** What happened to an annotation, newest first. @throws as `requireAnnotation` */
export async function listHistory(ctx: Context, annotationId: string, page: Page): Promise<AnnotationHistory[]> {
  const annotation = await requireAnnotation(ctx, annotationId, 'annotation.read');
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<AnnotationHistory>(
    `SELECT ${COLUMNS} FROM annotation_history WHERE annotation_id = $1 ${clause.where} ${clause.orderAndLimit}`,
    [annotation.id, ...clause.values],
  );
  return inReadingOrder(rows, page);
}
