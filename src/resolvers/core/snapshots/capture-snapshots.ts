import type { Context } from '../../../context.ts';
import { BrowserNotFound } from '../../../infrastructure/capture/browser/browser-choice.ts';
import { BrowserError, BrowserStartError, CaptureError } from '../../../infrastructure/capture/capture-errors.ts';
import { inSpan } from '../../../infrastructure/telemetry/tracing.ts';
import { keepLease, LeaseLost } from '../../platform/sql/lease.ts';
import { credentialsOfCapture } from '../environments/credentials-of-capture.ts';
import { findPins } from '../reanchoring/find-pins.ts';
import { type ClaimedSnapshot, claimSnapshot } from './claim-snapshot.ts';
import { completeSnapshot } from './complete-snapshot.ts';
import { deferSnapshot, failSnapshot, releaseSnapshot } from './fail-snapshot.ts';

/** Max attempts that end with a crash of the worker or its browser. */
const MAX_ATTEMPTS = 3;
/** Max deferrals for a fault of the service, a quarter of an hour in total. */
const MAX_DEFERRALS = 12;
/** Max deferrals for a missing browser, two minutes in total. */
const MAX_DEFERRALS_WITHOUT_BROWSER = 6;

/** Services for captures. */
export type Capturing = Context<
  'browsers' | 'config' | 'logger' | 'metrics' | 'objectUrls' | 'objects' | 'pool' | 'secretBox' | 'wakeRelay'
>;

/** Captures due snapshots sequentially until none is left. Any number of runs may be concurrent. */
export async function captureSnapshots(ctx: Capturing): Promise<void> {
  for (;;) {
    const claimed = await claimSnapshot(ctx);
    if (!claimed) return;
    const attributes = { 'pinbound.snapshot.id': claimed.id };
    if (!(await inSpan('capture', { attributes }, () => captureSnapshot(ctx, claimed)))) return;
  }
}

/**
 * Captures one snapshot.
 *
 * @returns whether to continue; false if the process stops, or the storage or database fails
 */
async function captureSnapshot(ctx: Capturing, claimed: ClaimedSnapshot): Promise<boolean> {
  const { browsers, logger } = ctx.services;
  if (claimed.attempts > MAX_ATTEMPTS) {
    await failSnapshot(
      ctx,
      claimed,
      `The capture was started ${MAX_ATTEMPTS} times, and the browser or its worker crashed each time`,
    );
    return true;
  }
  const endLease = keepLease(ctx, 'snapshots', claimed);
  try {
    const pins = await findPins(ctx, claimed);
    const credentials = await credentialsOfCapture(ctx, claimed);
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
      hideWebdriver: claimed.hideWebdriver,
      pins: pins.map(({ fingerprints }) => fingerprints),
      credentials: credentials?.sent,
    });
    await completeSnapshot(ctx, claimed, { capture, pins, credentials });
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) return true;
    if (error instanceof CaptureError) {
      await failSnapshot(ctx, claimed, error.message);
      return true;
    }
    if (browsers.isClosed()) {
      await releaseSnapshot(ctx, claimed);
      return false;
    }
    logger.error({ err: error, snapshotId: claimed.id }, 'snapshot capture failed');
    const reason = reasonToGiveUp(error, claimed);
    if (reason) await failSnapshot(ctx, claimed, reason);
    else await deferSnapshot(ctx, claimed, error instanceof BrowserError);
    return error instanceof BrowserNotFound || error instanceof BrowserError;
  } finally {
    endLease();
  }
}

/** Reason to fail after a fault of the service; undefined while the snapshot is deferred. */
function reasonToGiveUp(
  error: unknown,
  { attempts, putOffs }: Pick<ClaimedSnapshot, 'attempts' | 'putOffs'>,
): string | undefined {
  if (error instanceof BrowserStartError) {
    return attempts >= MAX_ATTEMPTS ? `This service could not start its browser: ${error.message}` : undefined;
  }
  if (error instanceof BrowserNotFound) {
    return putOffs >= MAX_DEFERRALS_WITHOUT_BROWSER
      ? `This service has no browser to take snapshots with: ${error.message}`
      : undefined;
  }
  return putOffs >= MAX_DEFERRALS && !(error instanceof BrowserError)
    ? `Saving the capture failed ${putOffs + 1} times. Check the storage and the database; the service's log has the cause.`
    : undefined;
}
