import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { contentInput, nameInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireProjectByKey } from '../projects/require-project-by-key.ts';
import { insertComment } from './add-comment.ts';
import { consumeAnnotationQuota } from './annotation-quota.ts';
import { assertOthersMayReply } from './public-replies.ts';

const replyInput = z.object({ content: contentInput, name: nameInput.nullish() });

const FIND = statement(
  'add-public-comment/find',
  `SELECT id, project_id AS "projectId", url, status, visibility FROM annotations
   WHERE id = $id AND project_id = $projectId AND deleted_at IS NULL AND visibility = 'public'`,
);

/** Replies of visitors to the annotation of another one, within an hour. */
const HOURLY_REPLIES = 30;

const COUNT = statement(
  'add-public-comment/count',
  `SELECT count(*)::int AS "count!", extract(epoch FROM min(created_at) + interval '1 hour' - now())::float AS seconds
    FROM comments WHERE annotation_id = $id AND by_other_visitor AND created_at > now() - interval '1 hour'`,
);

/** @throws RATE_LIMITED if the thread has the replies of an hour */
async function assertBelowLimit(sql: Queryable, id: string): Promise<void> {
  const { count, seconds } = await COUNT.one(sql, { id });
  if (count < HOURLY_REPLIES) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds ?? 0));
  throw new AppError(
    'RATE_LIMITED',
    `A thread takes ${HOURLY_REPLIES} replies of other visitors within an hour; retry in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );
}

/**
 * Adds a reply of a visitor to the public annotation of another one, by project key. Emits
 * comment.created. Nobody confirms the name.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, RATE_LIMITED
 * @throws FORBIDDEN also if the project permits no replies of other visitors
 * @throws NOT_FOUND for an annotation that visitors cannot read
 */
export async function addPublicComment(
  ctx: Context<'annotationQuota' | 'pool' | 'wakeRelay'>,
  { projectKey, id, ...args }: { projectKey?: string | null; id: string; [name: string]: unknown },
): Promise<Comment> {
  const project = await requireProjectByKey(ctx, projectKey);
  assertOthersMayReply(project);
  const input = parseInput(replyInput, args);
  const found = isId(id) ? await FIND.first(ctx.services.pool, { id, projectId: project.id }) : undefined;
  if (!found) throw notFound('Annotation');
  const annotation = { ...found, organizationId: project.organizationId };
  const rejection = await consumeAnnotationQuota(ctx, project.id, input);
  const author = { name: input.name ?? null, byOtherVisitor: true } as const;
  const created = await withIdempotencyKey(
    ctx,
    { client: `project:${project.id}`, operation: 'addPublicComment', input: { id, ...input }, inSteps: true },
    async (sql) => {
      if (rejection) throw rejection;
      await assertBelowLimit(sql, id);
      return insertComment(sql, annotation, author, { content: input.content });
    },
  );
  ctx.services.wakeRelay();
  return created;
}
