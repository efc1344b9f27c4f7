import type { CDPSession } from 'puppeteer-core';
import { withDeadline } from '../../../lib/deadline.ts';
import { CaptureFailure } from '../capture-failure.ts';
import { CAPTURE_LIMITS, type Capture, type CaptureRequest } from '../capture-request.ts';
import type { CaptureScripts } from './capture-scripts.ts';
import { locatePins } from './locate-pins.ts';
import { brokenWords, navigationWords } from './navigation-words.ts';
import { isGone, type OwnWorld } from './own-world.ts';
import type { PreparedPage } from './prepared-page.ts';
import { takePicture, tallestPage } from './take-picture.ts';

/** How often a page may replace itself by another before it is given up. */
const MAX_REPLACEMENTS = 5;
/** After these, the loops of a page whose time stands still have ended (clients/capture/stop-time.ts). */
const FROZEN_FRAMES = 12;
/** What comes last is looked at and drawn within this time, milliseconds. */
const DRAWN_WITHIN_MS = 1_000;
/** Pages without an end are scrolled to this share of the tallest picture: what came last must fit in it too. */
const MOST_GROWN = 0.8;
/** Frames that have no document never answer; a picture goes without their help, milliseconds. */
const FRAME_TIMEOUT_MS = 1_000;

/**
 * Opens the page, waits for what was asked for and for what a picture needs, holds everything still and takes it.
 * Its only bounds in time are those on loading and on what comes after: whoever calls sets the rest.
 * @param options.settleTimeoutMs after so long from the start, nothing is waited for any longer than it must be
 * @throws CaptureFailure
 */
export async function capturePage(
  prepared: PreparedPage,
  request: CaptureRequest,
  options: { scripts: CaptureScripts; loadTimeoutMs: number; settleTimeoutMs: number; browser: string },
): Promise<Capture> {
  const started = performance.now();
  const { page, session, log } = prepared;
  const latest = started + options.settleTimeoutMs;
  if (request.freeze) await page.evaluateOnNewDocument(options.scripts.stopTime);
  // The browser carries out one after another what it is sent: the window has its size when the page comes.
  await Promise.all([
    // In the session that takes the picture: the factor counts in no other.
    session.send('Emulation.setDeviceMetricsOverride', { ...request.viewport, mobile: false }),
    open(prepared, request.url, options.loadTimeoutMs),
  ]);
  for (let replacements = 0; ; replacements++) {
    try {
      const { image, located, ...facts } = await pictureOf(prepared, request, { ...options, latest });
      const { consoleErrors, failedRequests } = log;
      return {
        image,
        located,
        record: {
          finalUrl: page.url(),
          status: log.status(),
          scale: request.viewport.deviceScaleFactor,
          browser: options.browser,
          consoleErrors,
          failedRequests,
          durationMs: Math.round(performance.now() - started),
          ...facts,
        },
      };
    } catch (error) {
      // A page that goes on to another one is waited for anew.
      if (error instanceof CaptureFailure || !isGone(error)) throw error;
      if (replacements === MAX_REPLACEMENTS) throw new CaptureFailure('The page keeps replacing itself by another');
      await setScripts(prepared, true);
    }
  }
}

/** Waits until nothing that the picture needs is still to come, holds everything still, and takes it. */
async function pictureOf(
  prepared: PreparedPage,
  request: CaptureRequest,
  { scripts, latest }: { scripts: CaptureScripts; latest: number },
) {
  const { session } = prepared;
  const world = await prepared.openOwnWorld();
  await waitForAsked(request, world);
  const [completeness] = await Promise.all([settle(prepared, request, world, latest), leave(session, request)]);
  assertOnTheWeb(prepared);
  const restless = await holdStill(prepared, request, world, scripts);
  const located = await locatePins(world, scripts.rebind, request.pins);
  if (request.hideSelectors.length > 0) await hide(world, request.hideSelectors);
  const { deviceScaleFactor: scale } = request.viewport;
  // Asked for before the size: a picture of the whole page is taken in a larger window, in which elements have other places.
  const described = Promise.all([world.call('title'), world.call('recordElements')]);
  const [{ image, ...seen }, [title, elements]] = await Promise.all([
    takePicture(session, { ...request, scale, restless }),
    described,
  ]);
  return { image, located, title, ...seen, ...completeness, elements };
}

