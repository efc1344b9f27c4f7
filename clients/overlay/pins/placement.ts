import { ask, documentOf, tagOf } from '../../shared/page/dom-access.ts';
import { documentIn, fromFrame, holderOf, rectOf } from '../../shared/page/frames.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import type { State } from '../../shared/rebind/verification/verdicts.ts';
import type { Annotation, Area, Point } from '../feed/annotation.ts';

/** An annotation with what was found of it on the page. */
export interface Placeable {
  annotation: Annotation;
  element: Element | null;
  state: State;
  /** Elements that it may be about, the likeliest first; worth asking about when it moved. */
  candidates: readonly Element[];
  /** The passage of the element's text that it is about, when it is about one that is there. */
  passage: Range | null;
  /** False until the page has been searched for the element. */
  isLocated: boolean;
  /** Ancestors that cut off what leaves them; see {@link clippersOf}. */
  clippers: readonly Element[];
}

/** True when nothing on this page is what the annotation is about: its element is gone, or it never had a place. */
export function isMissing(placeable: Placeable): boolean {
  return placeable.isLocated && !placeable.element && !isLoose(placeable);
}

/**
 * Where a pin for the annotation belongs in the window now. Null when there is nothing to point at: its element is gone, not
 * to be seen, or scrolled out of a container or the window.
 */
export function pointOf(placeable: Placeable): Point | null {
  const { annotation, element, passage, clippers } = placeable;
  const { number, offset, area, position } = annotation;
  if (!element) {
    return isLoose(placeable) ? inWindow({ x: position.x - scrollX, y: position.y - scrollY }, number) : null;
  }
  const { left, top, width, height } = rectOf(element);
  if (!width && !height) return null;
  const { x, y } = area ?? offset;
  const [first] = passage?.getClientRects() ?? [];
  const line = first && fromFrame(first, documentOf(element));
  const point = line ? { x: line.left, y: line.top } : { x: left + x * width, y: top + y * height };
  const isShown = clippers.every((clipper) => contains(rectOf(clipper), point)) && isDrawn(element);
  return isShown ? inWindow(point, number) : null;
}

/** What stands over the rest of a page while it is open. */
const OVER_PAGE = 'dialog,[role$=dialog]';

/** True when such is drawn: only then it is worth while to ask of each pin. */
export const hasOverPage = () => Array.from(document.querySelectorAll(OVER_PAGE)).some(isDrawn);

/** True when at this point of the window there is something over the element's page that the element is not in. */
export function isUnder({ element }: Placeable, { x, y }: Point): boolean {
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

/** True for an annotation that was made for a point of the page and never had an element. */
function isLoose({ annotation: { target, position } }: Placeable): boolean {
  return !target.selector && !target.xpath && !target.text && (position.x > 0 || position.y > 0);
}

/** What of an element is meant: an area, a passage of its text, or all of it. */
export type Part = Area | Range | null;

/** What of its element an annotation is about. */
export const partOf = ({ annotation, passage }: Placeable): Part => passage ?? annotation.area;

/** Height of a pin, which stands above its point and after it, and its width with up to two digits, in pixels. */
const PIN_SIZE = 28;
/** What each further digit may add. */
const DIGIT = 8;

/** The point, or the next to it at which a pin with this number is in the window as a whole. */
function inWindow(point: Point, number: number): Point | null {
  const { x, y } = point;
  if (!contains({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, point)) return null;
  const width = PIN_SIZE + DIGIT * Math.max(0, `${number}`.length - 2);
  return { x: Math.min(x, document.documentElement.clientWidth - width), y: Math.max(y, PIN_SIZE) };
}

/** One pixel of tolerance: rectangles are fractions after zooming. */
function contains(box: { left: number; top: number; right: number; bottom: number }, { x, y }: Point): boolean {
  return x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1;
}
