import type { Context } from '../../../context.ts';
import type { AnnotationHistory } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { readSizedPage, sizedPage } from '../../platform/pagination/sized-page.ts';
import { HISTORY_COLUMNS } from './columns.ts';
import { requireAnnotation } from './require-annotation.ts';
import { audienceOf, isOutsider, visibleToReader } from './visibility.ts';

const LIST = statement(
  'list-history/list',
  sizedPage({
    columns: HISTORY_COLUMNS,
    table: 'annotation_history',
    where: `annotation_id = $annotationId AND ${visibleToReader('annotation_history')}`,
    direction: 'desc',
    jsons: ['before', 'after'],
  }),
);

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
  const { id } = await requireAnnotation(ctx, annotationId, 'annotation.read');
  return readSizedPage(ctx, LIST, 'desc', page, { annotationId: id, ...isOutsider(audienceOf(ctx)) });
}
