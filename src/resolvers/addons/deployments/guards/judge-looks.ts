import type { Context } from '../../../../context.ts';
import { UnreadableImageError } from '../../../../infrastructure/comparison/unreadable-image-error.ts';
import { ObjectMissing } from '../../../../infrastructure/storage/object-storage.ts';
import type { SnapshotRow } from '../../../../types/snapshot-update.ts';
import { isBound } from '../verdicts/comparable.ts';
import type { SnapshotVerdict } from '../verdicts/judge-snapshot.ts';
import { hasReturned } from '../verdicts/returned-look.ts';
import type { PinFacts, PixelDifference } from '../verdicts/types.ts';
import type { GuardedLook } from './load-looks.ts';

/** Color distance at which pixels differ: the default of comparisons. */
const THRESHOLD = 0.1;

type Comparing = Context<'diffWorkers' | 'objects'>;

/** A guarded annotation in a capture. */
export interface JudgedLook {
  guard: GuardedLook;
  /** `regressed` where only pixels tell that the reported look is back. */
  verdict: SnapshotVerdict;
  /** Whether the accepted look was seen in a place that is not guarded yet. */
  isSeenHere: boolean;
}

/**
 * Compares an element with the looks of its guard where text and styles do not decide. Pictures
 * are read only for an element that changed, or in a place without a guard.
 */
export async function judgeLook(
  ctx: Comparing,
  guard: GuardedLook,
  verdict: SnapshotVerdict,
  snapshot: SnapshotRow,
): Promise<JudgedLook> {
  if (guard.isHere) {
    const isBack =
      guard.isByPixels && verdict.verdict === 'changed' && (await looksLike(ctx, guard.reportedKey, verdict, snapshot));
    return { guard, verdict: isBack ? { ...verdict, verdict: 'regressed' } : verdict, isSeenHere: false };
  }
  return { guard, verdict, isSeenHere: await showsAccepted(ctx, guard, verdict, snapshot) };
}

async function showsAccepted(
  ctx: Comparing,
  guard: GuardedLook,
  verdict: SnapshotVerdict,
  snapshot: SnapshotRow,
): Promise<boolean> {
  const { accepted, reported, isByPixels, acceptedKey } = guard;
  if (!isBound(accepted)) return verdict.verdict === 'gone';
  if (!isComparable(verdict)) return false;
  if (isByPixels) return looksLike(ctx, acceptedKey, verdict, snapshot);
  // The accepted look is back, seen from the reported one.
  const look = { reported: accepted, accepted: reported, pixelsToReported: null, pixelsBetween: null };
  return hasReturned(look, verdict.after);
}

/** Whether the capture is good enough to say how the element looks, if not what happened to it. */
const isComparable = ({ verdict, reason, after }: SnapshotVerdict): boolean =>
  isBound(after) && (verdict !== 'unknown' || reason === 'no_earlier_pin' || reason === 'earlier_pin_not_bound');

/** Whether the element's pixels are those of a stored crop. */
async function looksLike(
  { services: { diffWorkers, objects }, signal }: Comparing,
  cropKey: string | null,
  { after }: { after: PinFacts },
  { imageKey, deviceScaleFactor: scale }: SnapshotRow,
): Promise<boolean> {
  const { box } = after;
  if (!cropKey || !imageKey || !box) return false;
  const prepare = async () => {
    const [crop, picture] = await Promise.all([objects.get(cropKey), objects.get(imageKey)]);
    const pair = { baseline: { ...box, x: 0, y: 0 }, comparison: box };
    return {
      kind: 'elements' as const,
      baseline: { image: crop },
      comparison: { image: picture },
      pairs: [pair],
      scale,
      threshold: THRESHOLD,
    };
  };
  try {
    const [difference] = (await diffWorkers.run(prepare, signal)) as (PixelDifference | null)[];
    return difference?.pixels === 0;
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof UnreadableImageError) return false;
    throw error;
  }
}
