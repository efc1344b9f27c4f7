import type { Context } from '../../../context.ts';
import type { AnnotationHistory, Comment } from '../../../generated/prisma/client.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { COMMENT_COLUMNS, HISTORY_COLUMNS } from './columns.ts';
import { type Audience, isOutsider, visibleTo } from './visibility.ts';

/** Annotation that has the list, and the audience that reads it. */
interface Thread {
  annotationId: string;
  audience: Audience;
}

/**
 * Condition on a row of a thread. One of an internal annotation may be public itself, and an
 * internal annotation has none for outsiders.
 */
const inThread = (row: string): string =>
  `${row}.annotation_id = related_to AND (NOT $isOutsider::boolean OR (${visibleTo('outsiders', row)}
     AND EXISTS (SELECT FROM annotations a WHERE a.id = related_to AND ${visibleTo('outsiders', 'a')})))`;

const REPLIES = relatedList('thread-lists/replies', {
  columns: COMMENT_COLUMNS,
  table: 'comments',
  alias: 'reply',
  where: inThread('reply'),
  direction: 'asc',
  texts: ['content'],
});

const HISTORY = relatedList('thread-lists/history', {
  columns: HISTORY_COLUMNS,
  table: 'annotation_history',
  alias: 'change',
  where: inThread('change'),
  direction: 'desc',
  jsons: ['before', 'after'],
});

/**
 * Replies of an annotation that the audience may read, oldest first.
 *
 * @throws the errors of `relatedRows`
 */
export const repliesOf = (
  ctx: Context<'pool'>,
  { annotationId, audience }: Thread,
  page: Page,
): Promise<PageRows<Comment>> => relatedRows(ctx, REPLIES, annotationId, page, isOutsider(audience));

/**
 * Changes of an annotation that the audience may read, newest first.
 *
 * @throws the errors of `relatedRows`
 */
export const historyOf = (
  ctx: Context<'pool'>,
  { annotationId, audience }: Thread,
  page: Page,
): Promise<PageRows<AnnotationHistory>> => relatedRows(ctx, HISTORY, annotationId, page, isOutsider(audience));
