import type { CDPSession } from 'puppeteer-core';
import { CaptureFailure } from '../capture-failure.ts';
import type { Capture, CaptureRequest } from '../capture-request.ts';
import type { CaptureScripts } from './capture-scripts.ts';
import { holdStill, setScripts } from './freeze-page.ts';
import { isGone, type OwnWorld } from './isolated-world.ts';
import { locatePins } from './locate-pins.ts';
import { assertOnTheWeb, openPage } from './open-page.ts';
import type { PreparedPage } from './prepared-page.ts';
import { takePicture } from './take-screenshot.ts';
import { settle, waitForAsked } from './wait-for-page.ts';

/** How often a page may replace itself by another before it is given up. */
const MAX_REPLACEMENTS = 5;

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
    openPage(prepared, request.url, options.loadTimeoutMs),
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
