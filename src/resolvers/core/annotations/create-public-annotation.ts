import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { takeAnnotationRoom } from '../../annotations/annotation-room.ts';
import { storeAnnotation } from '../../annotations/store-annotation.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireProjectByKey } from '../projects/require-project-by-key.ts';
import { annotationInput } from './insert-annotation.ts';

const publicAnnotationInput = annotationInput.extend({
  name: nameInput.nullish(),
  email: emailInput.nullish(),
});

/** A visitor pins feedback with the project's key. @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, RATE_LIMITED */
export async function createPublicAnnotation(
  ctx: Context,
  { projectKey, ...args }: { projectKey?: string | null; [name: string]: unknown },
): Promise<Annotation> {
  const project = await requireProjectByKey(ctx, projectKey);
  const input = parseInput(publicAnnotationInput, args);
  return storeAnnotation(
    ctx,
    { caller: `project:${project.id}`, operation: 'createPublicAnnotation', input },
    {
      ...input,
      projectId: project.id,
      source: 'overlay',
      authorName: input.name ?? undefined,
      authorEmail: input.email ?? undefined,
    },
    await takeAnnotationRoom(ctx, project.id, input),
  );
}
