import type { LocatedPin, PinFingerprints } from './located-pin.ts';
import type { PageRecord } from './page-record.ts';

/** Page to capture, with its options. */
export interface CaptureRequest {
  url: string;
  /** CSS pixels. */
  viewport: { width: number; height: number; deviceScaleFactor: number };
  fullPage: boolean;
  waitForSelector: string | null;
  /** Milliseconds. */
  delay: number;
  hideSelectors: string[];
  /** Freezes clocks, timers and random numbers of the page's scripts. */
  freeze: boolean;
  /** Sets navigator.webdriver to false, as in a visitor's browser. */
  hideWebdriver: boolean;
  /** Pins to locate on the page. */
  pins: PinFingerprints[];
  credentials?: SentCredentials | undefined;
}

/** Credentials that a capture sends with some requests. */
export interface SentCredentials {
  /** Whether an address is of their origin. */
  isOwn(url: URL): boolean;
  /** Whether requests of this address may carry them. */
  mayReceive(url: URL): boolean;
  /** By name in lowercase. */
  headers: Record<string, string>;
  cookies: { name: string; value: string }[];
  /** Values that are replaced where the page shows them. */
  hidden: string[];
}

export interface Capture {
  /** PNG. */
  image: Buffer;
  record: PageRecord;
  /** In the order of the request's pins. */
  located: LocatedPin[];
}

/** Limits of every capture. */
export const CAPTURE_LIMITS = {
  /** Image pixels. */
  pixels: 120_000_000,
  /** Image pixels per side; beyond it, browsers leave rows empty. */
  side: 60_000,
  /** Total bytes received for one page. */
  bytes: 200 * 1024 * 1024,
  /** Memory of all processes of a browser, bytes; shared memory counts for each process. */
  memory: 4 * 1024 ** 3,
  /** Size of the PNG, bytes; also the limit of any other message of the browser. */
  imageBytes: 100_000_000,
  /** Timeout of waitForSelector, ms. */
  selectorWaitMs: 15_000,
  /** Wait for resources that still load after the page's load event, ms. */
  settleMs: 5_000,
  /**
   * Upper bound of that wait while visible resources keep arriving, each within settleMs of the
   * last.
   */
  maxSettleMs: 20_000,
  /** Minimum time for scrolling through a page, even if less time is left to settle, ms. */
  scrollMs: 10_000,
} as const;
