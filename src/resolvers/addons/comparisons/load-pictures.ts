import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { ComparerBusy, ComparisonTimeout } from '../../../infrastructure/comparison/diff-worker-pool.ts';
import type { StoredPicture } from '../../../infrastructure/comparison/task.ts';
import { type Side, UnreadableImage } from '../../../infrastructure/comparison/unreadable-image-error.ts';
import { ObjectDamaged, ObjectMissing } from '../../../infrastructure/storage/object-storage.ts';
import { markLost } from '../../platform/objects/flag-missing.ts';
import { freeObjects } from '../../platform/objects/free-objects.ts';

/** What a comparison needs of a completed snapshot. */
export interface ComparedSnapshot {
  id: string;
  imageKey: string;
  recordKey: string | null;
  imageWidth: number;
  imageHeight: number;
  tileHashes: Uint8Array | null;
}

export type ComparedPair = Record<Side, ComparedSnapshot>;

/** Both pictures from the storage. @throws ObjectMissing for an image; a missing record is done without, and marked */
export async function loadPictures(ctx: Context, pair: ComparedPair): Promise<Record<Side, StoredPicture>> {
  const [baseline, comparison] = await Promise.all([load(ctx, pair.baseline), load(ctx, pair.comparison)]);
  return { baseline, comparison };
}

async function load(ctx: Context, snapshot: ComparedSnapshot): Promise<StoredPicture> {
  const { objects } = ctx.services;
  const [image, record] = await Promise.all([objects.get(snapshot.imageKey), loadRecord(ctx, snapshot.recordKey)]);
  return { image, record, tileHashes: snapshot.tileHashes ?? undefined };
}

async function loadRecord(ctx: Context, key: string | null): Promise<Uint8Array | undefined> {
  if (key === null) return undefined;
  try {
    return await ctx.services.objects.get(key);
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    await markLost(ctx, key);
    return undefined;
  }
}

/**
 * What a caller is told when images could not be compared. A snapshot whose image is missing or damaged is marked: it has
 * failed, and its object is removed, so that the same picture can be stored anew.
 */
export async function refusalOf(ctx: Context, pair: ComparedPair, error: unknown): Promise<unknown> {
  if (error instanceof ComparerBusy)
    return new AppError('RATE_LIMITED', 'Too many comparisons are waiting; try again in 10 seconds', {
      cause: error,
      retryAfterSeconds: 10,
    });
  if (error instanceof ComparisonTimeout)
    return new AppError('INTERNAL', `Comparing ${namesOf(pair)} took too long and was stopped; try again later`, {
      cause: error,
    });
  const side = sideOf(pair, error);
  if (!side) return error;
  const { id, imageKey } = pair[side];
  await markLost(ctx, imageKey);
  await freeObjects(ctx, [imageKey]);
  const isDamaged = error instanceof ObjectDamaged || error instanceof UnreadableImage;
  const found = isDamaged ? 'damaged in our storage' : 'missing from our storage';
  return new AppError('INTERNAL', `The image of snapshot ${id} is ${found}; take the snapshot again`, { cause: error });
}

const namesOf = ({ baseline, comparison }: ComparedPair) => `snapshots ${baseline.id} and ${comparison.id}`;

function sideOf({ baseline, comparison }: ComparedPair, error: unknown): Side | undefined {
  if (error instanceof UnreadableImage) return error.side;
  if (!(error instanceof ObjectMissing)) return undefined;
  return error.key === baseline.imageKey ? 'baseline' : error.key === comparison.imageKey ? 'comparison' : undefined;
}
