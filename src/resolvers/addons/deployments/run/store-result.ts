import type { Context } from '../../../../context.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { lockRows } from '../../../../infrastructure/database/rows.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../../platform/events/event-types.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { storableTexts } from '../../../platform/input/storable-text.ts';
import { LeaseLost } from '../../../platform/sql/lease.ts';
import { moveBaseline } from '../baselines/move-baseline.ts';
import { acceptResolved } from '../guards/accept-resolved.ts';
import { recordLooks } from '../guards/record-looks.ts';
import { reopenRegressed } from '../guards/reopen-regressed.ts';
import { carryApprovals, isSameChange } from '../reviews/carry-approvals.ts';
import { insertVerdicts } from '../verdicts/insert-verdicts.ts';
import { isProtected } from '../verdicts/is-protected.ts';
import type { ClaimedCapture } from './claim-capture.ts';
import type { CaptureResult } from './evaluate-capture.ts';
import { finishDeployment } from './finish-deployment.ts';

const LOCK_DEPLOYMENT = statement(
  'store-result/lock-deployment',
  `SELECT FROM deployments WHERE id = $deploymentId AND status = 'running' FOR UPDATE`,
);

/** Applies only while this process holds the lease. */
const STORE = statement(
  'store-result/store',
  `UPDATE deployment_captures
    SET state = $state::"DeploymentCaptureState", error = $error?, baseline_id = $baseline?, comparison_id = (SELECT id FROM comparisons WHERE id = $comparisonId?),
        change_count = $changeCount, explained_changes = nullif($explained::jsonb, '[]'), lease_id = NULL, lease_expires_at = NULL, finished_at = now()
  WHERE id = $id AND lease_id = $leaseId AND state = 'capturing'`,
);

const INSERT_CHANGES = statement(
  'store-result/insert-changes',
  `INSERT INTO deployment_changes
    (id, deployment_id, capture_id, position, selector, tag, kinds, before, after, region, likeness, annotation_ids, guarded_ids,
     is_protected, first_deployment_id)
  SELECT c.id, $deploymentId, $captureId, c.position, c.selector, c.tag, ARRAY(SELECT jsonb_array_elements_text(c.kinds)), c.before, c.after, c.region, c.likeness,
         ARRAY(SELECT jsonb_array_elements_text(c."annotationIds")::uuid UNION
               SELECT a.id FROM unnest(earlier.annotation_ids) AS asked(id) JOIN annotations a USING (id) WHERE a.deleted_at IS NULL),
         ARRAY(SELECT jsonb_array_elements_text(c."guardedIds"))::uuid[], ${isProtected('$snapshotId?, $baselineId?')},
         coalesce(earlier.first_deployment_id, earlier.deployment_id)
    FROM jsonb_to_recordset($changes) AS c(id uuid, position int, selector text, tag text, kinds jsonb, before jsonb, after jsonb,
                                     region jsonb, likeness text, "annotationIds" jsonb, "guardedIds" jsonb)
    LEFT JOIN LATERAL (
      SELECT x.annotation_ids, x.deployment_id, x.first_deployment_id FROM deployment_changes x
       WHERE x.capture_id = $earlierId? AND ${isSameChange('x', 'c')}
       LIMIT 1) earlier ON true
   ORDER BY c.position`,
);

/**
 * The previous result of the same page and viewport. Changes that it has too are still the same
 * difference from the baseline: they keep their approval, the deployment that found them first, and
 * the annotations at their elements, also those that were resolved meanwhile.
 */
const PREVIOUS = statement(
  'store-result/previous',
  `SELECT c.id FROM deployment_captures c JOIN deployments d ON d.id = c.deployment_id
  WHERE d.environment_id = $environmentId AND c.url_key = $urlKey AND c.viewport_width = $viewportWidth
    AND c.viewport_height = $viewportHeight AND c.device_scale_factor = $deviceScaleFactor
    AND c.state IN ('baseline', 'unchanged', 'changed') AND (d.created_at, d.id) < (SELECT created_at, id FROM deployments WHERE id = $deploymentId)
  ORDER BY d.created_at DESC, d.id DESC LIMIT 1`,
);

/**
 * Stores the result of a capture with its changes, and finishes the deployment after the last one,
 * in one transaction.
 *
 * @throws LeaseLost
 */
export async function storeResult(
  ctx: Context<'pool' | 'wakeRelay'>,
  claimed: ClaimedCapture,
  result: CaptureResult,
): Promise<void> {
  const { id, leaseId, deploymentId, environmentId, organizationId, projectId } = claimed;
  const { state, error, snapshotId, baselineId, comparisonId, changeCount } = result;
  const explained = JSON.stringify(result.explainedChanges, storableTexts);
  await inTransaction(ctx.services.pool, async (sql) => {
    // Locks what a result refers to, in the order of deletions: environment, snapshots, deployment.
    const environments = await lockRows(sql, 'environments FOR KEY SHARE', environmentId);
    if (environments.size === 0) throw new LeaseLost();
    const left = await lockRows(sql, 'snapshots FOR KEY SHARE', snapshotId, baselineId);
    const isLeft = (snapshot: string | null) => snapshot !== null && left.has(snapshot);
    if ((await LOCK_DEPLOYMENT.run(sql, { deploymentId })).rowCount === 0) throw new LeaseLost();
    const baseline = isLeft(baselineId) ? baselineId : null;
    const stored = await STORE.run(sql, { id, leaseId, state, error, baseline, comparisonId, changeCount, explained });
    if (stored.rowCount === 0) throw new LeaseLost();
    await insertChanges(sql, claimed, result);
    await insertVerdicts(sql, { deploymentId, captureId: id }, result.verdicts);
    await recordLooks(sql, claimed, result);
    await acceptResolved(
      sql,
      result.verdicts.flatMap(({ annotationId, verdict }) =>
        verdict === 'changed' || verdict === 'gone' ? [annotationId] : [],
      ),
    );
    await reopenRegressed(sql, claimed, result.looks);
    if (snapshotId && isLeft(snapshotId) && (state === 'baseline' || state === 'unchanged')) {
      await moveBaseline(sql, claimed, { from: baselineId, to: snapshotId });
    }
    const isFinished = await finishDeployment(sql, claimed);
    if (isFinished) return;
    await recordEvent(sql, {
      type: 'deployment.changed',
      organizationId,
      projectId,
      deploymentId,
      data: NO_EVENT_DATA,
    });
  });
  ctx.services.wakeRelay();
}

async function insertChanges(
  sql: Queryable,
  { id, deploymentId, environmentId, ...place }: ClaimedCapture,
  { changes, snapshotId, baselineId }: CaptureResult,
): Promise<void> {
  if (changes.length === 0) return;
  const { urlKey, viewportWidth, viewportHeight, deviceScaleFactor } = place;
  const key = { environmentId, urlKey, viewportWidth, viewportHeight, deviceScaleFactor };
  const previous = await PREVIOUS.first(sql, { ...key, deploymentId });
  const rows = changes.map(({ element: _, ...change }, position) => ({ id: newId(), position, ...change }));
  await INSERT_CHANGES.run(sql, {
    deploymentId,
    captureId: id,
    changes: JSON.stringify(rows, storableTexts),
    snapshotId,
    baselineId,
    earlierId: previous?.id,
  });
  if (previous) await carryApprovals(sql, { deploymentId, captureId: id, earlierId: previous.id });
}
