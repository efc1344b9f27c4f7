import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { contentInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { changeComment, recordCommentChange } from './change-comment.ts';
import { COMMENT_COLUMNS } from './columns.ts';

const editInput = z.object({ content: contentInput });

const WRITE = `UPDATE comments SET content = $2, updated_at = $3 WHERE id = $1 RETURNING ${COMMENT_COLUMNS}`;

/**
 * Changes the text of the user's own reply. The history keeps the previous one. The current text
 * changes and emits nothing.
 *
 * @throws BAD_USER_INPUT, NOT_FOUND
 * @throws FORBIDDEN for the role, or for another member's reply
 */
export async function updateComment(
  ctx: Context<'pool' | 'wakeRelay'>,
  annotationId: string,
  commentId: string,
  args: { content: string },
): Promise<Comment> {
  requireUser(ctx);
  const { content } = parseInput(editInput, args);
  return changeComment(ctx, annotationId, commentId, async (locked) => {
    const { sql, userId, comment } = locked;
    if (comment.authorId !== userId)
      throw new AppError('FORBIDDEN', 'Only its author may change a reply; add a reply to it instead');
    if (comment.content === content) return comment;
    const { id } = comment;
    const at = await recordCommentChange(locked, {
      type: 'comment.updated',
      more: 0,
      before: { id, content: comment.content },
      after: { id, content },
    });
    const { rows } = await sql.query<Comment>(WRITE, [id, content, at]);
    return rows[0] as Comment;
  });
}
