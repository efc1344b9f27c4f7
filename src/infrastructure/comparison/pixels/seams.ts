import type { RowSpan } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { Displacement } from './displacement.ts';

/**
 * Rows between an element and one below it, as painted. Their number differs between the images,
 * because a browser rounds each edge, and each line of text, on its own.
 */
export interface Seam extends Record<Side, RowSpan> {
  /** Whether the rows lie between two edges, else between two lines of text. */
  isGap: boolean;
  /** Columns that both elements have: the first, and the one after the last. */
  left: number;
  right: number;
}

/** Edges farther apart differ in separate pixels, CSS pixels. */
const MAX_DISTANCE = 2;
/** Distances within this are equal in the layout, CSS pixels: it rounds to 1/64. */
const SAME_DISTANCE = 0.1;
/** Bounds the time for crafted pages. */
const MAX_SEAMS = 2000;

/**
 * Finds the seams between elements that both pages have.
 *
 * @param scale image pixels per CSS pixel
 */
export function findSeams(displacements: readonly Displacement[], scale: number): Seam[] {
  const elements = withAncestors(displacements);
  const byTop = new Map<number, Displacement[]>();
  for (const element of elements) {
    const top = painted(element.comparison.y, scale);
    byTop.set(top, [...(byTop.get(top) ?? []), element]);
  }
  const seams: Seam[] = [];
  for (const above of elements) {
    const bottom = painted(bottomOf(above, 'comparison'), scale);
    for (let distance = 0; distance <= MAX_DISTANCE * scale; distance++) {
      for (const below of byTop.get(bottom + distance) ?? []) {
        if (seams.length >= MAX_SEAMS) return seams;
        const seam = seamBetween(above, below, scale);
        if (seam) seams.push(seam);
      }
    }
  }
  return seams;
}

/** Adds the containers of elements. */
export function withAncestors(displacements: readonly Displacement[]): Set<Displacement> {
  const elements = new Set<Displacement>();
  for (const innermost of displacements)
    for (let element: Displacement | undefined = innermost; element && !elements.has(element); element = element.parent)
      elements.add(element);
  return elements;
}

/**
 * Creates a seam where the edges of two elements move apart; else where their lines of text do, as
 * text moves with the top edge of its element.
 */
function seamBetween(above: Displacement, below: Displacement, scale: number): Seam | undefined {
  const distanceIn = (side: Side) => below[side].y - bottomOf(above, side);
  if (Math.abs(distanceIn('baseline') - distanceIn('comparison')) > SAME_DISTANCE * scale) return undefined;
  const [one, other] = [above.comparison, below.comparison];
  const left = painted(Math.max(one.x, other.x), scale);
  const right = painted(Math.min(one.x + one.width, other.x + other.width), scale);
  if (left >= right) return undefined;
  const topOf = (element: Displacement, side: Side) => painted(element[side].y, scale);
  const spanIn = (side: Side) => ({ top: painted(bottomOf(above, side), scale), bottom: topOf(below, side) });
  const [baseline, comparison] = [spanIn('baseline'), spanIn('comparison')];
  const rows = baseline.bottom - baseline.top;
  if (rows < 0) return undefined;
  const isGap = rows !== comparison.bottom - comparison.top;
  if (isGap) return { baseline, comparison, left, right, isGap };
  const movedIn = (element: Displacement) => topOf(element, 'comparison') - topOf(element, 'baseline');
  const [ofAbove, ofBelow] = [movedIn(above), movedIn(below)];
  if (ofAbove === ofBelow) return undefined;
  const top = baseline.bottom + Math.min(ofAbove, ofBelow);
  const bottom = baseline.bottom + Math.max(ofAbove, ofBelow);
  const lines = { baseline: { top: top - ofAbove, bottom: bottom - ofBelow }, comparison: { top, bottom } };
  return { ...lines, left, right, isGap };
}

const bottomOf = (element: Displacement, side: Side): number => element[side].y + element[side].height;

/** Chromium paints boxes at whole CSS pixels. */
const painted = (y: number, scale: number): number => Math.round(Math.round(y / scale) * scale);
