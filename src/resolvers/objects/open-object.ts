import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { type ByteRange, kindOf, ObjectMissing } from '../../infrastructure/storage/object-storage.ts';
import { comparisonOf, diffImageKey } from '../comparisons/diff-image.ts';
import { freeObjects } from './free-objects.ts';
import { markLost } from './lost-object.ts';

/** An object that may be served. */
export interface ServedObject {
  key: string;
  size: number;
  contentType: string;
  /** Seconds that its URL works for. */
  secondsLeft: number;
}

/**
 * What a signed URL names: an object by its key, or the drawing of a comparison, which is drawn when it is missing.
 * @throws FORBIDDEN for a URL that is not ours or too old; NOT_FOUND for what is gone; INTERNAL when it cannot be drawn
 */
export async function findServedObject(
  ctx: Context,
  request: { name: string; expires: string | null; signature: string | null },
): Promise<ServedObject> {
  const { name, expires, signature } = request;
  const { pool, objectUrls } = ctx.services;
  const comparisonId = comparisonOf(name);
  if (!kindOf(name) && !comparisonId) throw notFound('Object');
  const secondsLeft = objectUrls.secondsLeft(name, expires, signature);
  if (secondsLeft === undefined) {
    throw new AppError('FORBIDDEN', 'This address has expired or was changed; read the snapshot again for a new one');
  }
  const key = comparisonId ? await diffImageKey(ctx, comparisonId) : name;
  const { rows } = await pool.query<{ size: number; contentType: string }>(
    'SELECT size, content_type AS "contentType" FROM stored_objects WHERE key = $1',
    [key],
  );
  const [found] = rows;
  if (!found) throw notFound('Object');
  return { key, secondsLeft, ...found };
}

/** What is larger is streamed, and not looked at: it would take the memory of several answers. */
const CHECKED_BYTES = 16 * 1024 * 1024;

/** Its bytes. @throws INTERNAL, naming the snapshots, when the storage has lost or damaged it; they are marked */
export async function openObject(ctx: Context, { key, size }: ServedObject, range?: ByteRange): Promise<Readable> {
  try {
    if (range || size > CHECKED_BYTES) return await ctx.services.objects.open(key, range);
    return Readable.from([await ctx.services.objects.get(key)]);
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    const snapshots = await markLost(ctx, key);
    // So that the same picture, taken again, is written anew.
    await freeObjects(ctx, [key]);
    const of = snapshots.length > 0 ? ` of snapshot ${snapshots.join(', ')}` : '';
    throw new AppError('INTERNAL', `The stored file${of} is lost or damaged; take the snapshot again`, {
      cause: error,
    });
  }
}
