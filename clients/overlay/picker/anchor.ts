import { rectOf } from '../../shared/page/frames.ts';
import { type Fingerprint, fingerprint } from '../../shared/rebind/fingerprint/fingerprint.ts';
import type { Quote } from '../../shared/rebind/quotes/quote.ts';
import type { Annotation, Area, Point } from '../feed/annotation.ts';

/** The element that was chosen and where in the window it was clicked, or the area that was dragged or selected as text. */
export interface Picked {
  readonly element: Element;
  readonly x: number;
  readonly y: number;
  readonly area: Area | null;
  /** The text that was selected. */
  readonly quote?: Quote;
}

/** An element, and what in it is meant. */
export interface Place extends Fingerprint {
  /** Fractions of the element's width and height. */
  readonly offset: Point;
  /** The rectangle that was dragged, as fractions of the element. */
  readonly area?: Area;
  /** The text that was selected. */
  readonly quote?: Quote;
}

/** Describes what was chosen. */
export function describePlace({ element, x, y, area, quote }: Picked): Place {
  const { left, top, width, height } = rectOf(element);
  return {
    ...fingerprint(element),
    offset: { x: fraction(x - left, width), y: fraction(y - top, height) },
    ...(area && { area }),
    ...(quote && { quote }),
  };
}

/** Another element of which the same part is meant: the comment stays what it was, its element moved. */
export function sameIn(element: Element, { offset, area, target: { quote } }: Annotation): Place {
  return { ...fingerprint(element), offset, ...(area && { area }), ...(quote && { quote }) };
}

function fraction(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, Math.round((part / whole) * 10_000) / 10_000)) : 0.5;
}
