import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
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

const FAIL = statement(
  'fail-snapshot/fail',
  `WITH s AS (
    UPDATE snapshots SET status = 'failed', error = $error, lease_id = NULL, lease_expires_at = NULL, updated_at = now()
     WHERE id = $id AND lease_id = $leaseId AND status = 'processing'
    RETURNING id, project_id
  )
  INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
  SELECT $eventId, 'snapshot.failed', $organizationId, s.project_id, s.id, '${NO_EVENT_DATA}' FROM s`,
);

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
    const { rowCount } = await FAIL.run(sql, { id, leaseId, error, eventId: newId(), organizationId });
    if (rowCount) await uncountUsage(sql, organizationId, counter, { at: createdAt, n: 1 });
  });
  ctx.services.metrics.captures.observe({ outcome: 'failed' }, (Date.now() - createdAt.getTime()) / 1_000);
  ctx.services.wakeRelay();
}

const RELEASE = statement(
  'fail-snapshot/release',
  `UPDATE snapshots SET lease_id = NULL, lease_expires_at = now() + interval '${RETRY_SECONDS} seconds', attempts = attempts - 1
      WHERE id = $id AND lease_id = $leaseId`,
);

/** Releases a claim of a stopping worker without counting the attempt. */
export async function releaseSnapshot(ctx: Context<'pool'>, { id, leaseId }: ClaimedSnapshot): Promise<void> {
  await RELEASE.run(ctx.services.pool, { id, leaseId });
}

const DEFER = statement(
  'fail-snapshot/defer',
  `UPDATE snapshots SET lease_id = NULL, attempts = attempts - $uncounted, put_offs = put_offs + $uncounted,
            lease_expires_at = now() + least(${RETRY_SECONDS} * 2 ^ put_offs, ${LONGEST_RETRY_SECONDS}) * interval '1 second'
      WHERE id = $id AND lease_id = $leaseId`,
);

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
  await DEFER.run(ctx.services.pool, { id, leaseId, uncounted: isCounted ? 0 : 1 });
}
