import { callNative, documentOf, tagOf } from '../../shared/page/dom-access.ts';
import { documentIn, flatTreeParentOf } from '../../shared/page/frames.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import type { Point } from '../feed/annotation.ts';

/** Elements that cover the page while they are open. */
const MODAL_LAYER = 'dialog,[role$=dialog]';

/** True if a modal layer is visible; only then the pins have to be tested individually. */
export const hasModalLayer = () => Array.from(document.querySelectorAll(MODAL_LAYER)).some(isVisible);

/** True if a modal layer that does not contain the element covers this point of the window. */
export function isCoveredByModal({ element }: { readonly element: Element | null }, { x, y }: Point): boolean {
  const hit = document.elementsFromPoint(x, y).find((found) => tagOf(found) !== HOST_TAG);
  const modal = hit && callNative(hit, 'closest', MODAL_LAYER);
  return modal ? !composedContains(modal, element) : false;
}

/** True if `inner` is `outer` or a descendant of it, across shadow roots and frames. */
export function composedContains(outer: Element, inner: Element | null): boolean {
  for (let at = inner; at; at = flatTreeParentOf(at)) if (at === outer) return true;
  return false;
}

/** False for an element that has a box but is hidden, transparent, or inside something closed. */
export const isVisible = (element: Element): boolean =>
  !('checkVisibility' in Element.prototype) ||
  // Transparent inputs are common: they receive the clicks on a styled replacement.
  callNative(element, 'checkVisibility', { visibilityProperty: true, opacityProperty: tagOf(element) !== 'input' });

/**
 * Returns the ancestors that clip the element: frames, and scroll containers in its chain of
 * containing blocks. A fixed element is clipped by its frame only; an absolute one skips static
 * ancestors up to its containing block.
 */
export function clippingAncestors(element: Element | null): Element[] {
  const clippers: Element[] = [];
  let skipsStaticAncestors = false;
  for (let node = element; node; node = flatTreeParentOf(node)) {
    const { position, overflowX, overflowY, transform } = getComputedStyle(node);
    const { body, documentElement } = documentOf(node);
    // `overflow` of the root and the body applies to the window.
    const isPage = node === body || node === documentElement;
    const isClipping = overflowX !== 'visible' || overflowY !== 'visible' || documentIn(node) !== null;
    if (isPage || position !== 'static' || transform !== 'none') skipsStaticAncestors = false;
    if (node !== element && !isPage && isClipping && !skipsStaticAncestors) clippers.push(node);
    if (position === 'absolute') skipsStaticAncestors = true;
    if (position === 'fixed') node = documentElement;
  }
  return clippers;
}
