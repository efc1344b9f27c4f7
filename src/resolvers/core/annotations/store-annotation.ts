import type { Context } from '../../../context.ts';
import { type AppError, notFound } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { type IdempotentRequest, withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { captureAfterComment } from '../snapshots/capture-after-comment.ts';
import { insertAnnotation, type NewAnnotation } from './insert-annotation.ts';

/**
 * Stores a new annotation once per Idempotency-Key. Its page is captured afterwards if it was
 * written there.
 *
 * @param rejection error for a new annotation; a repeat is still answered
 * @returns the annotation, and whether it is new
 * @throws NOT_FOUND if the project was deleted concurrently
 */
export async function storeAnnotation(
  ctx: Context<'config' | 'pool' | 'runInBackground' | 'wakeCaptures' | 'wakeRelay'>,
  request: IdempotentRequest,
  annotation: NewAnnotation,
  rejection?: AppError,
): Promise<{ stored: Annotation; isNew: boolean }> {
  let isNew = false;
  const stored = await withIdempotencyKey(ctx, request, async (sql) => {
    if (rejection) throw rejection;
    const row = await insertAnnotation(sql, annotation);
    if (!row) throw notFound('Project');
    isNew = true;
    return row;
  });
  ctx.services.wakeRelay();
  if (isNew && annotation.source === 'overlay') {
    ctx.services.runInBackground('capture of a commented page', () => captureAfterComment(ctx, stored));
  }
  return { stored, isNew };
}
