import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { createOnce } from '../idempotency.ts';
import { emailInput, nameInput, parseInput } from '../input.ts';
import { requireProjectByKey } from '../projects/find-project-by-key.ts';
import { captureCommentedPage } from '../snapshots/capture-commented-page.ts';
import type { AnnotationRow } from './columns.ts';
import { annotationInput, insertAnnotation } from './insert-annotation.ts';

const publicAnnotationInput = annotationInput.extend({
  name: nameInput.nullish(),
  email: emailInput.nullish(),
});

/** A visitor pins feedback with the project's key. @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT */
export async function createPublicAnnotation(
  ctx: Context,
  { projectKey, ...args }: { projectKey?: string | null; [name: string]: unknown },
): Promise<AnnotationRow> {
  const project = await requireProjectByKey(ctx, projectKey);
  const input = parseInput(publicAnnotationInput, args);
  let isNew = false;
  const created = await createOnce(
    ctx,
    { caller: `project:${project.id}`, operation: 'createPublicAnnotation', input },
    async (sql) => {
      const row = await insertAnnotation(sql, {
        ...input,
        projectId: project.id,
        source: 'overlay',
        authorName: input.name ?? undefined,
        authorEmail: input.email ?? undefined,
      });
      if (!row) throw notFound('Project');
      isNew = true;
      return row;
    },
  );
  ctx.services.nudgeRelay();
  if (isNew) ctx.services.afterwards('capture of a commented page', () => captureCommentedPage(ctx, created));
  return created;
}
