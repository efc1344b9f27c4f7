import type { RowSpan } from '../../images/tile-hashes.ts';
import type { Displacement } from '../elements/displacements.ts';
import type { Side } from '../unreadable-image-error.ts';

/**
 * Rows between the bottom edge of an element and the top edge of one below it, as painted. Their
 * number differs between the images, because a browser rounds each edge on its own.
 */
export interface Seam extends Record<Side, RowSpan> {
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

function seamBetween(above: Displacement, below: Displacement, scale: number): Seam | undefined {
  const distanceIn = (side: Side) => below[side].y - bottomOf(above, side);
  const spanIn = (side: Side) => ({
    top: painted(bottomOf(above, side), scale),
    bottom: painted(below[side].y, scale),
  });
  const [baseline, comparison] = [spanIn('baseline'), spanIn('comparison')];
  const rows = baseline.bottom - baseline.top;
  if (rows < 0 || rows === comparison.bottom - comparison.top) return undefined;
  if (Math.abs(distanceIn('baseline') - distanceIn('comparison')) > SAME_DISTANCE * scale) return undefined;
  const [one, other] = [above.comparison, below.comparison];
  const left = painted(Math.max(one.x, other.x), scale);
  const right = painted(Math.min(one.x + one.width, other.x + other.width), scale);
  return left < right ? { baseline, comparison, left, right } : undefined;
}

const bottomOf = (element: Displacement, side: Side): number => element[side].y + element[side].height;

/** Chromium paints boxes at whole CSS pixels. */
const painted = (y: number, scale: number): number => Math.round(Math.round(y / scale) * scale);
