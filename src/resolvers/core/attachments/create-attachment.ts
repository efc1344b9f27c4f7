import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError, conflict, notFound } from '../../../errors.ts';
import type { Attachment } from '../../../generated/prisma/client.ts';
import { isId, newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { FILE_TYPES } from '../../../lib/file-type.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { EMPTY, storableText } from '../../platform/input/storable-text.ts';
import { viaOf } from '../../platform/policies/access.ts';
import { oneLine } from '../../platform/text/plain-text.ts';
import { consumeVisitorQuota } from '../annotations/annotation-quota.ts';
import { requireThread, type Thread } from '../annotations/require-thread.ts';
import { audienceOf, isVisibleTo } from '../annotations/visibility.ts';
import { ATTACHMENT_COLUMNS, UPLOAD_MS } from './attachment-row.ts';

const attachmentInput = z.object({
  commentId: z.string().refine(isId, 'must be a UUID').nullish(),
  name: storableText(LIMITS.fileName)
    .transform(oneLine)
    .refine((name) => name !== '', EMPTY),
  contentType: z.enum(FILE_TYPES, `must be one of ${FILE_TYPES.join(', ')}`),
});

const INSERT = statement(
  'create-attachment/insert',
  `INSERT INTO attachments (id, annotation_id, comment_id, name, content_type, via, expires_at, by_visitor)
  VALUES ($id, $annotationId, $commentId?, $name, $contentType, $via?, $expiresAt, $byVisitor) RETURNING ${ATTACHMENT_COLUMNS}`,
);

/**
 * Announces a file of the client's own annotation or reply, which is uploaded afterwards.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, NOT_FOUND
 * @throws FORBIDDEN also for a comment of somebody else
 * @throws CONFLICT if the comment has ten files
 * @throws RATE_LIMITED for a visitor who exceeds the quota
 */
export async function createAttachment(
  ctx: Context<'annotationQuota' | 'db' | 'pool' | 'rateLimitStore'>,
  annotationId: string,
  args: unknown,
): Promise<Attachment> {
  const annotation = await requireThread(ctx, annotationId, 'comment.create');
  const input = parseInput(attachmentInput, args);
  const { userId } = annotation;
  if (!(await isAuthor(ctx, annotation, input.commentId))) {
    throw new AppError(
      'FORBIDDEN',
      'Only its author may attach files to a comment; attach them to a reply of your own',
    );
  }
  const rejection = userId === null ? await consumeVisitorQuota(ctx, annotation, input) : undefined;
  return withIdempotencyKey(
    ctx,
    {
      client: userId === null ? `visitor:${annotation.id}` : `user:${userId}`,
      operation: 'createAttachment',
      input: { annotationId, ...input },
      inSteps: true,
    },
    async (sql) => {
      if (rejection) throw rejection;
      await assertBelowLimit(sql, { annotationId, commentId: input.commentId ?? null });
      return INSERT.one(sql, {
        id: newId(),
        annotationId: annotation.id,
        commentId: input.commentId ?? null,
        name: input.name,
        contentType: input.contentType,
        via: viaOf(ctx),
        expiresAt: new Date(Date.now() + UPLOAD_MS),
        byVisitor: userId === null,
      });
    },
  );
}

/**
 * Whether the client wrote the reply, or without one the annotation.
 *
 * @throws NOT_FOUND for a reply that the client cannot read
 */
async function isAuthor(ctx: Context<'db'>, thread: Thread, id: string | null | undefined): Promise<boolean> {
  const { userId } = thread;
  if (!id) return userId === null || thread.authorId === userId;
  const comment = await ctx.services.db.comment.findFirst({
    where: { id, annotationId: thread.id },
    select: { authorId: true, byVisitor: true, visibility: true },
  });
  if (!comment || !isVisibleTo(audienceOf(ctx), comment)) throw notFound('Comment');
  return userId === null ? comment.byVisitor : comment.authorId === userId;
}

const COUNT = statement(
  'create-attachment/count',
  `SELECT count(*)::int AS count FROM attachments
  WHERE annotation_id = $annotationId AND comment_id IS NOT DISTINCT FROM $commentId? AND uploaded_at IS NOT NULL`,
);

/**
 * Checks that a comment has room for another file.
 *
 * @throws CONFLICT
 */
export async function assertBelowLimit(
  sql: Queryable,
  { annotationId, commentId }: Pick<Attachment, 'annotationId' | 'commentId'>,
): Promise<void> {
  const { count } = await COUNT.one(sql, { annotationId, commentId });
  if (count < LIMITS.attachments) return;
  throw conflict(
    `The comment has ${LIMITS.attachments} files, which is the limit; delete one, or attach the file to another reply`,
  );
}
