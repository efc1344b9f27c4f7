import type { CDPSession } from 'puppeteer-core';
import { CaptureFailure } from '../capture-failure.ts';
import { CAPTURE_LIMITS } from '../capture-request.ts';
import type { PageRecord } from '../page-record.ts';

/** Pictures of what may move are taken again until two in a row are equal, or so many were. */
const MAX_TRIES = 5;
const BETWEEN_TRIES_MS = 50;

/**
 * Takes the picture. The size is known before a pixel is painted.
 * @returns the picture, whether nothing moved in it any more, the document's size, and where in it the picture begins
 * @throws CaptureFailure for a page that is too large
 */
export async function takePicture(
  session: CDPSession,
  options: { fullPage: boolean; viewport: { width: number; height: number }; scale: number; restless: boolean },
): Promise<{ image: Buffer; isStill: boolean } & Measured> {
  const measured = measure(session, options.fullPage);
  // Whoever waits for it first hears of it.
  measured.catch(() => undefined);
  const { width, height } = options.fullPage ? await measured : options.viewport;
  assertFits(width, height, options.scale);
  let image = await shoot();
  let isStill = !options.restless;
  for (let tries = 1; !isStill && tries < MAX_TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
    const again = await shoot();
    isStill = again.equals(image);
    image = again;
  }
  return { image, isStill, ...(await measured) };

  async function shoot(): Promise<Buffer> {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      captureBeyondViewport: options.fullPage,
      ...(options.fullPage && { clip: { x: 0, y: 0, width, height, scale: 1 } }),
    });
    return Buffer.from(data, 'base64');
  }
}

/** How high a page of this width can be for its picture to be taken, CSS pixels. */
export function tallestPage({ width, deviceScaleFactor }: { width: number; deviceScaleFactor: number }): number {
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
  throw new CaptureFailure(
    `The page is too large: its picture would have ${across} × ${down} pixels; at most ` +
      `${CAPTURE_LIMITS.pixels / 1e6} million, and ${CAPTURE_LIMITS.side} in one direction, are taken. ` +
      'Leave out fullPage, or choose a smaller deviceScaleFactor',
  );
}
