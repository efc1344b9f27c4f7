import type { Context } from '../../context.ts';
import type { AnnotationHistory } from '../../generated/prisma/client.ts';
import { inReadingOrder, type Page, pageClause } from '../page.ts';
import { requireAnnotation } from './require-annotation.ts';

/** What happened to an annotation, newest first. @throws as `requireAnnotation` */
export async function listHistory(ctx: Context, annotationId: string, page: Page): Promise<AnnotationHistory[]> {
  const annotation = await requireAnnotation(ctx, annotationId, 'annotation.read');
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<AnnotationHistory>(
    `SELECT id, annotation_id AS "annotationId", kind, actor_id AS "actorId", before, after, created_at AS "createdAt"
       FROM annotation_history WHERE annotation_id = $1 ${clause.where} ${clause.orderAndLimit}`,
    [annotation.id, ...clause.values],
  );
  return inReadingOrder(rows, page);
}
