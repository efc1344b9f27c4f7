import { rectOf } from '../../shared/page/frames.ts';
import type { MatchState } from '../../shared/rebind/verification/match-results.ts';
import type { Annotation } from '../feed/annotation.ts';
import type { Point } from '../page/geometry.ts';
import { intersect, type Region, regionRect } from '../page/geometry.ts';
import { coveringLayer, isVisible } from '../page/visibility.ts';

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

/** True if the annotation describes an element. */
export const hasTarget = ({ annotation: { target } }: LocatedAnnotation) =>
  Boolean(target.selector || target.xpath || target.text);

/**
 * Returns the position of the annotation's pin in the window: the top right corner of what is
 * visible of its region. Null if its element is gone, not visible, scrolled out of a container or
 * the window, or covered by a layer of the page.
 */
export function pinPosition(pin: LocatedAnnotation): Point | null {
  const { annotation, element, clippers } = pin;
  const { x, y } = annotation.position;
  if (!element && (hasTarget(pin) || !(x || y))) return null;
  const box = element ? regionRect(element, targetRegion(pin)) : new DOMRect(x - scrollX, y - scrollY);
  if (element && ((!box.width && !box.height) || !isVisible(element))) return null;
  let visible = intersect(box, new DOMRect(0, 0, innerWidth, innerHeight));
  for (const clipper of clippers) visible = visible && intersect(visible, rectOf(clipper));
  if (!visible) return null;
  const { left, right, bottom } = visible;
  let { top } = visible;
  const layerAt = (down: number) => coveringLayer(element, Math.max(left, right - 3), down + 1);
  for (let layer = layerAt(top); layer; layer = layerAt(top)) {
    const end = rectOf(layer).bottom;
    if (end <= top || end >= bottom) return null;
    top = end;
  }
  const isCut = top > box.top + 1;
  if (isCut && bottom - top < PIN_SIZE) return null;
  const { number, status } = annotation;
  const width = PIN_SIZE + DIGIT_WIDTH * Math.max(0, `${number}${status === 'resolved' ? '✓' : ''}`.length - 2);
  return {
    x: Math.min(right, document.documentElement.clientWidth - width),
    // A pin above the edge that cuts its element off would seem to belong to something else.
    y: isCut ? top + PIN_SIZE : Math.max(top, PIN_SIZE),
  };
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
