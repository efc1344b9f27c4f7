import type { Context } from '../../../../context.ts';
import { type PageRecord, unpackRecord } from '../../../../infrastructure/capture/page-record.ts';
import { NO_DIFFERENCE } from '../../../../infrastructure/comparison/pixels/compare-elements.ts';
import { factsOf, type PairFacts } from '../../../../infrastructure/comparison/task.ts';
import { type Side, UnreadableImageError } from '../../../../infrastructure/comparison/unreadable-image-error.ts';
import { ObjectMissing } from '../../../../infrastructure/storage/object-storage.ts';
import { changedStyles } from './evidence.ts';
import type { ElementNames } from './is-explained.ts';
import { judgeAnnotation } from './judge-annotation.ts';
import { judgeByText } from './judge-by-text.ts';
import {
  comparedElements,
  loadPair,
  pictureFacts,
  type SnapshotPair,
  type StoredPin,
  shownElements,
} from './load-sightings.ts';
import { orderChange, orderWishOf } from './order-of-siblings.ts';
import { hasMoved, isAboutPlace } from './place-of-element.ts';
import { isLeft, mayBeGone, namesOf } from './presence.ts';
import type {
  AcceptedLook,
  AnnotationVerdict,
  ChangedElement,
  OrderChange,
  PinFacts,
  PixelDifference,
  VerdictKind,
} from './types.ts';

type Judging = Context<'diffWorkers' | 'objects' | 'pool'>;

/** A verdict with the pins that it compares; null where there is none. */
export interface PinnedVerdict extends AnnotationVerdict {
  annotationId: string;
  /** Text of the comment. */
  comment: string;
  before: StoredPin | null;
  after: StoredPin | null;
  beforeSnapshotId: string | null;
  afterSnapshotId: string | null;
  /** Verdict against the snapshot before, or before the deployment; null if it was not judged. */
  sinceDeployment: VerdictKind | null;
  /** Names of the element of the earlier look, if its page record has it. */
  names?: ElementNames | null;
  /** Move of the element in its list, if the comment is about it. */
  order?: OrderChange | null;
  /** Address of the later page, after redirects. */
  pageUrl?: string;
}

/** A verdict on an annotation that a snapshot looked for. */
export interface SnapshotVerdict extends PinnedVerdict {
  after: StoredPin;
  afterSnapshotId: string;
}

interface PairOptions {
  /**
   * Finds the changed elements of the page since the earlier snapshot. Called only where an element
   * may have been stretched by others.
   */
  changesSince?: (earlierId: string) => Promise<readonly ChangedElement[]>;
  /** Looks of resolved annotations, by annotation. */
  accepted?: ReadonlyMap<string, AcceptedLook>;
  /** The facts of the pair, if a comparison of its pages found them. */
  facts?: PairFacts | undefined;
}

/**
 * Judges the annotations of a completed snapshot against the last snapshot of its series before it.
 *
 * @param options.until time before which the earlier snapshot was requested; default: any before
 * @param options.annotationIds default: all annotations of the page
 * @returns the result of `judgePair`; undefined if the snapshot was deleted
 * @throws DiffQueueFull
 */
export async function judgeSnapshot(
  ctx: Judging,
  snapshotId: string,
  { until = null, annotationIds = null }: { until?: Date | null; annotationIds?: readonly string[] | null } = {},
): Promise<SnapshotVerdict[] | undefined> {
  const pair = await loadPair(ctx, snapshotId, { until, annotationIds });
  return pair && judgePair(ctx, pair);
}

/**
 * Judges the annotations of two snapshots. Each picture is decoded once, in a worker thread, and
 * not at all if both are equal.
 *
 * @returns one verdict per annotation with a pin, in the order of their ids
 * @throws DiffQueueFull if the queue of comparisons is full
 */
