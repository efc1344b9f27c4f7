import { CaptureError } from '../capture-errors.ts';
import { CAPTURE_LIMITS, type CaptureRequest } from '../capture-request.ts';
import { growingWindow } from './growing-window.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { downloadLimitExceeded } from './open-page.ts';
import type { PreparedPage } from './prepared-page.ts';
import { maxPageHeight } from './take-screenshot.ts';

/** Pages start transitions in their second frame; a busy machine renders the first one late. */
const FRAMES = 3;
/** Frames until the loops of a page with frozen time end (clients/capture/freeze-clock.ts). */
const FROZEN_FRAMES = 12;
/** Time to process and paint the last resource, ms. */
const PAINT_MS = 1_000;
/**
 * Endless pages are scrolled to this share of the maximum height, so that late content still fits.
 */
const MAX_GROWTH_SHARE = 0.8;

/**
 * Waits for the requested selector and delay.
 * @throws CaptureError
 */
export async function waitForRequested(
  { waitForSelector, delay }: CaptureRequest,
  world: IsolatedWorld,
): Promise<void> {
  if (waitForSelector !== null) {
    const { selectorWaitMs } = CAPTURE_LIMITS;
    const found = await world.call('waitFor', waitForSelector, selectorWaitMs);
    if (found === 'invalid') throw new CaptureError(`waitForSelector: "${waitForSelector}" is not a CSS selector`);
    if (found === 'timeout') {
      throw new CaptureError(
        `No element matched waitForSelector "${waitForSelector}" within ${selectorWaitMs / 1000} s`,
      );
    }
  }
  if (delay > 0) await pause(delay);
}

/**
 * Waits 5 seconds for pending requests and the requests they cause, and longer while visible
 * resources keep arriving.
 * @param latest end of the wait as of performance.now(), unless the 5 seconds are not over
 * @returns the requests that are still pending
 * @throws CaptureError
 */
export async function settle(
  { log, proxy, session }: PreparedPage,
  request: CaptureRequest,
  world: IsolatedWorld,
  latest: number,
) {
  const { fullPage, freeze } = request;
  const { settleMs, maxSettleMs: settleMostMs, scrollMs } = CAPTURE_LIMITS;
  const started = performance.now();
  const window = fullPage ? growingWindow(session, world, request.viewport) : undefined;
  /** Late resources still have to be processed and painted. */
  const end = () => {
    const patience = log.pendingVisible() > 0 ? settleMs : PAINT_MS;
    return Math.max(started + settleMs, Math.min(started + settleMostMs, latest, log.lastArrival() + patience));
  };
  for (;;) {
    while (log.pending() > 0 && performance.now() < end()) await pause(10);
    const before = log.traffic();
    const ceilingMs = Math.max(0, end() - performance.now());
    const { isStillLoading, isFullyShown } = await world.call('settle', {
      fullPage,
      maxFrames: freeze ? FROZEN_FRAMES : FRAMES,
      ceilingMs,
      // A never-ending request must leave time for scrolling.
      scrollMs: Math.max(ceilingMs, Math.min(scrollMs, latest - performance.now())),
      maxHeight: MAX_GROWTH_SHARE * maxPageHeight(request.viewport),
    });
    // New resources may have requested others.
    if ((isStillLoading || log.traffic() !== before) && performance.now() < end()) continue;
    if (proxy.isExhausted()) throw downloadLimitExceeded();
    if (await window?.grow()) continue;
    const isComplete = log.isLoaded() && !isStillLoading && isFullyShown && log.pendingVisible() === 0;
    return { isComplete, isCut: window?.isCut() ?? false, pendingRequests: log.pendingUrls() };
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
