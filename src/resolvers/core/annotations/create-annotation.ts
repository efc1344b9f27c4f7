import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { type Annotation, Visibility } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser, viaOf } from '../../platform/policies/access.ts';
import { requireProject } from '../projects/require-project.ts';
import { annotationInput } from './insert-annotation.ts';
import { assertMentionable, mentionsInput } from './mentions.ts';
import { findPlace, type SnapshotPlace } from './on-snapshot.ts';
import { type StoringAnnotations, storeAnnotation } from './store-annotation.ts';
import { assertMayWrite } from './visibility.ts';

const createAnnotationInput = annotationInput.extend({
  projectId: z.string(),
  source: z.enum(['api', 'overlay']).nullish(),
  visibility: z.enum(Visibility).nullish(),
  mentions: mentionsInput,
  snapshotId: z.string().refine(isId, 'must be a UUID').nullish(),
});

type Creating = StoringAnnotations | 'logger' | 'metrics';

/**
 * Creates a member's annotation. Emits comment.created.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, NOT_FOUND
 * @throws FORBIDDEN also for an internal annotation of a guest
 * @throws UNAVAILABLE if too many pictures wait
 * @throws the errors of `findPlace`
 */
export async function createAnnotation(ctx: Context<Creating>, args: unknown): Promise<Annotation> {
  const userId = requireUser(ctx);
  const input = parseInput(createAnnotationInput, args);
  const source = input.source ?? 'api';
  const project = await requireProject(ctx, input.projectId, 'annotation.create', { field: 'projectId' });
  assertMayWrite(project.role, input.visibility);
  await assertMentionable(ctx, { projectId: project.id, visibility: input.visibility }, input.mentions);
  const { place, rejection } = await placeOf(ctx, project.id, input);
  const { stored } = await storeAnnotation(
    ctx,
    { client: `user:${userId}`, operation: 'createAnnotation', input },
    {
      ...input,
      ...(place && {
        place,
        position_x: place.position.x,
        position_y: place.position.y,
        metadata: { ...input.metadata, ...place.metadata },
      }),
      projectId: project.id,
      organizationId: project.organizationId,
      source,
      authorId: userId,
      via: viaOf(ctx),
    },
    rejection,
  );
  return stored;
}

/** Element of the snapshot at the annotation's position; an error does not reject a repeat. */
async function placeOf(
  ctx: Context<Creating>,
  projectId: string,
  { snapshotId, url, position_x: x, position_y: y }: z.infer<typeof createAnnotationInput>,
): Promise<{ place?: SnapshotPlace; rejection?: AppError }> {
  if (snapshotId == null) return {};
  try {
    return { place: await findPlace(ctx, { projectId, url, snapshotId, point: { x, y } }) };
  } catch (error) {
    if (error instanceof AppError) return { rejection: error };
    throw error;
  }
}
