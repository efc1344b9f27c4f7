import type { Context } from '../../../context.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { readSizedPage, sizedPage } from '../../platform/pagination/sized-page.ts';
import { COMMENT_COLUMNS } from './columns.ts';
import { requireThread } from './require-thread.ts';
import { audienceOf, isOutsider, visibleToReader } from './visibility.ts';

const LIST = statement(
  'list-comments/list',
  sizedPage({
    columns: COMMENT_COLUMNS,
    table: 'comments',
    where: `annotation_id = $annotationId AND ${visibleToReader('comments')}`,
    direction: 'asc',
    texts: ['content'],
  }),
);

/**
 * Lists the replies of a thread that the member or visitor may read, oldest first.
 *
 * @throws the errors of `requireThread`
 */
export async function listComments(ctx: Context<'pool'>, annotationId: string, page: Page): Promise<PageRows<Comment>> {
  const { id } = await requireThread(ctx, annotationId, 'annotation.read');
  return readSizedPage(ctx, LIST, 'asc', page, { annotationId: id, ...isOutsider(audienceOf(ctx)) });
}
