import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import {
  type ByteRange,
  isKeyOf,
  ObjectDamaged,
  ObjectMissing,
} from '../../../infrastructure/storage/object-storage.ts';
import { MIB } from '../../../lib/bytes.ts';
import { assertIntact } from './assert-intact.ts';
import { IS_UNUSED } from './uses.ts';

/** An object in the storage. */
export interface StoredObject {
  key: string;
  size: number;
  contentType: string;
}

/**
 * Checks the signature and the expiry of an object's URL.
 *
 * @returns seconds until it expires
 * @throws FORBIDDEN for an expired or changed URL
 */
export function checkObjectUrl(
  ctx: Context<'objectUrls'>,
  { name, expires, signature }: { name: string; expires: string | null; signature: string | null },
): number {
  const secondsLeft = ctx.services.objectUrls.secondsLeft(name, expires, signature);
  if (secondsLeft === undefined) throw refusedUrl('snapshot');
  return secondsLeft;
}

/** @param owner record whose response has the URL */
export const refusedUrl = (owner: string): AppError =>
  new AppError('FORBIDDEN', `The URL has expired or was changed; read the ${owner} again for a new one`);

const FIND = statement(
  'open-object/find',
  `SELECT key, size, content_type AS "contentType" FROM stored_objects o
  WHERE key = $key AND NOT (${IS_UNUSED})`,
);

/**
 * Finds an object that is in use.
 *
 * @throws NOT_FOUND
 */
export async function findObject(ctx: Context<'pool'>, key: string): Promise<StoredObject> {
  const found = await FIND.first(ctx.services.pool, { key });
  if (!found) throw notFound('Object');
  return found;
}

/**
 * Max size of an object that is verified before its first byte is sent. Larger objects take too
 * long to read twice.
 */
const MAX_VERIFIED_BYTES = 16 * MIB;
/** Max size of an object that is kept in memory; a larger one is streamed. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * Opens the content of an object, with bounded memory however slowly it is read. An object of more
 * than 16 MiB is verified while it is sent and ends early if it is damaged; a range of one is not
 * verified.
 *
 * @param onLoss called when the storage has lost or damaged the object; returns the error to throw
 * @throws the error of `onLoss`
 * @throws UNAVAILABLE while other responses use up the memory budget
 */
export async function openObject(
  ctx: Context<'objects'>,
  { key, size }: StoredObject,
  range: ByteRange | undefined,
  onLoss: (cause: ObjectMissing) => Promise<AppError>,
): Promise<Readable> {
  const { objects } = ctx.services;
  ctx.responseBudget?.reserve(Math.min(size, MAX_BUFFERED_BYTES));
  try {
    if (size <= MAX_BUFFERED_BYTES) {
      const bytes = await objects.get(key);
      return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
    }
    if (size <= MAX_VERIFIED_BYTES) await assertIntact(ctx, key);
    const stream = await objects.open(key, range);
    return range || size <= MAX_VERIFIED_BYTES ? stream : Readable.from(verifiedChunks(key, stream, onLoss));
  } catch (error) {
    throw error instanceof ObjectMissing ? await onLoss(error) : error;
  }
}

/**
 * Delays each chunk until the next one arrived, so that a damaged object is never sent completely.
 */
async function* verifiedChunks(
  key: string,
  stream: Readable,
  onLoss: (cause: ObjectMissing) => Promise<AppError>,
): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  let last: Buffer | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (last) yield last;
    last = chunk;
  }
  if (!isKeyOf(key, hash.digest('hex'))) throw await onLoss(new ObjectDamaged(key));
  if (last) yield last;
}