/** The pointer is in the first corner otherwise, and what is there drawn as pointed at. It leaves below: pages ask those to stay who leave above. */
async function leave(session: CDPSession, { viewport: { width, height } }: CaptureRequest): Promise<void> {
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: width, y: height });
}

async function hide(world: OwnWorld, selectors: string[]): Promise<void> {
  const hidden = await world.call('hide', selectors);
  if ('invalid' in hidden) throw new CaptureFailure(`hideSelectors: "${hidden.invalid}" is not a CSS selector`);
}

/** Waits until the page has loaded; one that has come without all that it names, as long as it may take. */
async function open(prepared: PreparedPage, url: string, timeout: number): Promise<void> {
  const { page, proxy, log } = prepared;
  try {
    await page.goto(url, { waitUntil: 'load', timeout });
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    if (isLate && log.isRead() && !proxy.isExhausted()) return assertOnTheWeb(prepared);
    if (proxy.isExhausted()) throw tooMuch();
    const at = log.lastUrl() ?? url;
    const reason = /^https?:/.test(at) ? proxy.failureOf(at) : undefined;
    if (reason) throw new CaptureFailure(reason, { cause: error });
    if (isLate) {
      throw new CaptureFailure(`The page did not finish loading within ${timeout / 1000} s`, { cause: error });
    }
    // What loads for ever is replaced: by then it is the next page that counts.
    const status = log.status();
    const words = navigationWords(error, at);
    throw new CaptureFailure(status && status >= 400 ? `${words} (HTTP ${status})` : words, { cause: error });
  }
  assertOnTheWeb(prepared);
}

/** What the page shows came whole, and from the web; it may have gone on to something that did not. */
function assertOnTheWeb({ page, log, proxy }: PreparedPage): void {
  const at = log.lastUrl();
  if (log.brokeOff() && at) {
    const reason = /^https?:/.test(at) ? proxy.failureOf(at) : undefined;
    throw new CaptureFailure(reason ?? brokenWords(at));
  }
  if (!/^https?:/.test(page.url())) throw new CaptureFailure('The page leads to an address that is not on the web');
}

async function waitForAsked({ waitForSelector, delay }: CaptureRequest, world: OwnWorld): Promise<void> {
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
 */
async function settle({ log, proxy }: PreparedPage, request: CaptureRequest, world: OwnWorld, latest: number) {
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
    if (proxy.isExhausted()) throw tooMuch();
    const isComplete = log.isLoaded() && !isStillComing && isAllShown && log.awaited() === 0;
    return { isComplete, pendingRequests: log.pendingUrls() };
  }
}

/** Scripts first, in every frame: what they would start again must not. @returns whether something may move all the same */
async function holdStill(
  prepared: PreparedPage,
  { fullPage }: CaptureRequest,
  world: OwnWorld,
  scripts: CaptureScripts,
): Promise<boolean> {
  const { page } = prepared;
  const stopped = setScripts(prepared, false);
  const inner = page.frames().filter((frame) => frame !== page.mainFrame());
  const [restless] = await Promise.all([
    world.call('holdStill', fullPage),
    stopped,
    ...inner.map((frame) =>
      stopped
        .then(() => {
          const held = frame.evaluate(`${scripts.page};pinboundCapture.holdStill(false)`);
          return withDeadline(held, FRAME_TIMEOUT_MS, () => new Error('the frame does not answer'));
        })
        .catch(() => undefined),
    ),
  ]);
  return restless;
}

/** In our own session for the order of what follows in it; by the page for frames that have processes of their own. */
const setScripts = ({ page, session }: PreparedPage, isOn: boolean) =>
  Promise.all([
    session.send('Emulation.setScriptExecutionDisabled', { value: !isOn }),
    page.setJavaScriptEnabled(isOn),
  ]);

const tooMuch = () =>
  new CaptureFailure(`The page loaded more than ${CAPTURE_LIMITS.bytes / 1024 / 1024} MiB, the most that is allowed`);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
