import { ask, documentOf, tagOf } from '../../shared/page/dom-access.ts';
import { documentIn, holderOf } from '../../shared/page/frames.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import type { Point } from '../feed/annotation.ts';

/** What stands over the rest of a page while it is open. */
const OVER_PAGE = 'dialog,[role$=dialog]';

/** True when such is drawn: only then it is worth while to ask of each pin. */
export const hasOverPage = () => Array.from(document.querySelectorAll(OVER_PAGE)).some(isDrawn);

/** True when at this point of the window there is something over the element's page that the element is not in. */
export function isUnder({ element }: { readonly element: Element | null }, { x, y }: Point): boolean {
  const hit = document.elementsFromPoint(x, y).find((found) => tagOf(found) !== HOST_TAG);
  const over = hit && ask(hit, 'closest', OVER_PAGE);
  return over ? !holds(over, element) : false;
}

/** True when an element is another, or stands in it, out of shadow roots and frames. */
export function holds(outer: Element, inner: Element | null): boolean {
  for (let at = inner; at; at = holderOf(at)) if (at === outer) return true;
  return false;
}

/** False where an element that has a box is not to be seen: it is hidden, transparent, or in something that is closed. */
export const isDrawn = (element: Element): boolean =>
  !('checkVisibility' in Element.prototype) ||
  // A transparent field takes the clicks on what is drawn in its place.
  ask(element, 'checkVisibility', { visibilityProperty: true, opacityProperty: tagOf(element) !== 'input' });

/**
 * Frames and whatever else of what holds an element cuts off what leaves it. What is fixed to its window, only that cuts off; what
 * has an absolute position, nothing that is nearer than what the position counts from.
 */
export function clippersOf(element: Element | null): Element[] {
  const clippers: Element[] = [];
  let isFree = false;
  for (let node = element; node; node = holderOf(node)) {
    const { position, overflowX, overflowY, transform } = getComputedStyle(node);
    const { body, documentElement } = documentOf(node);
    // What is said of these holds for the window.
    const isPage = node === body || node === documentElement;
    const isClipping = overflowX !== 'visible' || overflowY !== 'visible' || documentIn(node) !== null;
    if (isPage || position !== 'static' || transform !== 'none') isFree = false;
    if (node !== element && !isPage && isClipping && !isFree) clippers.push(node);
    if (position === 'absolute') isFree = true;
    if (position === 'fixed') node = documentElement;
  }
  return clippers;
}
