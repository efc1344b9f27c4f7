import type { Context } from '../../../context.ts';
import { assertCan } from '../../platform/policies/access.ts';
import { changeComment, recordCommentChange } from './change-comment.ts';
import { requireMemberThread } from './require-thread.ts';

/** Moves replies to the deleted reply's parent, because the foreign key would delete them. */
const MOVE_REPLIES = 'UPDATE comments SET parent_id = $2 WHERE parent_id = $1';

/** Removes the text from the history. */
const CLEAR_HISTORY = `UPDATE annotation_history SET before = before - 'content', after = after - 'content'
  WHERE annotation_id = $1 AND kind = 'comment' AND before ->> 'id' = $2`;

const REMOVE = 'DELETE FROM comments WHERE id = $1';

/**
 * Deletes a reply permanently, including its text in the history. Replies to it move to its parent.
 *
 * @throws NOT_FOUND
 * @throws FORBIDDEN for another member's reply without the permission to moderate
 */
export async function deleteComment(
  ctx: Context<'changeHandlers' | 'logger' | 'pool' | 'wakeRelay'>,
  annotationId: string,
  commentId: string,
): Promise<{ id: string }> {
  const thread = await requireMemberThread(ctx, annotationId, 'comment.change');
  return changeComment(ctx, thread, commentId, async (locked) => {
    const { sql, annotation, comment } = locked;
    const { id, parentId, authorId } = comment;
    if (authorId !== annotation.userId) assertCan(ctx, annotation.role, 'comment.moderate');
    await sql.query(MOVE_REPLIES, [id, parentId]);
    await sql.query(CLEAR_HISTORY, [annotation.id, id]);
    for (const handle of ctx.services.changeHandlers.commentDeletion) await handle(sql, ctx, id);
    await sql.query(REMOVE, [id]);
    await recordCommentChange(locked, { type: 'comment.deleted', more: -1, before: { id }, after: null });
    return { id };
  });
}
