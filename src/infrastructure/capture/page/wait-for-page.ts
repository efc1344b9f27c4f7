import { CaptureFailure } from '../capture-failure.ts';
import { CAPTURE_LIMITS, type CaptureRequest } from '../capture-request.ts';
import type { OwnWorld } from './isolated-world.ts';
import { tooMuchLoaded } from './open-page.ts';
import type { PreparedPage } from './prepared-page.ts';
import { tallestPage } from './take-screenshot.ts';

/** After these, the loops of a page whose time stands still have ended (clients/capture/freeze-clock.ts). */
const FROZEN_FRAMES = 12;
/** What comes last is looked at and drawn within this time, milliseconds. */
const DRAWN_WITHIN_MS = 1_000;
/** Pages without an end are scrolled to this share of the tallest picture: what came last must fit in it too. */
const MOST_GROWN = 0.8;

/** Waits for the selector and the time that were asked for. @throws CaptureFailure */
export async function waitForAsked({ waitForSelector, delay }: CaptureRequest, world: OwnWorld): Promise<void> {
  if (waitForSelector !== null) {
    const { selectorWaitMs } = CAPTURE_LIMITS;
    const found = await world.call('waitFor', waitForSelector, selectorWaitMs);
    if (found === 'invalid') throw new CaptureFailure(`waitForSelector: "${waitForSelector}" is not a CSS selector`);
    if (found === 'timeout') {
      throw new CaptureFailure(
        `No element matched waitForSelector "${waitForSelector}" within ${selectorWaitMs / 1000} s`,
      );
    }
  }
  if (delay > 0) await pause(delay);
}

/**
 * Waits for what is under way and what comes of it: 5 seconds, and longer while what the picture shows goes on arriving.
 * @param latest it goes on so long at most, by performance.now(), unless the 5 seconds are not over
 * @returns what had not come
 * @throws CaptureFailure
 */
export async function settle({ log, proxy }: PreparedPage, request: CaptureRequest, world: OwnWorld, latest: number) {
  const { fullPage, freeze } = request;
  const { settleMs, settleMostMs, scrollMs } = CAPTURE_LIMITS;
  const started = performance.now();
  /** What came late still has to be looked at and drawn. */
  const end = () => {
    const patience = log.awaited() > 0 ? settleMs : DRAWN_WITHIN_MS;
    return Math.max(started + settleMs, Math.min(started + settleMostMs, latest, log.lastArrival() + patience));
  };
  for (;;) {
    while (log.pending() > 0 && performance.now() < end()) await pause(10);
    const before = log.traffic();
    const ceilingMs = Math.max(0, end() - performance.now());
    const { isStillComing, isAllShown } = await world.call('settle', {
      fullPage,
      frames: freeze ? FROZEN_FRAMES : 0,
      ceilingMs,
      // A request that has no end would leave no time for it.
      scrollMs: Math.max(ceilingMs, Math.min(scrollMs, latest - performance.now())),
      growTo: MOST_GROWN * tallestPage(request.viewport),
    });
    // What came meanwhile may bring more that is to be waited for.
    if ((isStillComing || log.traffic() !== before) && performance.now() < end()) continue;
    if (proxy.isExhausted()) throw tooMuchLoaded();
    const isComplete = log.isLoaded() && !isStillComing && isAllShown && log.awaited() === 0;
    return { isComplete, pendingRequests: log.pendingUrls() };
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
