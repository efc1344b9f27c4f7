import type { Context } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { keepLease, LeaseLost } from '../../../platform/sql/lease.ts';
import { keepProofs } from '../guards/keep-proofs.ts';
import { type ClaimedCapture, claimCapture, deferCapture } from './claim-capture.ts';
import type { Evaluating } from './compare-captured.ts';
import { evaluateCapture, failedResult } from './evaluate-capture.ts';
import { orderCaptures, orderControl } from './order-captures.ts';
import { retryCapture } from './retry-capture.ts';
import { storeResult } from './store-result.ts';

/** Max attempts that end with a failure of the service or a crash, about six minutes in total. */
const MAX_ATTEMPTS = 8;

/**
 * Orders the snapshots of deployments and evaluates those that ended, until none is left; then
 * stores the crops of approved verdicts. Any number of runs may be concurrent.
 */
export async function advanceDeployments(ctx: Evaluating & Context<'config' | 'wakeCaptures'>): Promise<void> {
  await orderCaptures(ctx);
  while (!ctx.services.stopping.aborted) {
    const claimed = await claimCapture(ctx);
    if (!claimed) break;
    await advanceCapture(ctx, claimed);
    await orderCaptures(ctx);
  }
  while (await keepProofs(ctx));
}

async function advanceCapture(
  ctx: Evaluating & Context<'config' | 'wakeCaptures'>,
  claimed: ClaimedCapture,
): Promise<void> {
  const endLease = keepLease(ctx, 'deployment_captures', claimed);
  try {
    const isExhausted = claimed.attempts > MAX_ATTEMPTS;
    const result = isExhausted ? await exhausted(ctx, claimed) : await evaluateCapture(ctx, claimed);
    if (result.isUnconfirmed) await orderControl(ctx, claimed);
    else if (!(await retryCapture(ctx, claimed, result))) await storeResult(ctx, claimed, result);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (!(error instanceof AppError && error.code === 'RATE_LIMITED')) {
      ctx.logger.error({ err: error, captureId: claimed.id }, 'evaluation of a capture failed; retry scheduled');
    }
    await deferCapture(ctx, claimed);
  } finally {
    endLease();
  }
}

const exhausted = (ctx: Evaluating, claimed: ClaimedCapture) =>
  failedResult(ctx, claimed, {
    snapshotId: claimed.snapshotId,
    error: `Comparing the capture failed ${MAX_ATTEMPTS} times. Check the storage and the database; the service’s log has the cause`,
    reason: 'picture_unreadable',
  });
