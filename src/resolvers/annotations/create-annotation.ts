import { z } from 'zod';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { createOnce } from '../idempotency.ts';
import { parseInput } from '../input.ts';
import { requireProject, requireUser } from '../policies/access.ts';
import { captureCommentedPage } from '../snapshots/capture-commented-page.ts';
import type { AnnotationRow } from './columns.ts';
import { annotationInput, insertAnnotation } from './insert-annotation.ts';

const createAnnotationInput = annotationInput.extend({
  projectId: z.string(),
  source: z.enum(['api', 'overlay']).nullish(),
});

/** A member pins feedback. Emits comment.created. @throws UNAUTHENTICATED, BAD_USER_INPUT, NOT_FOUND, FORBIDDEN */
export async function createAnnotation(ctx: Context, args: unknown): Promise<AnnotationRow> {
  const userId = requireUser(ctx);
  const input = parseInput(createAnnotationInput, args);
  const source = input.source ?? 'api';
  const project = await requireProject(ctx, input.projectId, 'annotation.create', { field: 'projectId' });
  let isNew = false;
  const created = await createOnce(
    ctx,
    { caller: `user:${userId}`, operation: 'createAnnotation', input },
    async (sql) => {
      const row = await insertAnnotation(sql, { ...input, projectId: project.id, source, authorId: userId });
      if (!row) throw notFound('Project');
      isNew = true;
      return row;
    },
  );
  ctx.services.nudgeRelay();
  if (isNew && source === 'overlay') {
    ctx.services.afterwards('capture of a commented page', () => captureCommentedPage(ctx, created));
  }
  return created;
}
