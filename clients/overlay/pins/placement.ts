import { documentOf } from '../../shared/page/dom-access.ts';
import { fromFrame, rectOf } from '../../shared/page/frames.ts';
import type { State } from '../../shared/rebind/verification/match-results.ts';
import type { Annotation, Point } from '../feed/annotation.ts';
import type { Part } from '../page/geometry.ts';
import { isDrawn } from '../page/sight.ts';

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
  /** Ancestors that cut off what leaves them; see `clippersOf`. */
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

/** True for an annotation that was made for a point of the page and never had an element. */
function isLoose({ annotation: { target, position } }: Placeable): boolean {
  return !target.selector && !target.xpath && !target.text && (position.x > 0 || position.y > 0);
}

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
