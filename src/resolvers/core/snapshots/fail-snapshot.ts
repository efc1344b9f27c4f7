import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { storable } from '../../platform/input/storable-text.ts';
import { uncountUsage } from '../../platform/quotas/count-usage.ts';
import { wholeCharacters } from '../../text/whole-characters.ts';
import type { ClaimedSnapshot } from './claim-snapshot.ts';

/** Until the next attempt at what failed through no fault of the page, seconds; twice as many each time, up to the longest. */
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

/** Ends a snapshot that cannot be taken; it is not billed. @param reason for people */
export async function failSnapshot(ctx: Context, claimed: ClaimedSnapshot, reason: string): Promise<void> {
  const { id, leaseId, organizationId, createdAt } = claimed;
  const counter = claimed.byVisitor ? 'visitor_snapshots' : 'snapshots';
  const error = wholeCharacters(storable(reason), MAX_LENGTH);
  await inTransaction(ctx.services.pool, async (sql) => {
    const { rowCount } = await sql.query(FAIL, [id, leaseId, error, newId(), organizationId]);
    if (rowCount) await uncountUsage(sql, organizationId, counter, { at: createdAt, n: 1 });
  });
  ctx.services.metrics.captures.observe({ outcome: 'failed' }, (Date.now() - createdAt.getTime()) / 1_000);
  ctx.services.nudgeRelay();
}

/** Gives it back, for another worker to take: its attempt was none. The one that stops shall not take it again. */
export async function releaseSnapshot(ctx: Context, { id, leaseId }: ClaimedSnapshot): Promise<void> {
  await ctx.services.pool.query(
    `UPDATE snapshots SET lease_id = NULL, lease_expires_at = now() + interval '${RETRY_SECONDS} seconds', attempts = attempts - 1
      WHERE id = $1 AND lease_id = $2`,
    [id, leaseId],
  );
}

/**
 * Gives it back for later, when what its attempt lacked may be there again.
 * @param isCounted whether it is the attempt of one more worker that failed over it
 */
export async function putOffSnapshot(
  ctx: Context,
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
