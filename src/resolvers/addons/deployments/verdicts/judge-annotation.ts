import { silentStyles } from '../../../../infrastructure/comparison/elements/equal-styles.ts';
import { NO_DIFFERENCE } from '../../../../infrastructure/comparison/pixels/compare-elements.ts';
import { area, type Box, intersection } from '../../../../infrastructure/images/geometry.ts';
import { isBound, isInPicture, isReplaced, isShown, reasonOfCapture, reasonOfPictures } from './comparable.ts';
import { evidenceOf, NO_EVIDENCE } from './evidence.ts';
import { checkLiterals } from './literal-texts.ts';
import { hasReturned } from './returned-look.ts';
import type {
  AnnotationCase,
  AnnotationVerdict,
  Evidence,
  PinFacts,
  PixelDifference,
  Sighting,
  UnknownReason,
  VerdictKind,
} from './types.ts';

/**
 * Says what happened to an annotation's element between two captures. `changed` does not mean that
 * the change answers the comment: see `effectOf`.
 */
export function judgeAnnotation(input: AnnotationCase): AnnotationVerdict {
  const { before, after, overlap } = input;
  if (!after) return unknown('capture_failed');
  const unfit = reasonOfCapture(after.picture);
  if (unfit) return unknown(unfit);
  if (!before) return unknown('no_earlier_pin');
  const unequal = reasonOfPictures(before.picture, after.picture);
  if (unequal) return unknown(unequal);
  if (isReplaced(overlap)) return unknown('page_replaced');
  const isAbsenceAccepted = input.accepted?.accepted.state === 'orphaned';
  if ((isAbsenceAccepted || before.pin.state === 'orphaned') && isShown(after.pin))
    return judgeReappeared(input, after);
  if (isAbsenceAccepted)
    return isStillAbsent(before, after) ? known('unchanged', NO_EVIDENCE) : unknown('element_uncertain');
  if (!isBound(before.pin)) return unknown(isMoved(after) ? 'element_uncertain' : 'earlier_pin_not_bound');
  if (isGone(input, before, after)) return input.isVolatile ? unknown('page_unstable') : known('gone', NO_EVIDENCE);
  return isShown(after.pin) || !isShown(before.pin) ? judgeFound(input, before, after) : unknown('element_uncertain');
}

const isMoved = ({ pin }: Sighting): boolean => pin.state === 'moved';

/** Whether an absent element is absent as before, if a similar one is left: the same one. */
const isStillAbsent = ({ pin: before }: Sighting, { pin: after }: Sighting): boolean =>
  after.state !== 'moved' || (before.state === 'moved' && before.text === after.text);

/**
 * Whether an element was removed, hidden or replaced by another thing. A similar element that is
 * left must have been another one before, and no new element may resemble the earlier one.
 */
function isGone({ isLeft }: AnnotationCase, { pin: before }: Sighting, { pin: after }: Sighting): boolean {
  if (after.state === 'orphaned') return isLeft !== true;
  if (!isShown(before)) return false;
  if (!isBound(after)) return isLeft === false;
  return isShown(after) ? before.text !== after.text && isLeft === false : isLeft !== true;
}

/** Judges an element that was absent. Only the return of an accepted absence is known. */
function judgeReappeared(input: AnnotationCase, after: Sighting): AnnotationVerdict {
  const { accepted, isVolatile } = input;
  if (accepted?.accepted.state !== 'orphaned' || !hasReturned(accepted, after.pin)) {
    return unknown('earlier_pin_not_bound');
  }
  return isVolatile ? unknown('page_unstable') : known('regressed', NO_EVIDENCE);
}

function judgeFound(input: AnnotationCase, before: Sighting, after: Sighting): AnnotationVerdict {
  if (!isInPicture(before) || !isInPicture(after)) return unknown('element_outside_picture');
  const pixels = pixelsOf(input, before, after);
  const evidence = { ...evidenceOf(before.pin, after.pin, pixels), ...placesOf(input, before.pin.box, after.pin.box) };
  const literal = checkLiterals(input.comment, before.pin.text, after.pin.text);
  if (!isChanged(input, before, after, evidence, pixels)) {
    return pixels ? { ...known('unchanged', evidence), literal } : unknown('picture_unreadable');
  }
  const isStable = before.picture.isStill !== false && after.picture.isStill !== false && !input.isVolatile;
  if (!isStable) return unknown('page_unstable');
  const { accepted, order } = input;
  const isReordered = order?.isLost === true && accepted !== null && isAtPlace(accepted.reported, after.pin);
  const isBack = accepted !== null && (isReordered || hasReturned(accepted, after.pin));
  return { ...known(isBack ? 'regressed' : 'changed', evidence), literal };
}

/** Whether an element with the reported text is where it was reported. */
const isAtPlace = (reported: PinFacts, now: PinFacts): boolean =>
  reported.text === now.text &&
  (['x', 'y'] as const).every((axis) => Math.abs((reported.box?.[axis] ?? Number.NaN) - (now.box?.[axis] ?? 0)) <= 1);

function placesOf(
  { order, isMoved }: AnnotationCase,
  before: Box | null,
  after: Box | null,
): Pick<Evidence, 'order' | 'place'> {
  if (order) return { order: { before: order.before, after: order.after } };
  const at = ({ x, y }: Box) => ({ x, y });
  return isMoved && before && after ? { place: { before: at(before), after: at(after) } } : {};
}

function isChanged(
  { changes, order, isMoved }: AnnotationCase,
  { pin: before }: Sighting,
  { pin: after }: Sighting,
  { text, styles }: Evidence,
  pixels: PixelDifference | null,
): boolean {
  if (text || order || isMoved) return true;
  if (!pixels) return styles.length > 0;
  // The rim may show the neighbors of a rounded box. Where pixels are silent, styles decide.
  if (pixels.pixels === 0) {
    const { isIdentical } = pixels;
    const silent = silentStyles(before.styles ?? {}, after.styles ?? {}, { isIdentical, hasText: Boolean(after.text) });
    return silent.length > 0 || (pixels.rimPixels > 0 && styles.length > 0);
  }
  const isPulled = pixels.isStretched && styles.length === 0 && isStretchedByOthers(changes, before.box, after.box);
  return !isPulled;
}

/** Whether another element beside this one changed, which can stretch a row or a column. */
function isStretchedByOthers(changes: AnnotationCase['changes'], before: Box | null, after: Box | null): boolean {
  return (changes ?? []).some(
    (change) =>
      ['text', 'added', 'removed', 'resized', 'restyled'].some((kind) => change.kinds.includes(kind as never)) &&
      !isAround(before, change.before?.box) &&
      !isAround(after, change.after?.box),
  );
}

/** Whether one of two boxes lies within the other. */
const isAround = (one: Box | null, other: Box | undefined): boolean =>
  one !== null &&
  other !== undefined &&
  area(intersection(one, other) ?? NOWHERE) >= 0.9 * Math.min(area(one), area(other));

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

function pixelsOf({ pixels }: AnnotationCase, { pin: before }: Sighting, { pin: after }: Sighting) {
  const isSame = before.contentHash && before.contentHash === after.contentHash;
  return isSame ? NO_DIFFERENCE : pixels;
}

const known = (verdict: VerdictKind, evidence: Evidence): AnnotationVerdict => ({
  verdict,
  reason: null,
  evidence,
  literal: null,
});

const unknown = (reason: UnknownReason): AnnotationVerdict => ({
  ...known('unknown', NO_EVIDENCE),
  reason,
});
