import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { requireProject } from '../projects/require-project.ts';
import { annotationInput } from './insert-annotation.ts';
import { storeAnnotation } from './store-annotation.ts';

const createAnnotationInput = annotationInput.extend({
  projectId: z.string(),
  source: z.enum(['api', 'overlay']).nullish(),
});

/**
 * Creates a member's annotation. Emits comment.created.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, NOT_FOUND, FORBIDDEN
 */
export async function createAnnotation(
  ctx: Context<'config' | 'pool' | 'runInBackground' | 'wakeCaptures' | 'wakeRelay'>,
  args: unknown,
): Promise<Annotation> {
  const userId = requireUser(ctx);
  const input = parseInput(createAnnotationInput, args);
  const source = input.source ?? 'api';
  const project = await requireProject(ctx, input.projectId, 'annotation.create', { field: 'projectId' });
  return storeAnnotation(
    ctx,
    { client: `user:${userId}`, operation: 'createAnnotation', input },
    { ...input, projectId: project.id, source, authorId: userId },
  );
}
