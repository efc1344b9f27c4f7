import type { Context } from '../../../context.ts';
import { forgetTakenComment } from '../../integrations/inbound/taken-comments.ts';
import { assertCan } from '../../platform/policies/access.ts';
import { changeComment, recordCommentChange } from './change-comment.ts';

/** A row that others name as their parent would take them with it. */
const PASS_ANSWERS_ON = 'UPDATE comments SET parent_id = $2 WHERE parent_id = $1';

/** What the history has of its text. */
const CLEAR_HISTORY = `UPDATE annotation_history SET before = before - 'content', after = after - 'content'
  WHERE annotation_id = $1 AND kind = 'comment' AND before ->> 'id' = $2`;

const REMOVE = 'DELETE FROM comments WHERE id = $1';

/**
 * Removes a reply for good, also what the history keeps of its text. What answered it answers what it had answered itself.
 * @throws NOT_FOUND; FORBIDDEN for a reply of somebody else, without the right to moderate
 */
export function deleteComment(ctx: Context, annotationId: string, commentId: string): Promise<{ id: string }> {
  return changeComment(ctx, annotationId, commentId, async (locked) => {
    const { sql, userId, annotation, comment } = locked;
    const { id, parentId, authorId } = comment;
    if (authorId !== userId) assertCan(annotation.role, 'comment.moderate');
    await sql.query(PASS_ANSWERS_ON, [id, parentId]);
    await sql.query(CLEAR_HISTORY, [annotation.id, id]);
    await forgetTakenComment(sql, id);
    await sql.query(REMOVE, [id]);
    await recordCommentChange(locked, { type: 'comment.deleted', more: -1, before: { id }, after: null });
    return { id };
  });
}
