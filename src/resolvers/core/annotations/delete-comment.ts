import type { Context } from '../../../context.ts';
import { deleteRow } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { assertCan } from '../../platform/policies/access.ts';
import { changeComment, recordCommentChange } from './change-comment.ts';
import { requireMemberThread } from './require-thread.ts';

/** Moves replies to the deleted reply's parent, because the foreign key would delete them. */
const MOVE_REPLIES = statement(
  'delete-comment/move-replies',
  'UPDATE comments SET parent_id = $parentId? WHERE parent_id = $id',
);

/** Removes the text from the history. */
const CLEAR_HISTORY = statement(
  'delete-comment/clear-history',
  `UPDATE annotation_history SET before = before - 'content', after = after - 'content'
  WHERE annotation_id = $id AND kind = 'comment' AND before ->> 'id' = $commentId`,
);

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
    await MOVE_REPLIES.run(sql, { id, parentId });
    await CLEAR_HISTORY.run(sql, { id: annotation.id, commentId: id });
    for (const handle of ctx.services.changeHandlers.commentDeletion) await handle(sql, ctx, id);
    await deleteRow(sql, 'comments', id);
    await recordCommentChange(locked, { type: 'comment.deleted', more: -1, before: { id }, after: null });
    return { id };
  });
}
