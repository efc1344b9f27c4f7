import type { Context } from '../../../context.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { readSizedPage } from '../../platform/pagination/sized-page.ts';
import { COMMENT_COLUMNS } from './columns.ts';
import { requireThread } from './require-thread.ts';
import { audienceOf, visibleTo } from './visibility.ts';

/**
 * Lists the replies of a thread that the member or visitor may read, oldest first.
 *
 * @throws the errors of `requireThread`
 */
export async function listComments(ctx: Context<'pool'>, annotationId: string, page: Page): Promise<PageRows<Comment>> {
  const annotation = await requireThread(ctx, annotationId, 'annotation.read');
  return readSizedPage<Comment>(
    ctx,
    {
      columns: COMMENT_COLUMNS,
      table: 'comments',
      where: `annotation_id = $1 AND ${visibleTo(audienceOf(ctx), 'comments')}`,
      values: [annotation.id],
      direction: 'asc',
      texts: ['content'],
    },
    page,
  );
}
