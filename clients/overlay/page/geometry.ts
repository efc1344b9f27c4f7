import { documentOf } from '../../shared/page/dom-access.ts';
import { fromFrame, rectOf } from '../../shared/page/frames.ts';

/** Coordinates: CSS pixels, or fractions of an element's size, as the field's comment says. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in fractions of an element's width and height. It may extend beyond the element. */
export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

/**
 * The part of an element that a comment is about: an area, a passage of its text, or all of it
 * (null).
 */
export type Region = Area | Range | null;

/** Returns the rectangle of an element, or a part of it, in the window. */
export function regionRect(element: Element, part: Region): DOMRect {
  // No `instanceof`: ranges of a frame have another class.
  const range = part && 'startContainer' in part ? part : null;
  const passage = range?.getBoundingClientRect();
  if (passage?.width) return fromFrame(passage, documentOf(element));
  const { left, top, width, height } = rectOf(element);
  const area = range ? null : (part as Area | null);
  if (!area) return new DOMRect(left, top, width, height);
  return new DOMRect(left + area.x * width, top + area.y * height, area.width * width, area.height * height);
}

/** Returns the intersection, which may have no width or height; null if there is none. */
export function intersect(a: DOMRect, b: DOMRect): DOMRect | null {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
  const [width, height] = [Math.min(a.right, b.right) - left, Math.min(a.bottom, b.bottom) - top];
  return width < 0 || height < 0 ? null : new DOMRect(left, top, width, height);
}
