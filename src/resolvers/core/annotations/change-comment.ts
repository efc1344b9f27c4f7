import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { isId, newId } from '../../../infrastructure/database/ids.ts';
import { lockRows } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { type EventType, NO_EVENT_DATA, withChange } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { viaOf } from '../../platform/policies/access.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { COMMENT_COLUMNS } from './columns.ts';
import type { Thread } from './require-thread.ts';
import { audienceOf, isVisibleTo } from './visibility.ts';

const READ = statement(
  'change-comment/read',
  `SELECT ${COMMENT_COLUMNS} FROM comments WHERE id = $commentId AND annotation_id = $id`,
);

/** A reply being changed, in a locked thread. */
export interface LockedComment<In extends Thread = Thread> {
  sql: Queryable;
  /** Access token of the call. */
  via: string | null;
  annotation: In;
  comment: Comment;
}

/**
 * Changes a reply in one transaction.
 *
 * @param annotation thread of the reply, loaded for this client
 * @param change receives the current row and checks the client's permission
 * @throws NOT_FOUND, also for a reply of another thread
 */
export async function changeComment<T, In extends Thread>(
  ctx: Context<'pool' | 'wakeRelay'>,
  annotation: In,
  commentId: string,
  change: (locked: LockedComment<In>) => Promise<T>,
): Promise<T> {
  if (!isId(commentId)) throw notFound('Comment');
  const result = await inTransaction(ctx.services.pool, async (sql) => {
    // Every write to a thread locks its annotation's row.
    const threads = await lockRows(sql, 'annotations FOR NO KEY UPDATE', annotation.id);
    if (threads.size === 0) throw notFound('Annotation');
    const comment = await READ.first(sql, { commentId, id: annotation.id });
    if (!comment || !isVisibleTo(audienceOf(ctx), comment)) throw notFound('Comment');
    return change({ sql, via: viaOf(ctx), annotation, comment });
  });
  ctx.services.wakeRelay();
  return result;
}

const IS_INTERNAL = `visibility = 'internal' OR $visibility::"Visibility" = 'internal'`;

/**
 * Updates the annotation's times and counts, and inserts its history entry. A change of an internal
 * reply leaves the counts and times of outsiders.
 */
const RECORD = statement(
  'change-comment/record',
  `WITH thread AS (
    UPDATE annotations
       SET comment_count = comment_count + $more::int,
           internal_comment_count = internal_comment_count + CASE WHEN $visibility::"Visibility" = 'internal' THEN $more::int ELSE 0 END,
           public_updated_at = CASE WHEN ${IS_INTERNAL} THEN coalesce(public_updated_at, updated_at) END,
           updated_at = ${monotonicNow('updated_at')}
     WHERE id = $annotationId
    RETURNING id, updated_at, CASE WHEN ${IS_INTERNAL} THEN 'internal' ELSE 'public' END::"Visibility" AS visible_to
  ), kept AS (
    INSERT INTO annotation_history (id, annotation_id, actor_id, kind, visibility, before, after, created_at, via)
    SELECT $historyId, id, $actorId?, 'comment', visible_to, $before?, $after?, updated_at, $via? FROM thread
  )
  SELECT updated_at AS at FROM thread`,
);

/** Consequences of a changed reply. `before` and `after` are for the history. */
interface CommentChange {
  type: Extract<EventType, 'comment.updated' | 'comment.deleted'>;
  /** Change of the number of replies. */
  more: 0 | -1;
  before: { id: string; content?: string };
  after: { id: string; content: string } | null;
}

const textChange = (before: { content?: string }, after: { content: string }) => ({
  before: before.content,
  after: after.content,
});

/** Updates annotation, history and outbox after a changed reply. Returns the time of the change. */
export async function recordCommentChange(
  { sql, via, annotation, comment }: LockedComment,
  { type, more, before, after }: CommentChange,
): Promise<Date> {
  const { id: annotationId, organizationId, projectId, userId } = annotation;
  const { visibility } = comment;
  const { at } = await RECORD.one(sql, {
    annotationId,
    more,
    historyId: newId(),
    actorId: userId,
    before: JSON.stringify(before),
    after: after && JSON.stringify(after),
    visibility,
    via,
  });
  await recordEvent(sql, {
    type,
    organizationId,
    projectId,
    annotationId,
    commentId: comment.id,
    visibility,
    actorId: userId,
    data: withChange(NO_EVENT_DATA, {
      changes: after && after.content !== before.content ? { text: textChange(before, after) } : {},
      via,
      byVisitor: userId === null,
    }),
  });
  return at;
}
