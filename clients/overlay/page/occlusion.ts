import { callNative, firstChildOf, nativeGetter, parentOf, TEXT, tagOf } from '../../shared/page/dom-access.ts';

/** Elements that are visible without children. */
const VISIBLE_WITHOUT_CONTENT = /^(img|canvas|video|i?frame|object|embed|input|textarea|select|hr|meter|progress)$/;

const children = nativeGetter('children');

const containsPoint = (x: number, y: number) => (box: DOMRect) =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/**
 * True for a transparent link, or a part of one, that covers its parent only to make it clickable,
 * as on a card.
 */
export function isLinkOverlay(element: Element, x: number, y: number): boolean {
  if (!callNative(element, 'closest', 'a')) return false;
  // Only generated content extends beyond the link.
  if (![...callNative(element, 'getClientRects')].some(containsPoint(x, y))) return tagOf(element) === 'a';
  const { position, backgroundColor, backgroundImage, borderTopStyle } = getComputedStyle(element);
  const isClear = /, 0\)$/.test(backgroundColor) && backgroundImage === 'none' && borderTopStyle === 'none';
  if (position !== 'absolute' || !isClear || VISIBLE_WITHOUT_CONTENT.test(tagOf(element)) || hasOwnText(element))
    return false;
  const box = callNative(element, 'getBoundingClientRect');
  const parentBox = callNative(parentOf(element) ?? element, 'getBoundingClientRect');
  const coversParent = box.width >= 0.9 * parentBox.width && box.height >= 0.9 * parentBox.height;
  return coversParent && !clickThroughChild(element, x, y);
}

/** True if the element has a text node with text. */
const hasOwnText = (element: Element) =>
  [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === TEXT && nodeValue?.trim());

/**
 * Returns the visible descendant at that point that has `pointer-events: none`, such as a disabled
 * button or a picture. Null in buttons and SVG images, which are one element to visitors.
 */
export function clickThroughChild(element: Element, x: number, y: number): Element | null {
  if (/^(button|svg)$/.test(tagOf(element))) return null;
  for (const child of [...children(element)].reverse()) {
    const { pointerEvents, visibility } = getComputedStyle(child);
    const isVisible =
      visibility === 'visible' && (VISIBLE_WITHOUT_CONTENT.test(tagOf(child)) || firstChildOf(child) !== null);
    const isHit =
      pointerEvents === 'none' && isVisible && containsPoint(x, y)(callNative(child, 'getBoundingClientRect'));
    if (isHit) return clickThroughChild(child, x, y) ?? child;
  }
  return null;
}
