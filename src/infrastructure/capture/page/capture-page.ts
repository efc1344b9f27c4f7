import type { CDPSession } from 'puppeteer-core';
import { CaptureError } from '../capture-errors.ts';
import type { Capture, CaptureRequest } from '../capture-request.ts';
import type { CaptureScripts } from './capture-scripts.ts';
import { freezePage, setScriptsEnabled } from './freeze-page.ts';
import { setWindow } from './growing-window.ts';
import { formsOf, type HiddenForm, withoutValues } from './hide-values.ts';
import { type IsolatedWorld, isContextDestroyed } from './isolated-world.ts';
import { locatePins } from './locate-pins.ts';
import { assertWebPage, openPage } from './open-page.ts';
import type { PreparedPage } from './prepared-page.ts';
import { resembleVisitor } from './resemble-visitor.ts';
import { sendCredentials } from './send-credentials.ts';
import { takeScreenshot } from './take-screenshot.ts';
import { settle, waitForRequested } from './wait-for-page.ts';

/** Maximum navigations of a page during its capture. */
const MAX_REPLACEMENTS = 5;

/**
 * Opens the page, waits for the requested conditions and for visible resources, freezes the page
 * and takes the screenshot. Limits only loading and settling; the caller enforces the total
 * deadline.
 * @param options.settleTimeoutMs time from the start after which optional waits end
 * @throws CaptureError
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
  if (request.hideWebdriver) await page.evaluateOnNewDocument(options.scripts.hideWebdriver);
  if (request.credentials) await sendCredentials(prepared, request.credentials);
  const hidden = formsOf(request.credentials?.hidden ?? []);
  await resembleVisitor(prepared, request.viewport);
  // The browser executes commands in order, so the window has its size before the page loads.
  await Promise.all([
    // The scale factor applies only to the session that takes the screenshot.
    setWindow(session, request.viewport),
    openPage(prepared, request.url, options.loadTimeoutMs),
  ]);
  for (let replacements = 0; ; replacements++) {
    try {
      const { image, located, policies, ...facts } = await settleAndShoot(prepared, request, {
        ...options,
        latest,
        hidden,
      });
      const { consoleErrors, failedRequests } = log;
      const record = {
        finalUrl: page.url(),
        status: log.status(),
        scale: request.viewport.deviceScaleFactor,
        browser: options.browser,
        consoleErrors,
        failedRequests,
        policies: [log.policy(), ...policies].filter(Boolean),
        missingFeatures: log.missingFeatures(),
        durationMs: Math.round(performance.now() - started),
        ...facts,
      };
      return { image, ...withoutValues({ located, record }, hidden) };
    } catch (error) {
      // The page navigated: wait for the new document.
      if (error instanceof CaptureError || !isContextDestroyed(error)) throw error;
      if (replacements === MAX_REPLACEMENTS) throw new CaptureError('The page keeps navigating to another page');
      await Promise.all([setScriptsEnabled(prepared, true), setWindow(session, request.viewport)]);
    }
  }
}

/** Waits for visible resources, freezes the page and takes the screenshot. */
async function settleAndShoot(
  prepared: PreparedPage,
  request: CaptureRequest,
  { scripts, latest, hidden }: { scripts: CaptureScripts; latest: number; hidden: HiddenForm[] },
) {
  const { session } = prepared;
  const world = await prepared.openIsolatedWorld();
  await waitForRequested(request, world);
  const [completeness] = await Promise.all([
    settle(prepared, request, world, latest),
    movePointerOut(session, request),
  ]);
  assertWebPage(prepared);
  const restless = await freezePage(prepared, request, world, scripts);
  if (hidden.length > 0) await world.call('maskValues', hidden);
  const located = await locatePins(world, scripts.rebind, request.pins);
  if (request.hideSelectors.length > 0) await hide(world, request.hideSelectors);
  const { deviceScaleFactor: scale } = request.viewport;
  // Recorded before resizing: a full-page screenshot uses a larger window, which moves elements.
  const described = Promise.all([world.call('title'), world.call('recordElements'), world.call('metaPolicies')]);
  const [{ image, ...seen }, [title, elements, policies]] = await Promise.all([
    takeScreenshot(session, { ...request, scale, restless }),
    described,
  ]);
  return { image, located, policies, title, ...seen, ...completeness, elements };
}

/**
 * Moves the pointer out of the window, where it would trigger hover styles. It leaves at the bottom
 * right, because pages show exit dialogs to pointers that leave at the top.
 */
async function movePointerOut(session: CDPSession, { viewport: { width, height } }: CaptureRequest): Promise<void> {
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: width, y: height });
}

async function hide(world: IsolatedWorld, selectors: string[]): Promise<void> {
  const hidden = await world.call('hide', selectors);
  if ('invalid' in hidden) throw new CaptureError(`hideSelectors: "${hidden.invalid}" is not a CSS selector`);
}
