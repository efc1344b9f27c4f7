import { documentOf } from '../../shared/page/dom-access.ts';
import { fromFrame, rectOf } from '../../shared/page/frames.ts';
import type { Area } from '../feed/annotation.ts';

/** What of an element is meant: an area, a passage of its text, or all of it. */
export type Part = Area | Range | null;

/** Where an element is in the window, or a part of it. */
export function boxIn(element: Element, part: Part): DOMRect {
  // Not by instanceof: ranges of a frame are of another class.
  const range = part && 'startContainer' in part ? part : null;
  const passage = range?.getBoundingClientRect();
  if (passage?.width) return fromFrame(passage, documentOf(element));
  const { left, top, width, height } = rectOf(element);
  const area = range ? null : (part as Area | null);
  if (!area) return new DOMRect(left, top, width, height);
  return new DOMRect(left + area.x * width, top + area.y * height, area.width * width, area.height * height);
}

/** The part that both have, which may be a line; null when there is none. */
export function common(a: DOMRect, b: DOMRect): DOMRect | null {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
  const [width, height] = [Math.min(a.right, b.right) - left, Math.min(a.bottom, b.bottom) - top];
  return width < 0 || height < 0 ? null : new DOMRect(left, top, width, height);
}
