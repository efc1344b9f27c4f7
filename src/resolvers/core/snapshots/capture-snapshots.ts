import type { Context } from '../../../context.ts';
import { NoBrowser } from '../../../infrastructure/capture/browser/browser-choice.ts';
import { BrowserFailure, CaptureFailure } from '../../../infrastructure/capture/capture-failure.ts';
import { findPins } from '../reanchoring/find-pins.ts';
import { type ClaimedSnapshot, claimSnapshot, keepLease } from './claim-snapshot.ts';
import { completeSnapshot, LeaseLost } from './complete-snapshot.ts';
import { failSnapshot, putOffSnapshot, releaseSnapshot } from './fail-snapshot.ts';

/** Workers that may die, or lose their browser, over one snapshot. */
const MAX_ATTEMPTS = 3;
/** How often one is put off for a fault of the service: for a quarter of an hour together. */
const MAX_PUT_OFFS = 12;
/** And for a browser, which somebody has to install: for two minutes. */
const MAX_PUT_OFFS_WITHOUT_BROWSER = 6;

/** Takes snapshots, one after the other, until none is due. Any number may do so at once. */
export async function takeSnapshots(ctx: Context): Promise<void> {
  for (;;) {
    const claimed = await claimSnapshot(ctx);
    if (!claimed) return;
    if (!(await takeSnapshot(ctx, claimed))) return;
  }
}

/** @returns whether to go on with the next: not when this process stops, or its storage or database fails, which the next needs too */
async function takeSnapshot(ctx: Context, claimed: ClaimedSnapshot): Promise<boolean> {
  const { browsers, logger } = ctx.services;
  if (claimed.attempts > MAX_ATTEMPTS) {
    await failSnapshot(
      ctx,
      claimed,
      `It was begun ${MAX_ATTEMPTS} times, and each time the browser or its worker ended`,
    );
    return true;
  }
  const endLease = keepLease(ctx, claimed);
  try {
    const pins = await findPins(ctx, claimed);
    const capture = await browsers.capture({
      url: claimed.url,
      viewport: {
        width: claimed.viewportWidth,
        height: claimed.viewportHeight,
        deviceScaleFactor: claimed.deviceScaleFactor,
      },
      fullPage: claimed.fullPage,
      waitForSelector: claimed.waitForSelector,
      delay: claimed.delay,
      hideSelectors: claimed.hideSelectors,
      freeze: claimed.freeze,
      pins: pins.map(({ fingerprints }) => fingerprints),
    });
    await completeSnapshot(ctx, claimed, capture, pins);
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) return true;
    if (error instanceof CaptureFailure) {
      await failSnapshot(ctx, claimed, error.message);
      return true;
    }
    if (browsers.isClosed()) {
      await releaseSnapshot(ctx, claimed);
      return false;
    }
    logger.error({ err: error, snapshotId: claimed.id }, 'a snapshot could not be taken now');
    const reason = reasonToGiveUp(error, claimed.putOffs);
    if (reason) await failSnapshot(ctx, claimed, reason);
    else await putOffSnapshot(ctx, claimed, error instanceof BrowserFailure);
    return error instanceof NoBrowser || error instanceof BrowserFailure;
  } finally {
    endLease();
  }
}

/** Why a fault of the service is waited for no longer; undefined while it is. */
function reasonToGiveUp(error: unknown, putOffs: number): string | undefined {
  if (error instanceof NoBrowser) {
    return putOffs >= MAX_PUT_OFFS_WITHOUT_BROWSER
      ? `This service has no browser to take snapshots with: ${error.message}`
      : undefined;
  }
  return putOffs >= MAX_PUT_OFFS && !(error instanceof BrowserFailure)
    ? `This service could not store it, ${putOffs + 1} times: its storage or its database does not work; its log says why`
    : undefined;
}
