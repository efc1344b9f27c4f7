import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { LEASE_MS } from '../../platform/sql/lease.ts';
import { SNAPSHOT_COLUMNS } from './require-snapshot.ts';

const IS_DUE = `s.status = 'processing' AND (s.lease_expires_at IS NULL OR s.lease_expires_at < now())`;

/**
 * Claims an unclaimed snapshot or one with an expired lease. `slot` selects the organization: the
 * one with the fewest captures in progress, so that slow pages delay no other organization, then by
 * fair-share rank. `next` selects its oldest snapshot, members' before those that visitors caused.
 * The two exchange their ranks, so that the organization's ranks stay the same.
 */
const CLAIM = statement(
  'claim-snapshot/claim',
  `WITH busy AS (
    SELECT p.organization_id, count(*) AS count FROM snapshots s JOIN projects p ON p.id = s.project_id
     WHERE s.status = 'processing' AND s.lease_id IS NOT NULL AND s.lease_expires_at >= now()
     GROUP BY p.organization_id
  ), slot AS (
    SELECT s.id, s.turn, organization_id FROM snapshots s JOIN projects p ON p.id = s.project_id LEFT JOIN busy USING (organization_id)
     WHERE ${IS_DUE}
     ORDER BY coalesce(busy.count, 0), s.turn, s.created_at, s.id LIMIT 1 FOR UPDATE OF s SKIP LOCKED
  ), next AS (
    SELECT s.id, s.turn FROM snapshots s JOIN projects p ON p.id = s.project_id
     WHERE ${IS_DUE} AND p.organization_id = (SELECT organization_id FROM slot)
     ORDER BY s.by_visitor, s.created_at, s.id LIMIT 1 FOR UPDATE OF s SKIP LOCKED
  ), displaced AS (
    UPDATE snapshots SET turn = next.turn FROM slot, next WHERE snapshots.id = slot.id AND slot.id <> next.id
  ), s AS (
    UPDATE snapshots SET lease_id = $leaseId, lease_expires_at = now() + $leaseMs * interval '1 millisecond', attempts = attempts + 1,
                         turn = (SELECT turn FROM slot)
     WHERE id = (SELECT id FROM next)
    RETURNING *
  )
  SELECT ${SNAPSHOT_COLUMNS}, p.organization_id AS "organizationId", p.hide_webdriver AS "hideWebdriver"
    FROM s JOIN projects p ON p.id = s.project_id`,
).narrow<Pick<ClaimedSnapshot, 'leaseId'>>();

/** A snapshot claimed by this process until its lease expires. */
export type ClaimedSnapshot = SnapshotRow & { organizationId: string; leaseId: string; hideWebdriver: boolean };

/** Claims the next due snapshot, if any. Any number of workers may call it concurrently. */
export async function claimSnapshot(ctx: Context<'pool'>): Promise<ClaimedSnapshot | undefined> {
  return CLAIM.first(ctx.services.pool, { leaseId: newId(), leaseMs: LEASE_MS });
}

const FIND = statement(
  'claim-snapshot/find',
  `SELECT count(*)::int AS waiting FROM (SELECT FROM snapshots s WHERE ${IS_DUE} LIMIT 100000) due`,
);

/** Counts snapshots that wait for a worker, up to 100,000: more need no exact number. */
export async function countWaitingSnapshots(ctx: Context<'pool'>): Promise<number> {
  const row = await FIND.first(ctx.services.pool);
  return row?.waiting ?? 0;
}
