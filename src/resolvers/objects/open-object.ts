import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import {
  type ByteRange,
  isKeyOf,
  kindOf,
  ObjectDamaged,
  ObjectMissing,
} from '../../infrastructure/storage/object-storage.ts';
import { MIB } from '../../lib/bytes.ts';
import { comparisonOf, diffImageKey } from '../addons/comparisons/diff-image.ts';
import { markLost } from '../platform/objects/flag-missing.ts';
import { freeObjects } from '../platform/objects/free-objects.ts';
import { IS_UNUSED } from '../platform/objects/uses.ts';
import { assertIntact } from './assert-intact.ts';

/** An object that may be served. */
export interface ServedObject {
  key: string;
  size: number;
  contentType: string;
  /** Seconds that its URL works for. */
  secondsLeft: number;
}

/**
 * What a signed URL names: an object by its key, as long as something uses it, or the drawing of a comparison, which is drawn when it is missing.
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
    `SELECT size, content_type AS "contentType" FROM stored_objects o WHERE key = $1 AND NOT (${IS_UNUSED})`,
    [key],
  );
  const [found] = rows;
  if (!found) throw notFound('Object');
  return { key, secondsLeft, ...found };
}

/** Up to this size, bytes are checked before the first of them goes out. Reading a larger one twice would take too long. */
const CHECKED_BYTES = 16 * MIB;
/** Up to this size, they are held between the check and the answer; of a larger one, no more are on their way. Of several larger ones, memory would not hold all. */
const HELD_BYTES = 256 * 1024;

/**
 * Its bytes, of which few are held at a time, however slowly they are taken. A large object is checked on its way, and
 * breaks off before its end when it is damaged; a stretch of one is not checked.
 * @throws INTERNAL, naming the snapshots, when the storage has lost or damaged it; they are marked. UNAVAILABLE as long as
 * others that are not taken fill the room of answers
 */
export async function openObject(ctx: Context, { key, size }: ServedObject, range?: ByteRange): Promise<Readable> {
  const { objects } = ctx.services;
  ctx.answer?.take(Math.min(size, HELD_BYTES));
  try {
    if (size <= HELD_BYTES) {
      const bytes = await objects.get(key);
      return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
    }
    if (size <= CHECKED_BYTES) await assertIntact(ctx, key);
    const stream = await objects.open(key, range);
    return range || size <= CHECKED_BYTES ? stream : Readable.from(checkedOnItsWay(ctx, key, stream));
  } catch (error) {
    throw error instanceof ObjectMissing ? await lossOf(ctx, error) : error;
  }
}

/** Holds each chunk back until there is another: what is damaged never comes whole. */
async function* checkedOnItsWay(ctx: Context, key: string, stream: Readable): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  let last: Buffer | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (last) yield last;
    last = chunk;
  }
  if (!isKeyOf(key, hash.digest('hex'))) throw await lossOf(ctx, new ObjectDamaged(key));
  if (last) yield last;
}

/** Marks what has lost it. @returns what the caller is told */
async function lossOf(ctx: Context, cause: ObjectMissing): Promise<AppError> {
  const { key } = cause;
  const snapshots = await markLost(ctx, key);
  // So that the same picture, taken again, is written anew.
  await freeObjects(ctx, [key]);
  const of = snapshots.length > 0 ? ` of snapshot ${snapshots.join(', ')}` : '';
  return new AppError('INTERNAL', `The stored file${of} is lost or damaged; take the snapshot again`, { cause });
}
