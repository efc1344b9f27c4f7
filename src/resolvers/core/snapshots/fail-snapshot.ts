import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { storable } from '../../platform/input/storable-text.ts';
import { uncountUsage } from '../../platform/quotas/count-usage.ts';
import { truncateText } from '../../platform/text/plain-text.ts';
import type { ClaimedSnapshot } from './claim-snapshot.ts';

/** First delay after a failure that the page did not cause, seconds; doubles up to a maximum. */
const RETRY_SECONDS = 2;
const LONGEST_RETRY_SECONDS = 120;
const MAX_LENGTH = 1_000;

const FAIL = `WITH s AS (
    UPDATE snapshots SET status = 'failed', error = $3, lease_id = NULL, lease_expires_at = NULL, updated_at = now()
     WHERE id = $1 AND lease_id = $2 AND status = 'processing'
    RETURNING id, project_id
  )
  INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
  SELECT $4, 'snapshot.failed', $5, s.project_id, s.id, '${NO_EVENT_DATA}' FROM s`;

/**
 * Marks a snapshot as failed and reverts its usage.
 *
 * @param reason message for people
 */
export async function failSnapshot(
  ctx: Context<'metrics' | 'pool' | 'wakeRelay'>,
  claimed: ClaimedSnapshot,
  reason: string,
): Promise<void> {
  const { id, leaseId, organizationId, createdAt } = claimed;
  const counter = claimed.byVisitor ? 'visitor_snapshots' : 'snapshots';
  const error = truncateText(storable(reason), MAX_LENGTH);
  await inTransaction(ctx.services.pool, async (sql) => {
    const { rowCount } = await sql.query(FAIL, [id, leaseId, error, newId(), organizationId]);
    if (rowCount) await uncountUsage(sql, organizationId, counter, { at: createdAt, n: 1 });
  });
  ctx.services.metrics.captures.observe({ outcome: 'failed' }, (Date.now() - createdAt.getTime()) / 1_000);
  ctx.services.wakeRelay();
}

/** Releases a claim of a stopping worker without counting the attempt. */
export async function releaseSnapshot(ctx: Context<'pool'>, { id, leaseId }: ClaimedSnapshot): Promise<void> {
  await ctx.services.pool.query(
    `UPDATE snapshots SET lease_id = NULL, lease_expires_at = now() + interval '${RETRY_SECONDS} seconds', attempts = attempts - 1
      WHERE id = $1 AND lease_id = $2`,
    [id, leaseId],
  );
}

/**
 * Defers a snapshot until a missing resource may be available again.
 *
 * @param isCounted whether the attempt counts as a failure of the snapshot
 */
export async function deferSnapshot(
  ctx: Context<'pool'>,
  { id, leaseId }: ClaimedSnapshot,
  isCounted: boolean,
): Promise<void> {
  await ctx.services.pool.query(
    `UPDATE snapshots SET lease_id = NULL, attempts = attempts - $3, put_offs = put_offs + $3,
            lease_expires_at = now() + least(${RETRY_SECONDS} * 2 ^ put_offs, ${LONGEST_RETRY_SECONDS}) * interval '1 second'
      WHERE id = $1 AND lease_id = $2`,
    [id, leaseId, isCounted ? 0 : 1],
  );
}
