import { rectOf } from '../../shared/page/frames.ts';
import { type Fingerprint, fingerprint } from '../../shared/rebind/fingerprint/fingerprint.ts';
import type { Quote } from '../../shared/rebind/quotes/quote.ts';
import type { Area, Point } from '../page/geometry.ts';

/** The picked element with the click position, or a dragged area or selected text within it. */
export interface PickedTarget {
  readonly element: Element;
  readonly x: number;
  readonly y: number;
  readonly area: Area | null;
  /** Selected text. */
  readonly quote?: Quote;
}

/** Description of a comment's target, as stored by the service. */
export interface Anchor extends Fingerprint {
  /** Fractions of the element's width and height. */
  readonly offset: Point;
  /** Dragged rectangle in fractions of the element. */
  readonly area?: Area;
  /** The text that was selected. */
  readonly quote?: Quote;
}

/** Describes the picked target. */
export function describeAnchor({ element, x, y, area, quote }: PickedTarget): Anchor {
  const { left, top, width, height } = rectOf(element);
  return {
    ...fingerprint(element),
    offset: { x: fraction(x - left, width), y: fraction(y - top, height) },
    ...(area && { area }),
    ...(quote && { quote }),
  };
}

function fraction(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, Math.round((part / whole) * 10_000) / 10_000)) : 0.5;
}
