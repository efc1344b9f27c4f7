import type { Context } from '../../../../context.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { LEASE_MS } from '../../../platform/sql/lease.ts';
import { CAPTURE_COLUMNS, type CaptureRow } from '../deployment-parts.ts';

/** First delay after a failure of the service, seconds; doubles up to a maximum. */
const RETRY_SECONDS = 2;
const LONGEST_RETRY_SECONDS = 120;

/** A capture `c` without a snapshot that waits for no later time. */
export const MAY_BE_ORDERED = `c.state = 'queued' AND (c.retry_at IS NULL OR c.retry_at <= now())`;

/** A capture whose snapshots ended, or were deleted, and that nobody evaluates. */
const IS_DUE = `c.state = 'capturing' AND d.status = 'running' AND p.deleted_at IS NULL
    AND (c.lease_expires_at IS NULL OR c.lease_expires_at < now())
    AND NOT EXISTS (SELECT FROM snapshots s WHERE s.id IN (c.snapshot_id, c.control_id) AND s.status = 'processing')`;

const OF_DEPLOYMENT = 'JOIN deployments d ON d.id = c.deployment_id JOIN projects p ON p.id = d.project_id';

/** Claims a capture of the organization with the fewest in progress, of its oldest deployment. */
const CLAIM = statement(
  'claim-capture/claim',
  `WITH busy AS (
    SELECT p.organization_id, count(*) AS count FROM deployment_captures c ${OF_DEPLOYMENT}
     WHERE c.state = 'capturing' AND c.lease_id IS NOT NULL AND c.lease_expires_at >= now() GROUP BY 1
  ), next AS (
    SELECT c.id FROM deployment_captures c ${OF_DEPLOYMENT} LEFT JOIN busy USING (organization_id)
     WHERE ${IS_DUE}
     ORDER BY coalesce(busy.count, 0), d.created_at, c.position LIMIT 1 FOR UPDATE OF c SKIP LOCKED
  ), c AS (
    UPDATE deployment_captures SET lease_id = $leaseId, lease_expires_at = now() + $leaseMs * interval '1 millisecond', attempts = attempts + 1
     WHERE id = (SELECT id FROM next)
    RETURNING *
  )
  SELECT ${CAPTURE_COLUMNS}, c.lease_id AS "leaseId!", c.attempts, c.retries, c.control_id AS "controlId", d.environment_id AS "environmentId",
         d.project_id AS "projectId", p.organization_id AS "organizationId", d.created_at AS "deployedAt"
    FROM c ${OF_DEPLOYMENT}`,
);

/** A capture to evaluate, claimed by this process until its lease expires. */
export type ClaimedCapture = CaptureRow & {
  leaseId: string;
  attempts: number;
  /** Further snapshots that were ordered. */
  retries: number;
  /** Snapshot that confirms verdicts; null until ordered. It may be deleted. */
  controlId: string | null;
  environmentId: string;
  projectId: string;
  organizationId: string;
  /** Begin of the deployment. */
  deployedAt: Date;
};

/** Claims the next due capture, if any. Any number of workers may call it concurrently. */
export async function claimCapture(ctx: Context<'pool'>): Promise<ClaimedCapture | undefined> {
  return CLAIM.first(ctx.services.pool, { leaseId: newId(), leaseMs: LEASE_MS });
}

const UPDATE = statement(
  'claim-capture/update',
  `UPDATE deployment_captures SET lease_id = NULL,
            lease_expires_at = now() + least(${RETRY_SECONDS} * 2 ^ (attempts - 1), ${LONGEST_RETRY_SECONDS}) * interval '1 second'
      WHERE id = $id AND lease_id = $leaseId`,
);

/** Releases a claim until a missing resource may be available again. */
export async function deferCapture(ctx: Context<'pool'>, { id, leaseId }: ClaimedCapture): Promise<void> {
  await UPDATE.run(ctx.services.pool, { id, leaseId });
}

const FIND = statement(
  'claim-capture/find',
  `SELECT count(*)::int AS waiting FROM (SELECT FROM deployment_captures c ${OF_DEPLOYMENT}
      WHERE (${IS_DUE}) OR (${MAY_BE_ORDERED} AND d.status IN ('queued', 'running') AND p.deleted_at IS NULL)
      LIMIT 100000) waiting`,
);

/** Counts captures to be ordered or evaluated, up to 100,000: more need no exact number. */
export async function countWaitingCaptures(ctx: Context<'pool'>): Promise<number> {
  const row = await FIND.first(ctx.services.pool);
  return row?.waiting ?? 0;
}
