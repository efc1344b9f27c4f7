import { z } from 'zod';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { createOnce } from '../idempotency.ts';
import { parseInput } from '../input.ts';
import { requireProject, requireUser } from '../policies/access.ts';
import type { AnnotationRow } from './columns.ts';
import { type AnnotationInput, annotationInput, insertAnnotation } from './insert-annotation.ts';

const createAnnotationInput = annotationInput.extend({ projectId: z.string() });

/** A member pins feedback. Emits comment.created. @throws UNAUTHENTICATED, BAD_USER_INPUT, NOT_FOUND, FORBIDDEN */
export async function createAnnotation(ctx: Context, args: unknown): Promise<AnnotationRow> {
  const userId = requireUser(ctx);
  const input: AnnotationInput & { projectId: string } = parseInput(createAnnotationInput, args);
  const project = await requireProject(ctx, input.projectId, 'annotation.create', { field: 'projectId' });
  const created = await createOnce(
    ctx,
    { caller: `user:${userId}`, operation: 'createAnnotation', input },
    async (sql) => {
      const row = await insertAnnotation(sql, { ...input, projectId: project.id, source: 'api', authorId: userId });
      if (!row) throw notFound('Project');
      return row;
    },
  );
  ctx.services.nudgeRelay();
  return created;
}
