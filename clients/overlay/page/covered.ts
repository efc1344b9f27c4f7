import { ask, firstIn, parentOf, reader, TEXT, tagOf } from '../../shared/page/dom-access.ts';

/** What is something to see without any content. */
const SHOWS = /^(img|canvas|video|i?frame|object|embed|input|textarea|select|hr|meter|progress)$/;

const children = reader('children');

const isIn = (x: number, y: number) => (box: DOMRect) =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Says whether this is a link, or in one, and lies there only to be clicked for what it covers: its card, or the picture in it. */
export function isVeil(element: Element, x: number, y: number): boolean {
  if (!ask(element, 'closest', 'a')) return false;
  // Something generated reaches beyond the link.
  if (!Array.from(ask(element, 'getClientRects')).some(isIn(x, y))) return tagOf(element) === 'a';
  const { position, backgroundColor, backgroundImage, borderTopStyle } = getComputedStyle(element);
  const isClear = /, 0\)$/.test(backgroundColor) && backgroundImage === 'none' && borderTopStyle === 'none';
  if (position !== 'absolute' || !isClear || SHOWS.test(tagOf(element)) || saysSomething(element)) return false;
  const own = ask(element, 'getBoundingClientRect');
  const around = ask(parentOf(element) ?? element, 'getBoundingClientRect');
  const isAll = own.width >= 0.9 * around.width && own.height >= 0.9 * around.height;
  return isAll && !passedIn(element, x, y);
}

/** True with a text of its own, which is not one in an element in it. */
const saysSomething = (element: Element) =>
  Array.from(element.childNodes).some(({ nodeType, nodeValue }) => nodeType === TEXT && nodeValue?.trim());

/**
 * What in this element lets the pointer through at that point and has something to see: a disabled button, a picture. Null for
 * buttons and drawings, whose parts are no elements to a visitor.
 */
export function passedIn(element: Element, x: number, y: number): Element | null {
  if (/^(button|svg)$/.test(tagOf(element))) return null;
  for (const child of Array.from(children(element)).reverse()) {
    const { pointerEvents, visibility } = getComputedStyle(child);
    const isSeen = visibility === 'visible' && (SHOWS.test(tagOf(child)) || firstIn(child) !== null);
    const isThere = pointerEvents === 'none' && isSeen && isIn(x, y)(ask(child, 'getBoundingClientRect'));
    if (isThere) return passedIn(child, x, y) ?? child;
  }
  return null;
}
