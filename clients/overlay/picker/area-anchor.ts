import { holderOf, rectOf } from '../../shared/page/frames.ts';
import type { Area } from '../feed/annotation.ts';
import { common } from '../page/geometry.ts';
import { holds } from '../page/sight.ts';

/** Points looked at along each side of a rectangle. */
const GRID = 6;

/** An element, and a rectangle as fractions of it. */
export interface Anchored {
  readonly element: Element;
  readonly area: Area;
}

/**
 * The element that a rectangle of the window is about: of all that lie under it, the one whose own rectangle agrees with it
 * best; of equal ones the innermost.
 *
 * @param under the page's element at a point of the window.
 */
export function anchorArea(box: DOMRect, under: (x: number, y: number) => Element): Anchored {
  const candidates = new Set<Element>();
  for (let i = 0; i < GRID; i++) {
    for (let j = 0; j < GRID; j++) {
      const x = box.left + (box.width * (i + 0.5)) / GRID;
      const y = box.top + (box.height * (j + 0.5)) / GRID;
      for (let at: Element | null = under(x, y); at && !candidates.has(at); at = holderOf(at)) candidates.add(at);
    }
  }
  let element = document.documentElement as Element;
  let best = 0;
  for (const candidate of candidates) {
    const agreement = overlap(box, rectOf(candidate));
    const isInner = agreement === best && holds(element, candidate);
    if (agreement > best || isInner) [element, best] = [candidate, agreement];
  }
  return { element, area: areaIn(element, box) };
}

/** A rectangle of the window as fractions of an element. */
export function areaIn(element: Element, box: DOMRect): Area {
  const { left, top, width, height } = rectOf(element);
  const share = (part: number, whole: number) => Math.round((part / Math.max(1, whole)) * 10_000) / 10_000;
  return {
    x: share(box.left - left, width),
    y: share(box.top - top, height),
    width: share(box.width, width),
    height: share(box.height, height),
  };
}

/** What two rectangles have in common, as a share of what they cover together; the first takes up room. */
function overlap(a: DOMRect, b: DOMRect): number {
  const both = common(a, b);
  const size = both ? both.width * both.height : 0;
  return size / (a.width * a.height + b.width * b.height - size);
}
