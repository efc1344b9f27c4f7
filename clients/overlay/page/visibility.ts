import { callNative, documentOf, shadowRootOf, tagOf } from '../../shared/page/dom-access.ts';
import { documentIn, flatTreeParentOf } from '../../shared/page/frames.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';

/** Elements that cover the page while they are open. */
const MODAL_LAYER = 'dialog,[role$=dialog]';

/**
 * Returns the layer that covers this point of the window: a dialog, or a fixed or sticky element
 * such as a header, that does not contain the element. Null if there is none, and over content of
 * the element.
 */
export function coveringLayer(element: Element | null, x: number, y: number): Element | null {
  const hit = hitAt(x, y);
  let layer: Element | null = null;
  if (hit && element && composedContains(element, hit)) return null;
  for (let at = hit; at && !composedContains(at, element); at = flatTreeParentOf(at)) {
    if (callNative(at, 'matches', MODAL_LAYER) || /fixed|sticky/.test(getComputedStyle(at).position)) layer = at;
  }
  return layer;
}

/** Returns the page's topmost element at a point of the window, across open shadow roots. */
export function hitAt(x: number, y: number): Element | null {
  let hit: Element | null = null;
  for (let root: Document | ShadowRoot | null = document; root; root = hit && shadowRootOf(hit)) {
    const from: Document | ShadowRoot = root;
    const isInside = (found: Element) => tagOf(found) !== HOST_TAG && callNative(found, 'getRootNode') === from;
    const found: Element | undefined = from.elementsFromPoint(x, y).find(isInside);
    if (!found) break;
    hit = found;
  }
  return hit;
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
