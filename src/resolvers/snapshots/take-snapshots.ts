import type { Context } from '../../context.ts';
import { NoBrowser } from '../../infrastructure/capture/browser-choice.ts';
import { CaptureFailure } from '../../infrastructure/capture/capture-failure.ts';
import { findPins } from '../rebinding/find-pins.ts';
import { type ClaimedSnapshot, claimSnapshot, keepLease } from './claim-snapshot.ts';
import { completeSnapshot, LeaseLost } from './complete-snapshot.ts';
import { failSnapshot, releaseSnapshot } from './fail-snapshot.ts';

/** Workers that may die, or lose their browser or storage, over one snapshot. */
const MAX_ATTEMPTS = 3;

/** Takes snapshots, one after the other, until none is due. Any number may do so at once. */
export async function takeSnapshots(ctx: Context): Promise<void> {
  for (;;) {
    const claimed = await claimSnapshot(ctx);
    if (!claimed) return;
    if (!(await takeSnapshot(ctx, claimed))) return;
  }
}

/** @returns whether to go on with the next: not when this process cannot */
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
    if (error instanceof NoBrowser) {
      logger.error({ err: error }, 'a snapshot could not be taken');
      await failSnapshot(ctx, claimed, `This service has no browser to take snapshots with: ${error.message}`);
      return true;
    }
    if (!browsers.isClosed()) logger.error({ err: error, snapshotId: claimed.id }, 'a snapshot is tried again');
    await releaseSnapshot(ctx, claimed, !browsers.isClosed());
    return false;
  } finally {
    endLease();
  }
}
