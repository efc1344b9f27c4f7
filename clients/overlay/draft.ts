import { type Fingerprint, fingerprint } from '../shared/fingerprint.ts';
import { askSession } from '../shared/session-link.ts';
import type { Point } from './annotation.ts';
import type { Picked } from './picker.ts';

/** The part of a new annotation that is known before anything is written. Field names are those of the request. */
export interface Draft {
  readonly url: string;
  readonly position_x: number;
  readonly position_y: number;
  /** Stays under the 16 KiB that the service accepts: every part is bounded where it is taken. */
  readonly metadata: Fingerprint & {
    /** Fractions of the element's width and height. */
    readonly offset: Point;
    readonly viewport: { readonly width: number; readonly height: number };
    readonly userAgent: string;
    /** Of the embed script, when it is at work on the page. */
    readonly sessionId?: string;
  };
}

/** Describes a click at the moment it happens; the page may have changed by the time the text is written. */
export function draftOf({ element, x, y }: Picked): Draft {
  const { left, top, width, height } = element.getBoundingClientRect();
  return {
    url: location.href,
    position_x: Math.round(x + scrollX),
    position_y: Math.round(y + scrollY),
    metadata: {
      ...fingerprint(element),
      offset: { x: fraction(x - left, width), y: fraction(y - top, height) },
      viewport: { width: innerWidth, height: innerHeight },
      userAgent: navigator.userAgent.slice(0, 300),
      sessionId: askSession() || undefined,
    },
  };
}

function fraction(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, Math.round((part / whole) * 10_000) / 10_000)) : 0.5;
}
