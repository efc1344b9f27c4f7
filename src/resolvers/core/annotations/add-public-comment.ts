import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Comment } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { contentInput, nameInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireProjectByKey } from '../projects/require-project-by-key.ts';
import { insertComment } from './add-comment.ts';
import { consumeAnnotationQuota, countOthersReply } from './annotation-quota.ts';
import { assertOthersMayReply } from './public-replies.ts';

const replyInput = z.object({ content: contentInput, name: nameInput.nullish() });

const FIND = statement(
  'add-public-comment/find',
  `SELECT id, project_id AS "projectId", url, status, visibility FROM annotations
   WHERE id = $id AND project_id = $projectId AND deleted_at IS NULL AND visibility = 'public'`,
);

/**
 * Adds a reply of a visitor to the public annotation of another one, by project key. Emits
 * comment.created. The name is not verified.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, RATE_LIMITED
 * @throws FORBIDDEN also if other visitors cannot reply in the project
 * @throws NOT_FOUND for an annotation that visitors cannot read
 */
export async function addPublicComment(
  ctx: Context<'annotationQuota' | 'pool' | 'rateLimitStore' | 'wakeRelay'>,
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
    { client: `project:${project.id}`, operation: 'addPublicComment', input: { id, ...input } },
    async (sql) => {
      if (rejection) throw rejection;
      // Repeated calls with the same key are one reply.
      await countOthersReply(ctx, found.id);
      return insertComment(sql, annotation, author, { content: input.content });
    },
  );
  ctx.services.wakeRelay();
  return created;
}
