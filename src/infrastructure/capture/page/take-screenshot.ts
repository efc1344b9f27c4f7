import type { CDPSession } from 'puppeteer-core';
import { CaptureError } from '../capture-errors.ts';
import { CAPTURE_LIMITS } from '../capture-request.ts';
import type { PageRecord } from '../page-record.ts';

/** Maximum screenshots of a moving page; two equal ones in a row end the attempts. */
const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 50;

/**
 * Takes the screenshot. The size is checked before anything is painted.
 * @returns the image, whether it is stable, the document's size, and the image's offset in it
 * @throws CaptureError for a page that is too large
 */
export async function takeScreenshot(
  session: CDPSession,
  options: { fullPage: boolean; viewport: { width: number; height: number }; scale: number; restless: boolean },
): Promise<{ image: Buffer; isStill: boolean } & Measured> {
  const measured = measure(session, options.fullPage);
  // The first await reports a rejection.
  measured.catch(() => undefined);
  const { width, height } = options.fullPage ? await measured : options.viewport;
  assertFits(width, height, options.scale);
  // Beyond the viewport, Chromium shifts short pages that are written from right to left.
  const isBeyond = width > options.viewport.width || height > options.viewport.height;
  let image = await shoot();
  let isStill = !options.restless;
  for (let tries = 1; !isStill && tries < MAX_ATTEMPTS; tries++) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    const again = await shoot();
    isStill = again.equals(image);
    image = again;
  }
  return { image, isStill, ...(await measured) };

  async function shoot(): Promise<Buffer> {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      captureBeyondViewport: isBeyond,
      ...(isBeyond && { clip: { x: 0, y: 0, width, height, scale: 1 } }),
    });
    return Buffer.from(data, 'base64');
  }
}

/** Maximum height of a page of this width, CSS pixels. */
export function maxPageHeight({ width, deviceScaleFactor }: { width: number; deviceScaleFactor: number }): number {
  const { pixels, side } = CAPTURE_LIMITS;
  return Math.min(side, pixels / Math.ceil(width * deviceScaleFactor)) / deviceScaleFactor;
}

type Measured = Pick<PageRecord, 'width' | 'height'> & Required<Pick<PageRecord, 'scroll'>>;

async function measure(session: CDPSession, fullPage: boolean): Promise<Measured> {
  const { cssContentSize, cssLayoutViewport } = await session.send('Page.getLayoutMetrics');
  const { pageX, pageY } = cssLayoutViewport;
  return {
    width: Math.ceil(cssContentSize.width),
    height: Math.ceil(cssContentSize.height),
    scroll: fullPage ? { x: 0, y: 0 } : { x: pageX, y: pageY },
  };
}

function assertFits(width: number, height: number, scale: number): void {
  const [across, down] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  if (across * down <= CAPTURE_LIMITS.pixels && Math.max(across, down) <= CAPTURE_LIMITS.side) return;
  throw new CaptureError(
    `The page is too large: its image would have ${across} × ${down} pixels; at most ` +
      `${CAPTURE_LIMITS.pixels / 1e6} million, and ${CAPTURE_LIMITS.side} per side, are allowed. ` +
      'Omit fullPage or use a smaller deviceScaleFactor',
  );
}
