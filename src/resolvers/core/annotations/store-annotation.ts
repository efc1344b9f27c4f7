import type { Context } from '../../../context.ts';
import { type AppError, badField, notFound } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { type IdempotentRequest, withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { withStoredObjects } from '../../platform/objects/store-objects.ts';
import { captureAfterComment } from '../snapshots/capture-after-comment.ts';
import { insertAnnotation, type NewAnnotation } from './insert-annotation.ts';
import { pinToSnapshot } from './on-snapshot.ts';
import { PICTURE_EXPECTED, pictureIn, readPicture, withoutPicture, withPicture } from './pictures/read-picture.ts';

/** Services that creating an annotation uses. */
export type StoringAnnotations = 'config' | 'objects' | 'pool' | 'runInBackground' | 'wakeCaptures' | 'wakeRelay';

const QUEUE_PICTURE = statement(
  'store-annotation/queue-picture',
  'INSERT INTO pending_pictures (annotation_id) VALUES ($id)',
);

/**
 * Stores a new annotation once per Idempotency-Key. Its page is captured afterwards if it was
 * written there.
 *
 * @param rejection error for a new annotation; a repeat is still answered
 * @returns the annotation, and whether it is new
 * @throws BAD_USER_INPUT if its picture is not readable
 * @throws NOT_FOUND if the project was deleted concurrently
 * @throws UNAVAILABLE if too many pictures wait
 */
export async function storeAnnotation(
  ctx: Context<StoringAnnotations>,
  request: IdempotentRequest,
  annotation: NewAnnotation,
  rejection?: AppError,
): Promise<{ stored: Annotation; isNew: boolean }> {
  let isNew = false;
  const picture = rejection ? null : (annotation.picture ?? pictureIn(annotation.metadata));
  const create: Create = async (sql, created) => {
    if (rejection) throw rejection;
    const row = await insertAnnotation(sql, created);
    if (!row) throw notFound('Project');
    isNew = true;
    return annotation.place ? pinToSnapshot(sql, row, annotation.place) : row;
  };
  const stored =
    picture === null
      ? await withIdempotencyKey(ctx, { ...request, ...(annotation.place && { inSteps: true }) }, (sql) =>
          create(sql, annotation),
        )
      : await storeWithPicture(ctx, request, { annotation, picture, create });
  ctx.services.wakeRelay();
  if (isNew && annotation.source === 'overlay') {
    ctx.services.runInBackground('capture of a commented page', () => captureAfterComment(ctx, stored));
  }
  return { stored, isNew };
}

type Create = (sql: Queryable, annotation: NewAnnotation) => Promise<Annotation>;

/**
 * Stores the picture before the transaction of the annotation. If the storage fails, the picture is
 * in the metadata until a job moves it. A text in the metadata that is not a readable picture stays
 * there.
 */
async function storeWithPicture(
  ctx: Context<StoringAnnotations>,
  request: IdempotentRequest,
  { annotation, picture, create }: { annotation: NewAnnotation; picture: string; create: Create },
): Promise<Annotation> {
  const { organizationId, authorId } = annotation;
  const turn = { organizationId, isMember: authorId !== undefined, ...(ctx.signal && { signal: ctx.signal }) };
  const bytes = await readPicture(picture, turn);
  if (!bytes && annotation.picture) throw badField('picture', PICTURE_EXPECTED);
  if (!bytes) return withIdempotencyKey(ctx, request, (sql) => create(sql, annotation));
  const sent = withPicture(annotation.metadata, picture);
  const metadata = withoutPicture(sent);
  let isStored = false;
  try {
    return await withStoredObjects(ctx.services, [{ bytes, kind: 'webp' }], (lock) => {
      isStored = true;
      return withIdempotencyKey(ctx, { ...request, inSteps: true }, async (sql) => {
        const [pictureKey] = await lock(sql);
        return create(sql, { ...annotation, metadata, pictureKey });
      });
    });
  } catch (error) {
    if (isStored) throw error;
    ctx.logger.warn({ err: error }, 'picture of an annotation not stored; retry scheduled');
    return withIdempotencyKey(ctx, { ...request, inSteps: true }, async (sql) => {
      const row = await create(sql, { ...annotation, metadata: sent });
      await QUEUE_PICTURE.run(sql, { id: row.id });
      return row;
    });
  }
}
