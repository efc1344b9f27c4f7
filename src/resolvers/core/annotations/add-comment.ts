import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badInput, notFound } from '../../../errors.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { isId, newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { commentEventData } from '../../platform/events/event-types.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { contentInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { isForeignKeyViolation } from '../../platform/sql/database-errors.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { COMMENT_COLUMNS } from './columns.ts';
import { type AnnotationAccess, requireAnnotation } from './require-annotation.ts';

const commentInput = z.object({
  content: contentInput,
  parentId: z.string().refine(isId, 'must be a UUID').nullish(),
});

/** Inserts a reply, increments the thread's count and records comment.created, in one statement. */
const INSERT = {
  name: 'insert-comment',
  text: `WITH thread AS (
    UPDATE annotations SET comment_count = comment_count + 1, updated_at = ${monotonicNow('updated_at')}
     WHERE id = $1 AND deleted_at IS NULL RETURNING id, project_id, updated_at
  ), author AS (SELECT id, name, email FROM users WHERE id = $2
  ), c AS (
    INSERT INTO comments (id, annotation_id, parent_id, content, author_id, author_name, author_email, created_at, updated_at)
    SELECT $3, thread.id, $4, $5, author.id, coalesce(author.name, $9), author.email, thread.updated_at, thread.updated_at
      FROM thread LEFT JOIN author ON true
    RETURNING *
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, annotation_id, comment_id, data)
    SELECT $6, 'comment.created', $7, thread.project_id, thread.id, $3, $8 FROM thread
  )
  SELECT ${COMMENT_COLUMNS}
    FROM c`,
};

/**
 * Adds a member's reply to a thread. Emits comment.created.
 *
 * @throws BAD_USER_INPUT, NOT_FOUND, FORBIDDEN
 */
export async function addComment(
  ctx: Context<'db' | 'pool' | 'wakeRelay'>,
  annotationId: string,
  args: unknown,
): Promise<Comment> {
  const userId = requireUser(ctx);
  const annotation = await requireAnnotation(ctx, annotationId, 'comment.create');
  const input = parseInput(commentInput, args);
  if (input.parentId) await assertInThread(ctx, input.parentId, annotation.id);
  const created = await withIdempotencyKey(
    ctx,
    { client: `user:${userId}`, operation: 'addComment', input: { annotationId, ...input } },
    (sql) => insertComment(sql, annotation, { userId }, input),
  ).catch((error: unknown) => {
    throw input.parentId && isForeignKeyViolation(error) ? notInThread() : error;
  });
  ctx.services.wakeRelay();
  return created;
}

/**
 * Inserts a reply and its event without checking the role.
 *
 * @throws NOT_FOUND for a deleted annotation
 */
export async function insertComment(
  sql: Queryable,
  annotation: Pick<AnnotationAccess, 'id' | 'url' | 'status' | 'projectId' | 'organizationId'>,
  author: { userId: string; name?: undefined } | { userId?: undefined; name: string },
  input: z.infer<typeof commentInput>,
): Promise<Comment> {
  const id = newId();
  const { url, status, projectId } = annotation;
  const data = commentEventData({ id, text: input.content, annotationId: annotation.id, url, status }, projectId);
  const { rows } = await sql.query<Comment>({
    ...INSERT,
    values: [
      annotation.id,
      author.userId ?? null,
      id,
      input.parentId ?? null,
      input.content,
      newId(),
      annotation.organizationId,
      data,
      author.name ?? null,
    ],
  });
  const [comment] = rows;
  if (!comment) throw notFound('Annotation');
  return comment;
}

async function assertInThread(ctx: Context<'db'>, parentId: string, annotationId: string): Promise<void> {
  const parent = await ctx.services.db.comment.findFirst({
    where: { id: parentId, annotationId },
    select: { id: true },
  });
  if (!parent) throw notInThread();
}

/**
 * Error for an unknown parent, also for one deleted while the reply waited for the thread's lock.
 */
const notInThread = () => badInput('parentId: must be a comment of the same annotation');
