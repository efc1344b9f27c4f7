import { documentOf } from '../../shared/page/dom-access.ts';
import { holderOf } from '../../shared/page/frames.ts';

/**
 * Scrolls what a wheel or a finger over this element would scroll, by so many pixels: the innermost around it that can.
 *
 * @returns false where that is the window, which scrolls by itself
 */
export function scrollAround(element: Element, across: number, down: number): boolean {
  for (let at: Element | null = element; at; at = holderOf(at)) {
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

/** How far a turn of the wheel goes, in pixels. */
export function wheelSteps({
  deltaX,
  deltaY,
  deltaMode,
  shiftKey,
}: WheelEvent): readonly [across: number, down: number] {
  const unit = [1, 16, innerHeight][deltaMode] ?? 1;
  const [across, down] = [deltaX * unit, deltaY * unit];
  return shiftKey && !across ? [down, 0] : [across, down];
}

/** How far a key goes, in pixels; 0 for keys that scroll nothing. */
export function keySteps(key: string): number {
  const page = innerHeight * 0.8;
  return { PageDown: page, PageUp: -page }[key] ?? 0;
}
