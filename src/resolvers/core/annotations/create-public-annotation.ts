import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { hashToken } from '../auth/secret-token.ts';
import { requireProjectByKey } from '../projects/require-project-by-key.ts';
import { consumeAnnotationQuota } from './annotation-quota.ts';
import { annotationInput } from './insert-annotation.ts';
import { pictureIn, pixelsOf } from './pictures/read-picture.ts';
import { type StoringAnnotations, storeAnnotation } from './store-annotation.ts';
import { addVisitorToken, newVisitorToken } from './visitor-tokens.ts';

/** A visitor's annotation, with the token that its creation returns. */
export type CreatedAnnotation = Annotation & { visitorToken?: string };

const publicAnnotationInput = annotationInput.extend({
  name: nameInput.nullish(),
  email: emailInput.nullish(),
});

/**
 * Creates a visitor's annotation by project key. Emits comment.created. The stored response of an
 * idempotency key has no token; a repeat gets another one.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, RATE_LIMITED
 * @throws UNAVAILABLE if too many pictures wait
 */
export async function createPublicAnnotation(
  ctx: Context<'annotationQuota' | StoringAnnotations>,
  { projectKey, ...args }: { projectKey?: string | null; [name: string]: unknown },
): Promise<CreatedAnnotation> {
  const project = await requireProjectByKey(ctx, projectKey);
  const input = parseInput(publicAnnotationInput, args);
  const visitorToken = newVisitorToken();
  const { picture, ...described } = input;
  const pixels = await pixelsOf(picture ?? pictureIn(input.metadata));
  const { stored, isNew } = await storeAnnotation(
    ctx,
    { client: `project:${project.id}`, operation: 'createPublicAnnotation', input },
    {
      ...input,
      projectId: project.id,
      organizationId: project.organizationId,
      source: 'overlay',
      authorName: input.name ?? undefined,
      authorEmail: input.email ?? undefined,
      visitorTokenHash: hashToken(visitorToken),
    },
    await consumeAnnotationQuota(ctx, project.id, described, { bytes: picture?.length ?? 0, pixels }),
  );
  if (!isNew) await addVisitorToken(ctx.services.pool, stored.id, visitorToken);
  return { ...stored, visitorToken };
}
