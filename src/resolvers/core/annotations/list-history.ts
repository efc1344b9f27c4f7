import type { Context } from '../../../context.ts';
import type { AnnotationHistory } from '../../../generated/prisma/client.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { readSizedPage } from '../../platform/pagination/sized-page.ts';
import { HISTORY_COLUMNS } from './columns.ts';
import { requireAnnotation } from './require-annotation.ts';
import { audienceOf, visibleTo } from './visibility.ts';

/**
 * Lists the history of an annotation that the member may read, newest first.
 *
 * @throws the errors of `requireAnnotation`
 */
export async function listHistory(
  ctx: Context<'pool'>,
  annotationId: string,
  page: Page,
): Promise<PageRows<AnnotationHistory>> {
  const annotation = await requireAnnotation(ctx, annotationId, 'annotation.read');
  return readSizedPage<AnnotationHistory>(
    ctx,
    {
      columns: HISTORY_COLUMNS,
      table: 'annotation_history',
      where: `annotation_id = $1 AND ${visibleTo(audienceOf(ctx), 'annotation_history')}`,
      values: [annotation.id],
      direction: 'desc',
      jsons: ['before', 'after'],
    },
    page,
  );
}
