import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { isId, newId } from '../../../infrastructure/database/ids.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { COMMENT_COLUMNS } from '../../annotations/comment-columns.ts';
import { type EventType, NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { nextMoment } from '../../sql/next-moment.ts';
import { type AnnotationAccess, requireAnnotation } from './require-annotation.ts';

/** Whoever writes in a thread holds its annotation's row. */
const LOCK_THREAD = 'SELECT FROM annotations WHERE id = $1 AND deleted_at IS NULL FOR UPDATE';

const READ = `SELECT ${COMMENT_COLUMNS} FROM comments WHERE id = $1 AND annotation_id = $2`;

/** A reply that is being changed, of a thread in which nobody else writes meanwhile. */
export interface LockedComment {
  sql: Queryable;
  userId: string;
  annotation: AnnotationAccess;
  comment: Comment;
}

/**
 * Changes one reply of a thread in one transaction.
 * @param change sees the present row, and checks whether the caller may do this to it
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for a reply of another thread as for none
 */
export async function changeComment<T>(
  ctx: Context,
  annotationId: string,
  commentId: string,
  change: (locked: LockedComment) => Promise<T>,
): Promise<T> {
  const userId = requireUser(ctx);
  const annotation = await requireAnnotation(ctx, annotationId, 'comment.change');
  if (!isId(commentId)) throw notFound('Comment');
  const result = await inTransaction(ctx.services.pool, async (sql) => {
    if ((await sql.query(LOCK_THREAD, [annotation.id])).rowCount === 0) throw notFound('Annotation');
    const { rows } = await sql.query<Comment>(READ, [commentId, annotation.id]);
    const [comment] = rows;
    if (!comment) throw notFound('Comment');
    return change({ sql, userId, annotation, comment });
  });
  ctx.services.nudgeRelay();
  return result;
}

/** Raises the time of the annotation, and writes the line of its history. */
const RECORD = `WITH thread AS (
    UPDATE annotations SET comment_count = comment_count + $2, updated_at = ${nextMoment('updated_at')} WHERE id = $1
    RETURNING id, updated_at
  ), kept AS (
    INSERT INTO annotation_history (id, annotation_id, actor_id, kind, before, after, created_at)
    SELECT $3, id, $4, 'comment', $5, $6, updated_at FROM thread
  )
  SELECT updated_at AS at FROM thread`;

/** What changes beside the reply's row. */
interface CommentChange {
  type: Extract<EventType, 'comment.updated' | 'comment.deleted'>;
  /** Replies more in the thread. */
  more: 0 | -1;
  before: object;
  after: object | null;
}

/** Writes what a change of a reply leaves beside its row: in its annotation, the history and the outbox. @returns its moment */
export async function recordCommentChange(
  { sql, userId, annotation, comment }: LockedComment,
  { type, more, before, after }: CommentChange,
): Promise<Date> {
  const { id: annotationId, organizationId, projectId } = annotation;
  const line = [JSON.stringify(before), after && JSON.stringify(after)];
  const { rows } = await sql.query<{ at: Date }>(RECORD, [annotationId, more, newId(), userId, ...line]);
  await recordEvent(sql, {
    type,
    organizationId,
    projectId,
    annotationId,
    commentId: comment.id,
    data: NO_EVENT_DATA,
  });
  return (rows[0] as { at: Date }).at;
}
