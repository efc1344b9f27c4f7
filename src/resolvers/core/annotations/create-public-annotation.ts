import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireProjectByKey } from '../projects/require-project-by-key.ts';
import { consumeAnnotationQuota } from './annotation-quota.ts';
import { annotationInput } from './insert-annotation.ts';
import { storeAnnotation } from './store-annotation.ts';

const publicAnnotationInput = annotationInput.extend({
  name: nameInput.nullish(),
  email: emailInput.nullish(),
});

/**
 * Creates a visitor's annotation by project key. Emits comment.created.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, RATE_LIMITED
 */
export async function createPublicAnnotation(
  ctx: Context<'annotationQuota' | 'config' | 'pool' | 'runInBackground' | 'wakeCaptures' | 'wakeRelay'>,
  { projectKey, ...args }: { projectKey?: string | null; [name: string]: unknown },
): Promise<Annotation> {
  const project = await requireProjectByKey(ctx, projectKey);
  const input = parseInput(publicAnnotationInput, args);
  return storeAnnotation(
    ctx,
    { client: `project:${project.id}`, operation: 'createPublicAnnotation', input },
    {
      ...input,
      projectId: project.id,
      source: 'overlay',
      authorName: input.name ?? undefined,
      authorEmail: input.email ?? undefined,
    },
    await consumeAnnotationQuota(ctx, project.id, input),
  );
}
