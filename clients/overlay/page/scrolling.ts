import { documentOf } from '../../shared/page/dom-access.ts';
import { flatTreeParentOf } from '../../shared/page/frames.ts';

/**
 * Scrolls the innermost scroll container around the element, as a wheel or a finger over it would.
 *
 * @returns false if that is the window, which scrolls by itself
 */
export function scrollNearest(element: Element, across: number, down: number): boolean {
  for (let at: Element | null = element; at; at = flatTreeParentOf(at)) {
    const isPage = at === documentOf(at).scrollingElement;
    if (isPage && documentOf(at) === document) return false;
    const { overflowX, overflowY } = getComputedStyle(at);
    const by = (pixels: number, overflow: string) => (isPage || /auto|scroll/.test(overflow) ? pixels : 0);
    const { scrollLeft, scrollTop } = at;
    at.scrollBy({ left: by(across, overflowX), top: by(down, overflowY), behavior: 'instant' });
    if (at.scrollLeft !== scrollLeft || at.scrollTop !== scrollTop) return true;
  }
  return false;
}

/** Returns the scroll distance of a wheel event, pixels. */
export function wheelDelta({
  deltaX,
  deltaY,
  deltaMode,
  shiftKey,
}: WheelEvent): readonly [across: number, down: number] {
  const unit = [1, 16, innerHeight][deltaMode] ?? 1;
  const [across, down] = [deltaX * unit, deltaY * unit];
  return shiftKey && !across ? [down, 0] : [across, down];
}

/** Returns the scroll distance of a key, pixels; 0 for keys that do not scroll. */
export function keyDelta(key: string): number {
  const page = innerHeight * 0.8;
  return { PageDown: page, PageUp: -page }[key] ?? 0;
}
