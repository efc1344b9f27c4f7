import type { LocatedPin, PinFingerprints } from './page/locate-pins.ts';
import type { PageRecord } from './page-record.ts';

/** What to take a picture of, and how. */
export interface CaptureRequest {
  url: string;
  /** CSS pixels. */
  viewport: { width: number; height: number; deviceScaleFactor: number };
  fullPage: boolean;
  waitForSelector: string | null;
  /** Milliseconds. */
  delay: number;
  hideSelectors: string[];
  /** Whether time and chance stand still for the page's scripts. */
  freeze: boolean;
  /** To be looked for on the page. */
  pins: PinFingerprints[];
}

export interface Capture {
  /** PNG. */
  image: Buffer;
  record: PageRecord;
  /** In the order of the request's pins. */
  located: LocatedPin[];
}

/** Bounds of every capture, whatever it is asked for. */
export const CAPTURE_LIMITS = {
  /** Image pixels. */
  pixels: 120_000_000,
  /** Image pixels in one direction: past it, browsers leave rows empty. */
  side: 60_000,
  /** Everything that servers send for one page, bytes. */
  bytes: 200 * 1024 * 1024,
  /** Of a browser with all its processes, bytes; what they share is counted for each. */
  memory: 4 * 1024 ** 3,
  /** Of a picture as PNG, bytes; nothing else that the browser says at once may be longer. */
  imageBytes: 100_000_000,
  /** For waitForSelector, milliseconds. */
  selectorWaitMs: 15_000,
  /** For what is still loading when the page says it has loaded, milliseconds. */
  settleMs: 5_000,
  /** The same while what the picture shows goes on arriving, each within settleMs of the one before. */
  settleMostMs: 20_000,
  /** For scrolling through a page, however little is left of the time to settle, milliseconds. */
  scrollMs: 10_000,
} as const;
