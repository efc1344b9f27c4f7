import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { ComparisonTimeout, DiffQueueFull } from '../../../infrastructure/comparison/diff-worker-pool.ts';
import type { StoredSnapshot } from '../../../infrastructure/comparison/task.ts';
import { type Side, UnreadableImageError } from '../../../infrastructure/comparison/unreadable-image-error.ts';
import { ObjectDamaged, ObjectMissing } from '../../../infrastructure/storage/object-storage.ts';
import { flagMissing } from '../../platform/objects/flag-missing.ts';
import { freeObjects } from '../../platform/objects/free-objects.ts';

/** Members of a completed snapshot that a comparison needs. */
export interface ComparedSnapshot {
  id: string;
  imageKey: string;
  recordKey: string | null;
  imageWidth: number;
  imageHeight: number;
  tileHashes: Uint8Array | null;
  stylesHash: string | null;
}

export type ComparedPair = Record<Side, ComparedSnapshot>;

/** Loads both page records from the storage. A missing one is flagged and omitted. */
export async function loadRecords(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'wakeRelay'>,
  { baseline, comparison }: ComparedPair,
): Promise<Record<Side, Pick<StoredSnapshot, 'record'>>> {
  const load = async ({ recordKey }: ComparedSnapshot) => ({ record: await loadRecord(ctx, recordKey) });
  return { baseline: await load(baseline), comparison: await load(comparison) };
}

/**
 * Loads both pictures and page records from the storage. A missing record is flagged and omitted.
 *
 * @throws ObjectMissing for a picture
 */
export async function loadPictures(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'wakeRelay'>,
  pair: ComparedPair,
): Promise<Record<Side, StoredSnapshot>> {
  const [baseline, comparison] = await Promise.all([load(ctx, pair.baseline), load(ctx, pair.comparison)]);
  return { baseline, comparison };
}

async function load(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'wakeRelay'>,
  snapshot: ComparedSnapshot,
): Promise<StoredSnapshot> {
  const { objects } = ctx.services;
  const [image, record] = await Promise.all([objects.get(snapshot.imageKey), loadRecord(ctx, snapshot.recordKey)]);
  return { image, record, tileHashes: snapshot.tileHashes ?? undefined };
}

async function loadRecord(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'wakeRelay'>,
  key: string | null,
): Promise<Uint8Array | undefined> {
  if (key === null) return undefined;
  try {
    return await ctx.services.objects.get(key);
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    await flagMissing(ctx, key);
    return undefined;
  }
}

/**
 * Maps a failure to the error for the client. A snapshot whose image is missing or damaged is
 * flagged as failed, and its object is deleted, so that the same picture can be stored again.
 *
 * @returns the error to throw
 */
export async function toComparisonError(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'stopping' | 'wakeRelay'>,
  pair: ComparedPair,
  error: unknown,
): Promise<unknown> {
  if (error instanceof DiffQueueFull)
    return new AppError('RATE_LIMITED', 'The comparison queue is full; retry in 10 seconds', {
      cause: error,
      retryAfterSeconds: 10,
    });
  if (error instanceof ComparisonTimeout)
    return new AppError('INTERNAL', 'The comparison timed out; retry later', { cause: error });
  const side = sideOf(pair, error);
  if (!side) return error;
  const { imageKey } = pair[side];
  await flagMissing(ctx, imageKey);
  await freeObjects(ctx, [imageKey]);
  const isDamaged = error instanceof ObjectDamaged || error instanceof UnreadableImageError;
  const found = isDamaged ? 'damaged' : 'missing from the storage';
  return new AppError('INTERNAL', `The image of the ${side} snapshot is ${found}; take it again`, { cause: error });
}

function sideOf({ baseline, comparison }: ComparedPair, error: unknown): Side | undefined {
  if (error instanceof UnreadableImageError) return error.side;
  if (!(error instanceof ObjectMissing)) return undefined;
  return error.key === baseline.imageKey ? 'baseline' : error.key === comparison.imageKey ? 'comparison' : undefined;
}
