import type { Context } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { countUsage } from '../../../platform/quotas/count-usage.ts';
import { LeaseLost } from '../../../platform/sql/lease.ts';
import type { ClaimedCapture } from './claim-capture.ts';
import type { CaptureResult } from './evaluate-capture.ts';

/** Further snapshots of a page whose failure may be temporary. */
const MAX_RETRIES = 2;
/** Pauses before them, seconds. */
const FIRST_PAUSE = 5;
const FACTOR = 4;

/** Applies only while this process holds the lease. */
const RETRY = statement(
  'retry-capture/retry',
  `UPDATE deployment_captures
    SET state = 'queued', snapshot_id = NULL, control_id = NULL, attempts = 0, retries = retries + 1, lease_id = NULL,
        lease_expires_at = NULL, retry_at = now() + $pause * interval '1 second'
  WHERE id = $id AND lease_id = $leaseId AND state = 'capturing'`,
);

/** The usage of a snapshot that failed was reverted; one that was completed stays counted. */
const IS_UNCOUNTED = statement(
  'retry-capture/is-uncounted',
  `SELECT FROM snapshots WHERE id = $snapshotId? AND status = 'failed'`,
);

/**
 * Lets a capture whose failure may be temporary be ordered again, after a pause.
 *
 * @returns whether it is; false after the last retry, and if the plan has no snapshot left
 * @throws LeaseLost
 */
export async function retryCapture(
  ctx: Context<'config' | 'pool'>,
  { id, leaseId, retries, snapshotId, organizationId }: ClaimedCapture,
  { isTemporary }: CaptureResult,
): Promise<boolean> {
  if (!isTemporary || retries >= MAX_RETRIES) return false;
  try {
    await inTransaction(ctx.services.pool, async (sql) => {
      const isUncounted = await IS_UNCOUNTED.run(sql, { snapshotId });
      const retried = await RETRY.run(sql, { id, leaseId, pause: FIRST_PAUSE * FACTOR ** retries });
      if (retried.rowCount === 0) throw new LeaseLost();
      if (isUncounted.rowCount) await countUsage(sql, ctx, organizationId, 'snapshots', 1);
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') return false;
    throw error;
  }
}
