import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { type BaselineKey, moveBaseline } from '../baselines/move-baseline.ts';

/** A capture whose snapshot may be the baseline of its page. */
type ReviewedCapture = BaselineKey & { snapshotId: string; baselineId: string | null };

const CAPTURE = `d.environment_id AS "environmentId", c.url_key AS "urlKey", c.viewport_width AS "viewportWidth",
  c.viewport_height AS "viewportHeight", c.device_scale_factor AS "deviceScaleFactor", s.id AS "snapshotId",
  c.baseline_id AS "baselineId"`;

/** Locks the snapshots, which a deletion would take. */
const OF_CAPTURES = `SELECT ${CAPTURE} FROM deployment_captures c JOIN deployments d ON d.id = c.deployment_id
   JOIN snapshots s ON s.id = c.snapshot_id AND s.image_key IS NOT NULL
  WHERE c.id = ANY($1::uuid[]) AND c.state = 'changed'`;

const APPROVED = `${OF_CAPTURES}
    AND NOT EXISTS (SELECT FROM deployment_changes x LEFT JOIN deployment_reviews r ON r.id = x.review_id
                     WHERE x.capture_id = c.id AND r.decision IS DISTINCT FROM 'approved')
  ORDER BY s.id FOR KEY SHARE OF s`;

const REJECTED = `${OF_CAPTURES} ORDER BY s.id FOR KEY SHARE OF s`;

const RESTORE = `UPDATE baselines SET snapshot_id = $7, accepted_by_id = NULL, accepted_at = now()
  WHERE environment_id = $1 AND url_key = $2 AND viewport_width = $3 AND viewport_height = $4 AND device_scale_factor = $5
    AND snapshot_id = $6`;

const REMOVE = `DELETE FROM baselines
  WHERE environment_id = $1 AND url_key = $2 AND viewport_width = $3 AND viewport_height = $4 AND device_scale_factor = $5
    AND snapshot_id = $6`;

const keyOf = (capture: ReviewedCapture) => [
  capture.environmentId,
  capture.urlKey,
  capture.viewportWidth,
  capture.viewportHeight,
  capture.deviceScaleFactor,
];

/**
 * Makes the snapshots of captures whose changes are all approved the baselines of their pages.
 *
 * @returns number of baselines that moved
 */
export async function acceptReviewed(
  sql: Queryable,
  captureIds: readonly string[],
  by: string | null,
): Promise<number> {
  const { rows } = await sql.query<ReviewedCapture>(APPROVED, [captureIds]);
  let moved = 0;
  for (const capture of rows) {
    if (await moveBaseline(sql, capture, { from: capture.baselineId, to: capture.snapshotId, by })) moved += 1;
  }
  return moved;
}

/**
 * Puts back the baselines that captures were compared with. One whose snapshot was deleted is
 * removed, so that the next picture becomes the baseline.
 */
export async function restoreBaselines(sql: Queryable, captureIds: readonly string[]): Promise<void> {
  const { rows } = await sql.query<ReviewedCapture>(REJECTED, [captureIds]);
  for (const capture of rows) {
    const values = [...keyOf(capture), capture.snapshotId];
    if (capture.baselineId) await sql.query(RESTORE, [...values, capture.baselineId]);
    else await sql.query(REMOVE, values);
  }
}