export async function judgePair(
  ctx: Judging,
  pair: SnapshotPair,
  { changesSince, accepted, facts }: PairOptions = {},
): Promise<SnapshotVerdict[]> {
  const { before, after, annotations } = pair;
  const needsRecords =
    !facts ||
    annotations.some(
      ({ before, after, comment }) =>
        mayBeGone(before, after) || orderWishOf(comment) || isRestyled(before, after) || isAboutPlace(comment),
    );
  const [pixels, records] = await Promise.all([
    facts ? byAnnotation(pair, facts.elements) : comparePixels(ctx, pair),
    needsRecords ? readRecords(ctx, pair) : null,
  ]);
  const pages = facts ? facts.pages : records && factsOf(records);
  const isStretched = [...(pixels?.values() ?? [])].some((difference) => difference?.isStretched);
  const changes = (before && isStretched && (await changesSince?.(before.id))) || null;
  const pictures = {
    before: before && pictureFacts(before, pages?.isStill.baseline ?? null),
    after: pictureFacts(after, pages?.isStill.comparison ?? null),
  };
  return annotations.map((annotation) => {
    const before = pictures.before && annotation.before && { pin: annotation.before, picture: pictures.before };
    const after = { pin: annotation.after, picture: pictures.after };
    const { comment, isVolatile } = annotation;
    const isDoubtful = records && mayBeGone(annotation.before, annotation.after);
    const look = accepted?.get(annotation.annotationId) ?? null;
    const order = records && orderChange(comment, annotation, records, look !== null);
    const isMoved = records !== null && isAboutPlace(comment) && hasMoved(comment, annotation, records);
    const judged = judgeAnnotation({
      comment,
      before,
      after,
      pixels: pixels?.get(annotation.annotationId) ?? null,
      overlap: pages?.overlap ?? null,
      isLeft: isDoubtful ? isLeft(annotation.before, annotation.after, records) : null,
      isVolatile,
      changes,
      order,
      isMoved,
      accepted: look,
    });
    return {
      annotationId: annotation.annotationId,
      comment,
      before: annotation.before,
      after: judged.verdict === 'gone' ? { ...annotation.after, ...ABSENT } : annotation.after,
      beforeSnapshotId: pair.before?.id ?? null,
      afterSnapshotId: pair.after.id,
      sinceDeployment: null,
      names: records && annotation.before ? namesOf(annotation.before, records.baseline) : null,
      order,
      pageUrl: pair.after.finalUrl ?? pair.after.urlKey,
      ...judgeByText(judged, { comment, before, after }),
    };
  });
}

/** Whether an element looks otherwise, so that its comment may be answered. */
const isRestyled = (before: PinFacts | null, after: PinFacts): boolean =>
  before !== null && (changedStyles(before, after).length > 0 || sizeOf(before) !== sizeOf(after));

const sizeOf = ({ box }: PinFacts): string => `${box?.width} ${box?.height}`;

/** A pin without its hidden element, or without another element that it resembles. */
const ABSENT = { state: 'orphaned', box: null, text: null, styles: null } as const;

type Pixels = ReadonlyMap<string, PixelDifference | null>;

const byAnnotation = ({ annotations }: SnapshotPair, found: PairFacts['elements']): Pixels =>
  new Map(shownElements(annotations).map(({ annotationId }, index) => [annotationId, found[index] ?? null]));

/** Pixel differences by annotation; undefined if a picture is missing or damaged. */
async function comparePixels(ctx: Judging, pair: SnapshotPair): Promise<Pixels | undefined> {
  const [beforeKey, afterKey] = [pair.before?.imageKey, pair.after.imageKey];
  if (!beforeKey || !afterKey || pair.before?.viewportWidth !== pair.after.viewportWidth) return undefined;
  const elements = comparedElements(pair);
  if (beforeKey === afterKey || elements.pairs.length === 0) {
    return byAnnotation(
      pair,
      elements.pairs.map(() => NO_DIFFERENCE),
    );
  }
  const { diffWorkers, objects } = ctx.services;
  const prepare = async () => {
    const [baseline, comparison] = await Promise.all([objects.get(beforeKey), objects.get(afterKey)]);
    return {
      kind: 'elements' as const,
      baseline: { image: baseline },
      comparison: { image: comparison },
      ...elements,
    };
  };
  try {
    return byAnnotation(pair, await diffWorkers.run(prepare, ctx.signal));
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof UnreadableImageError) return undefined;
    throw error;
  }
}

/** Records of the pages of two different pictures; null if one is missing or damaged. */
async function readRecords(
  { services: { objects } }: Judging,
  { before, after }: SnapshotPair,
): Promise<Record<Side, PageRecord> | null> {
  const [beforeKey, afterKey] = [before?.recordKey, after.recordKey];
  if (!beforeKey || !afterKey || before?.imageKey === after.imageKey) return null;
  const read = async (key: string) => unpackRecord(await objects.get(key));
  const [one, other] = await Promise.allSettled([read(beforeKey), read(afterKey)]);
  const isRead = one.status === 'fulfilled' && other.status === 'fulfilled';
  return isRead ? { baseline: one.value, comparison: other.value } : null;
}
