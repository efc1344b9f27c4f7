import { flatTreeParentOf, rectOf } from '../../shared/page/frames.ts';
import type { Area } from '../page/geometry.ts';
import { intersect } from '../page/geometry.ts';
import { composedContains } from '../page/visibility.ts';

/** Sample points per side of a rectangle. */
const GRID = 6;

/** An element with a rectangle in fractions of it. */
export interface AnchoredArea {
  readonly element: Element;
  readonly area: Area;
}

/**
 * Selects the element that a rectangle of the window is about: of all elements under it, the one
 * whose own rectangle overlaps it best; of equal ones the innermost.
 *
 * @param elementUnder returns the page's element at a point of the window
 */
export function anchorArea(box: DOMRect, elementUnder: (x: number, y: number) => Element): AnchoredArea {
  const candidates = new Set<Element>();
  for (let i = 0; i < GRID; i++) {
    for (let j = 0; j < GRID; j++) {
      const x = box.left + (box.width * (i + 0.5)) / GRID;
      const y = box.top + (box.height * (j + 0.5)) / GRID;
      for (let at: Element | null = elementUnder(x, y); at && !candidates.has(at); at = flatTreeParentOf(at))
        candidates.add(at);
    }
  }
  let element = document.documentElement as Element;
  let best = 0;
  for (const candidate of candidates) {
    const agreement = overlap(box, rectOf(candidate));
    const isInner = agreement === best && composedContains(element, candidate);
    if (agreement > best || isInner) [element, best] = [candidate, agreement];
  }
  return { element, area: toFractions(element, box) };
}

/** Converts a rectangle of the window to fractions of an element. */
export function toFractions(element: Element, box: DOMRect): Area {
  const { left, top, width, height } = rectOf(element);
  const share = (part: number, whole: number) => Math.round((part / Math.max(1, whole)) * 10_000) / 10_000;
  return {
    x: share(box.left - left, width),
    y: share(box.top - top, height),
    width: share(box.width, width),
    height: share(box.height, height),
  };
}

/** Returns the intersection over union of two rectangles. The first one must not be empty. */
function overlap(a: DOMRect, b: DOMRect): number {
  const both = intersect(a, b);
  const size = both ? both.width * both.height : 0;
  return size / (a.width * a.height + b.width * b.height - size);
}
