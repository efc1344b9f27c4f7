import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { type Annotation, Visibility } from '../../../generated/prisma/client.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser, viaOf } from '../../platform/policies/access.ts';
import { requireProject } from '../projects/require-project.ts';
import { annotationInput } from './insert-annotation.ts';
import { assertMentionable, mentionsInput } from './mentions.ts';
import { type StoringAnnotations, storeAnnotation } from './store-annotation.ts';
import { assertMayWrite } from './visibility.ts';

const createAnnotationInput = annotationInput.extend({
  projectId: z.string(),
  source: z.enum(['api', 'overlay']).nullish(),
  visibility: z.enum(Visibility).nullish(),
  mentions: mentionsInput,
});

/**
 * Creates a member's annotation. Emits comment.created.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, NOT_FOUND
 * @throws FORBIDDEN also for an internal annotation of a guest
 */
export async function createAnnotation(ctx: Context<StoringAnnotations>, args: unknown): Promise<Annotation> {
  const userId = requireUser(ctx);
  const input = parseInput(createAnnotationInput, args);
  const source = input.source ?? 'api';
  const project = await requireProject(ctx, input.projectId, 'annotation.create', { field: 'projectId' });
  assertMayWrite(project.role, input.visibility);
  await assertMentionable(ctx, { projectId: project.id, visibility: input.visibility }, input.mentions);
  const { stored } = await storeAnnotation(
    ctx,
    { client: `user:${userId}`, operation: 'createAnnotation', input },
    { ...input, projectId: project.id, source, authorId: userId, via: viaOf(ctx) },
  );
  return stored;
}
