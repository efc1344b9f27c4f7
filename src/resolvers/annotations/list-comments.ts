import type { Context } from '../../context.ts';
import type { Comment } from '../../generated/prisma/client.ts';
import { inReadingOrder, type Page, pageClause } from '../page.ts';
import { COMMENT_COLUMNS } from './comment-columns.ts';
import { requireAnnotation } from './require-annotation.ts';

/** The replies of a thread, oldest first. @throws as `requireAnnotation` */
export async function listComments(ctx: Context, annotationId: string, page: Page): Promise<Comment[]> {
  const annotation = await requireAnnotation(ctx, annotationId, 'annotation.read');
  const clause = pageClause(page, 'asc', 2);
  const { rows } = await ctx.services.pool.query<Comment>(
    `SELECT ${COMMENT_COLUMNS} FROM comments WHERE annotation_id = $1 ${clause.where} ${clause.orderAndLimit}`,
    [annotation.id, ...clause.values],
  );
  return inReadingOrder(rows, page);
}
