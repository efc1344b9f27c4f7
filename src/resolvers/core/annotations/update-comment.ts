import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { contentInput } from '../../platform/input/fields.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { consumeVisitorQuota } from './annotation-quota.ts';
import { changeComment, recordCommentChange } from './change-comment.ts';
import { COMMENT_COLUMNS } from './columns.ts';
import { addedMembers, assertMentionable, assertNoMentions, isSameMembers, mentionsInput } from './mentions.ts';
import { requireThread } from './require-thread.ts';
import { assertStillEditable } from './visitor-tokens.ts';

const editInput = z.object({ content: contentInput, mentions: mentionsInput });

const WRITE = statement(
  'update-comment/write',
  `UPDATE comments SET content = $content, updated_at = $at, mentions = $mentions WHERE id = $id RETURNING ${COMMENT_COLUMNS}`,
);

/**
 * Changes the text of the client's own reply; a visitor's for 15 minutes. The history keeps the
 * previous one. The current text changes and emits nothing.
 *
 * @throws BAD_USER_INPUT, NOT_FOUND
 * @throws FORBIDDEN for the role, for somebody else's reply, or for a visitor after 15 minutes
 */
export async function updateComment(
  ctx: Context<'annotationQuota' | 'pool' | 'rateLimitStore' | 'wakeRelay'>,
  annotationId: string,
  commentId: string,
  args: object,
): Promise<Comment> {
  const thread = await requireThread(ctx, annotationId, 'comment.change');
  rejectNulls(args);
  const { content, mentions: mentioned } = parseInput(editInput, args);
  return changeComment(ctx, thread, commentId, async (locked) => {
    const { sql, annotation, comment } = locked;
    const isOwn = annotation.userId === null ? comment.byVisitor : comment.authorId === annotation.userId;
    if (!isOwn) throw new AppError('FORBIDDEN', 'Only its author may change a reply; add a reply to it instead');
    const mentions = mentioned ?? comment.mentions;
    if (comment.content === content && isSameMembers(mentions, comment.mentions)) return comment;
    if (annotation.userId === null) {
      assertNoMentions(mentioned);
      assertStillEditable(comment);
      const rejection = await consumeVisitorQuota(ctx, annotation, args);
      if (rejection) throw rejection;
    } else {
      const text = { projectId: annotation.projectId, visibility: comment.visibility };
      await assertMentionable(ctx, text, addedMembers(mentions, comment.mentions));
    }
    const { id } = comment;
    const at = await recordCommentChange(locked, {
      type: 'comment.updated',
      more: 0,
      before: { id, content: comment.content },
      after: { id, content },
    });
    return WRITE.one(sql, { id, content, at, mentions });
  });
}
