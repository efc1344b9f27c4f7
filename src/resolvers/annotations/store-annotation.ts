import type { Context } from '../../context.ts';
import { type AppError, notFound } from '../../errors.ts';
import type { Annotation } from '../../generated/prisma/client.ts';
import { insertAnnotation, type NewAnnotation } from '../core/annotations/insert-annotation.ts';
import { captureCommentedPage } from '../core/snapshots/capture-after-comment.ts';
import { createOnce, type OnceRequest } from '../platform/idempotency/with-idempotency-key.ts';

/**
 * Stores a new annotation, once for each Idempotency-Key of the caller. One that was written on its page has the page
 * captured afterwards.
 * @param refusal of a new one; a repeat is answered all the same
 * @throws NOT_FOUND when the project has been deleted meanwhile
 */
export async function storeAnnotation(
  ctx: Context,
  request: OnceRequest,
  annotation: NewAnnotation,
  refusal?: AppError,
): Promise<Annotation> {
  let isNew = false;
  const stored = await createOnce(ctx, request, async (sql) => {
    if (refusal) throw refusal;
    const row = await insertAnnotation(sql, annotation);
    if (!row) throw notFound('Project');
    isNew = true;
    return row;
  });
  ctx.services.nudgeRelay();
  if (isNew && annotation.source === 'overlay') {
    ctx.services.afterwards('capture of a commented page', () => captureCommentedPage(ctx, stored));
  }
  return stored;
}
