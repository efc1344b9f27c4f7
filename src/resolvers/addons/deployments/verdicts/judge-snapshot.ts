import type { Context } from '../../../../context.ts';
import { type PageRecord, unpackRecord } from '../../../../infrastructure/capture/page-record.ts';
import { pageOverlap } from '../../../../infrastructure/comparison/elements/page-overlap.ts';
import { NO_DIFFERENCE } from '../../../../infrastructure/comparison/pixels/compare-elements.ts';
import { UnreadableImageError } from '../../../../infrastructure/comparison/unreadable-image-error.ts';
import { ObjectMissing } from '../../../../infrastructure/storage/object-storage.ts';
import { judgeAnnotation } from './judge-annotation.ts';
import {
  boxesOf,
  type JudgedSnapshot,
  loadPair,
  pictureFacts,
  type SnapshotPair,
  type StoredPin,
} from './load-sightings.ts';
import type { AcceptedLook, AnnotationVerdict, ChangedElement, PinFacts, PixelDifference } from './types.ts';

/** Color distance at which pixels differ: the default of comparisons. */
const THRESHOLD = 0.1;

type Judging = Context<'diffWorkers' | 'objects' | 'pool'>;

/** A verdict with the pins that it compares; null where there is none. */
export interface PinnedVerdict extends AnnotationVerdict {
  annotationId: string;
  before: StoredPin | null;
  after: StoredPin | null;
  beforeSnapshotId: string | null;
  afterSnapshotId: string | null;
}

/** A verdict on an annotation that a snapshot looked for. */
export interface SnapshotVerdict extends PinnedVerdict {
  after: StoredPin;
  afterSnapshotId: string;
}

interface JudgeOptions {
  /** Time before which the earlier snapshot was requested. Default: any before this one. */
  until?: Date | null;
  /** Default: all annotations of the page. */
  annotationIds?: readonly string[] | null;
  /**
   * Finds the changed elements of the page since the earlier snapshot. Called only where an element
   * may have been stretched by others.
   */
  changesSince?: (earlierId: string) => Promise<readonly ChangedElement[]>;
  /** Looks of resolved annotations, by annotation. */
  accepted?: ReadonlyMap<string, AcceptedLook>;
}

/**
 * Judges the annotations of a completed snapshot against the last snapshot of its series before it.
 * Each picture is decoded once, in a worker thread, and not at all if both are equal.
 *
 * @returns one verdict per annotation with a pin, in the order of their ids; undefined if the
 *   snapshot was deleted
 * @throws DiffQueueFull if the queue of comparisons is full
 */
export async function judgeSnapshot(
  ctx: Judging,
  snapshotId: string,
  { until = null, annotationIds = null, changesSince, accepted }: JudgeOptions = {},
): Promise<SnapshotVerdict[] | undefined> {
  const pair = await loadPair(ctx, snapshotId, { until, annotationIds });
  if (!pair) return undefined;
  const { before, after, annotations } = pair;
  const [pixels, records] = await Promise.all([comparePixels(ctx, pair), readRecords(ctx, pair)]);
  const isStretched = [...(pixels?.values() ?? [])].some((difference) => difference?.isStretched);
  const changes = (before && isStretched && (await changesSince?.(before.id))) || null;
  const overlap = records ? pageOverlap(records.before, records.after) : null;
  const sighted = (snapshot: JudgedSnapshot, pin: PinFacts, record: PageRecord | undefined) => ({
    pin,
    picture: pictureFacts(snapshot, record?.isStill ?? null),
  });
  return annotations.map((annotation) => ({
    annotationId: annotation.annotationId,
    before: annotation.before,
    after: annotation.after,
    beforeSnapshotId: before?.id ?? null,
    afterSnapshotId: after.id,
    ...judgeAnnotation({
      comment: annotation.comment,
      before: before && annotation.before && sighted(before, annotation.before, records?.before),
      after: sighted(after, annotation.after, records?.after),
      pixels: pixels?.get(annotation.annotationId) ?? null,
      overlap,
      isVolatile: annotation.isVolatile,
      changes,
      accepted: accepted?.get(annotation.annotationId) ?? null,
    }),
  }));
}

/** Pixel differences by annotation; undefined if a picture is missing or damaged. */
async function comparePixels(
  ctx: Judging,
  { before, after, annotations }: SnapshotPair,
): Promise<Map<string, PixelDifference | null> | undefined> {
  const [beforeKey, afterKey] = [before?.imageKey, after.imageKey];
  if (!beforeKey || !afterKey) return undefined;
  const shown = annotations.flatMap((annotation) => {
    const boxes = boxesOf(annotation);
    return boxes ? [{ id: annotation.annotationId, boxes }] : [];
  });
  if (beforeKey === afterKey || shown.length === 0) return new Map(shown.map(({ id }) => [id, NO_DIFFERENCE]));
  const { diffWorkers, objects } = ctx.services;
  const prepare = async () => {
    const [baseline, comparison] = await Promise.all([objects.get(beforeKey), objects.get(afterKey)]);
    return {
      kind: 'elements' as const,
      baseline: { image: baseline },
      comparison: { image: comparison },
      pairs: shown.map(({ boxes }) => boxes),
      scale: after.deviceScaleFactor,
      threshold: THRESHOLD,
    };
  };
  try {
    const found = await diffWorkers.run(prepare, ctx.signal);
    return new Map(shown.map(({ id }, index) => [id, found[index] ?? null]));
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof UnreadableImageError) return undefined;
    throw error;
  }
}

/** Page records of two different pictures; undefined if one is missing or damaged. */
async function readRecords(
  { services: { objects } }: Judging,
  { before, after }: SnapshotPair,
): Promise<Record<'before' | 'after', PageRecord> | undefined> {
  const [beforeKey, afterKey] = [before?.recordKey, after.recordKey];
  if (!beforeKey || !afterKey || before?.imageKey === after.imageKey) return undefined;
  const read = async (key: string) => unpackRecord(await objects.get(key));
  const [one, other] = await Promise.allSettled([read(beforeKey), read(afterKey)]);
  return one.status === 'fulfilled' && other.status === 'fulfilled'
    ? { before: one.value, after: other.value }
    : undefined;
}
