import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { Visibility } from '../../../generated/prisma/client.ts';
import { isId, newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { commentEventData } from '../../platform/events/event-types.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { contentInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { viaOf } from '../../platform/policies/access.ts';
import { isForeignKeyViolation } from '../../platform/sql/database-errors.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { consumeVisitorQuota } from './annotation-quota.ts';
import { COMMENT_COLUMNS } from './columns.ts';
import { assertMentionable, assertNoMentions, mentionsInput } from './mentions.ts';
import { assertMayReply } from './public-replies.ts';
import type { AnnotationAccess } from './require-annotation.ts';
import { requireThread, type Thread } from './require-thread.ts';
import { assertMayWrite, audienceOf, isVisibleTo } from './visibility.ts';

const commentInput = z.object({
  content: contentInput,
  parentId: z.string().refine(isId, 'must be a UUID').nullish(),
  visibility: z.enum(Visibility).nullish(),
  mentions: mentionsInput,
});

const IS_INTERNAL = `visibility = 'internal' OR $visibility = 'internal'`;

/**
 * Inserts a reply, increments the thread's counts and records comment.created, in one statement. A
 * reply to an internal annotation is internal, also if the annotation became so concurrently.
 */
const INSERT = statement(
  'add-comment/insert',
  `WITH thread AS (
    UPDATE annotations
       SET comment_count = comment_count + 1,
           internal_comment_count = internal_comment_count + (${IS_INTERNAL})::int,
           public_updated_at = CASE WHEN ${IS_INTERNAL} THEN coalesce(public_updated_at, updated_at) END,
           updated_at = ${monotonicNow('updated_at')}
     WHERE id = $annotationId AND deleted_at IS NULL
    RETURNING id, project_id, updated_at, CASE WHEN ${IS_INTERNAL} THEN 'internal' ELSE 'public' END::"Visibility" AS visible_to
  ), author AS (SELECT id, name, email FROM users WHERE id = $authorId?
  ), c AS (
    INSERT INTO comments (id, annotation_id, parent_id, content, visibility, author_id, author_name, author_email,
                          by_visitor, by_other_visitor, created_at, updated_at, via, mentions)
    SELECT $id, thread.id, $parentId?, $content, thread.visible_to, author.id, coalesce(author.name, $authorName?), coalesce(author.email, $authorEmail?),
           $byVisitor::boolean, $byOtherVisitor::boolean, thread.updated_at, thread.updated_at, $via?::uuid, $mentions::uuid[]
      FROM thread LEFT JOIN author ON true
    RETURNING *
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, annotation_id, comment_id, visibility, data, actor_id)
    SELECT $eventId, 'comment.created', $organizationId, thread.project_id, thread.id, $id, thread.visible_to, $data, $authorId? FROM thread
  )
  SELECT ${COMMENT_COLUMNS}
    FROM c`,
  { prepared: true },
);

/**
 * Adds a reply of a member, or of the visitor who wrote the annotation. Emits comment.created.
 * Without a visibility, the reply has that of its parent, or of the annotation.
 *
 * @throws BAD_USER_INPUT also for a public reply to an internal text
 * @throws NOT_FOUND
 * @throws FORBIDDEN also for an internal reply of a guest or a visitor, and where only members do
 * @throws RATE_LIMITED for a visitor who exceeds the quota
 */
export async function addComment(
  ctx: Context<'annotationQuota' | 'db' | 'pool' | 'rateLimitStore' | 'wakeRelay'>,
  annotationId: string,
  args: unknown,
): Promise<Comment> {
  const annotation = await requireThread(ctx, annotationId, 'comment.create');
  const input = parseInput(commentInput, args);
  assertMayWrite(annotation.role, input.visibility);
  if (annotation.userId === null) assertMayReply(annotation);
  const parent = input.parentId ? await requireInThread(ctx, input.parentId, annotation.id) : annotation;
  const isInternal = annotation.visibility === 'internal' || parent.visibility === 'internal';
  if (isInternal && input.visibility === 'public') {
    throw badField('visibility', 'a reply to an internal annotation or reply is internal; omit it or send internal');
  }
  const { userId } = annotation;
  const visibility = isInternal ? 'internal' : input.visibility;
  if (userId === null) assertNoMentions(input.mentions);
  else await assertMentionable(ctx, { projectId: annotation.projectId, visibility }, input.mentions);
  const rejection = userId === null ? await consumeVisitorQuota(ctx, annotation, input) : undefined;
  const created = await withIdempotencyKey(
    ctx,
    {
      client: userId === null ? `visitor:${annotation.id}` : `user:${userId}`,
      operation: 'addComment',
      input: { annotationId, ...input },
    },
    (sql) => {
      if (rejection) throw rejection;
      return insertComment(sql, annotation, authorOf(annotation, viaOf(ctx)), { ...input, visibility });
    },
  ).catch((error: unknown) => {
    throw input.parentId && isForeignKeyViolation(error) ? notInThread() : error;
  });
  ctx.services.wakeRelay();
  return created;
}

/** Author of a reply: a user, a person named in a tracker, or a visitor. */
type CommentAuthor =
  | { userId: string; via: string | null }
  | {
      userId?: null;
      via?: undefined;
      name: string | null;
      email?: string | null;
      byVisitor?: true;
      byOtherVisitor?: true;
    };

const authorOf = ({ userId, authorName, authorEmail }: Thread, via: string | null): CommentAuthor =>
  userId === null ? { name: authorName, email: authorEmail, byVisitor: true } : { userId, via };

/**
 * Inserts a reply and its event without checking the role.
 *
 * @throws NOT_FOUND for a deleted annotation
 */
export async function insertComment(
  sql: Queryable,
  annotation: Pick<AnnotationAccess, 'id' | 'url' | 'status' | 'projectId' | 'organizationId' | 'visibility'>,
  author: CommentAuthor,
  input: Omit<z.infer<typeof commentInput>, 'mentions'> & { mentions?: string[] },
): Promise<Comment> {
  const id = newId();
  const { url, status, projectId } = annotation;
  const isInternal = annotation.visibility === 'internal' || input.visibility === 'internal';
  const visibility = isInternal ? 'internal' : 'public';
  const text = input.content;
  const data = commentEventData({ id, text, annotationId: annotation.id, url, status, visibility }, projectId);
  const { name = null, email = null, byVisitor = false, byOtherVisitor = false } = 'name' in author ? author : {};
  const comment = await INSERT.first(sql, {
    annotationId: annotation.id,
    authorId: author.userId,
    id,
    parentId: input.parentId,
    content: input.content,
    eventId: newId(),
    organizationId: annotation.organizationId,
    data,
    authorName: name,
    visibility,
    via: author.via,
    authorEmail: email,
    byVisitor,
    byOtherVisitor,
    mentions: input.mentions ?? [],
  });
  if (!comment) throw notFound('Annotation');
  return comment;
}

async function requireInThread(
  ctx: Context<'db'>,
  parentId: string,
  annotationId: string,
): Promise<Pick<Comment, 'visibility'>> {
  const parent = await ctx.services.db.comment.findFirst({
    where: { id: parentId, annotationId },
    select: { visibility: true },
  });
  if (!parent || !isVisibleTo(audienceOf(ctx), parent)) throw notInThread();
  return parent;
}

/**
 * Error for an unknown parent, also for one deleted while the reply waited for the thread's lock.
 */
const notInThread = () => badField('parentId', 'must be a comment of the same annotation');
