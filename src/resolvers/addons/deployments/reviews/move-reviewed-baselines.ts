import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { IS_BASELINE, moveBaseline } from '../baselines/move-baseline.ts';

const CAPTURE = `d.environment_id AS "environmentId", c.url_key AS "urlKey", c.viewport_width AS "viewportWidth",
  c.viewport_height AS "viewportHeight", c.device_scale_factor AS "deviceScaleFactor", s.id AS "snapshotId",
  c.baseline_id AS "baselineId"`;

/** Locks the snapshots, which a deletion would take. */
const OF_CAPTURES = `SELECT ${CAPTURE} FROM deployment_captures c JOIN deployments d ON d.id = c.deployment_id
   JOIN snapshots s ON s.id = c.snapshot_id AND s.image_key IS NOT NULL
  WHERE c.id = ANY($captureIds::uuid[]) AND c.state = 'changed'`;

const APPROVED = statement(
  'move-reviewed-baselines/approved',
  `${OF_CAPTURES}
    AND NOT EXISTS (SELECT FROM deployment_changes x LEFT JOIN deployment_reviews r ON r.id = x.review_id
                     WHERE x.capture_id = c.id AND r.decision IS DISTINCT FROM 'approved')
  ORDER BY s.id FOR KEY SHARE OF s`,
);

const REJECTED = statement('move-reviewed-baselines/rejected', `${OF_CAPTURES} ORDER BY s.id FOR KEY SHARE OF s`);

const RESTORE = statement(
  'move-reviewed-baselines/restore',
  `UPDATE baselines SET snapshot_id = $baselineId, accepted_by_id = NULL, accepted_at = now()
  WHERE ${IS_BASELINE} AND snapshot_id = $snapshotId`,
);

const REMOVE = statement(
  'move-reviewed-baselines/remove',
  `DELETE FROM baselines WHERE ${IS_BASELINE} AND snapshot_id = $snapshotId`,
);

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
  const rows = await APPROVED.rows(sql, { captureIds });
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
  const rows = await REJECTED.rows(sql, { captureIds });
  for (const { baselineId, ...capture } of rows) {
    if (baselineId) await RESTORE.run(sql, { ...capture, baselineId });
    else await REMOVE.run(sql, capture);
  }
}
