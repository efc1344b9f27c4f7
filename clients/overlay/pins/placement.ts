import { documentOf } from '../../shared/page/dom-access.ts';
import { fromFrame, rectOf } from '../../shared/page/frames.ts';
import type { MatchState } from '../../shared/rebind/verification/match-results.ts';
import type { Annotation, Point } from '../feed/annotation.ts';
import type { Region } from '../page/geometry.ts';
import { isVisible } from '../page/visibility.ts';

/** An annotation with its located element. */
export interface LocatedAnnotation {
  annotation: Annotation;
  element: Element | null;
  state: MatchState;
  /** Candidates, most likely first, when the element moved. */
  candidates: readonly Element[];
  /** Range of the quote in the element's text; null without a quote or if it is gone. */
  passage: Range | null;
  /** False until the page has been searched for the element. */
  isLocated: boolean;
  /** Ancestors that clip the element, see {@link clippingAncestors}. */
  clippers: readonly Element[];
}

/** True if the annotation's element is not on this page. False for page-level annotations. */
export function isMissing(pin: LocatedAnnotation): boolean {
  return pin.isLocated && !pin.element && !isPageLevel(pin);
}

/**
 * Returns the position of the annotation's pin in the window. Null if its element is gone, not
 * visible, or scrolled out of a container or the window.
 */
export function pinPosition(pin: LocatedAnnotation): Point | null {
  const { annotation, element, passage, clippers } = pin;
  const { offset, area, position } = annotation;
  if (!element) {
    return isPageLevel(pin) ? clampToViewport({ x: position.x - scrollX, y: position.y - scrollY }, annotation) : null;
  }
  const { left, top, width, height } = rectOf(element);
  if (!width && !height) return null;
  const { x, y } = area ?? offset;
  const [first] = passage?.getClientRects() ?? [];
  const line = first && fromFrame(first, documentOf(element));
  const point = line ? { x: line.left, y: line.top } : { x: left + x * width, y: top + y * height };
  const isShown = clippers.every((clipper) => contains(rectOf(clipper), point)) && isVisible(element);
  return isShown ? clampToViewport(point, annotation) : null;
}

/** True for an annotation on a point of the page, without an element. */
function isPageLevel({ annotation: { target, position } }: LocatedAnnotation): boolean {
  return !target.selector && !target.xpath && !target.text && (position.x > 0 || position.y > 0);
}

/** Returns the part of the element that the annotation is about. */
export const targetRegion = ({ annotation, passage }: LocatedAnnotation): Region => passage ?? annotation.area;

/**
 * Height of a pin, and its width with up to two characters, pixels. A pin extends up and to the
 * right of its point.
 */
const PIN_SIZE = 28;
/** Additional width per further character, pixels. */
const DIGIT_WIDTH = 8;

/** Moves the point so that the whole pin is in the window; null if the point itself is outside. */
function clampToViewport(point: Point, { number, status }: Annotation): Point | null {
  const { x, y } = point;
  if (!contains({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, point)) return null;
  const width = PIN_SIZE + DIGIT_WIDTH * Math.max(0, `${number}${status === 'resolved' ? '✓' : ''}`.length - 2);
  return { x: Math.min(x, document.documentElement.clientWidth - width), y: Math.max(y, PIN_SIZE) };
}

/**
 * True if the box contains the point, with a tolerance of one pixel for fractions after zooming.
 */
function contains(box: { left: number; top: number; right: number; bottom: number }, { x, y }: Point): boolean {
  return x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1;
}
