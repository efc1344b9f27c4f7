import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { orphanGone } from '../../../core/reanchoring/orphan-gone.ts';
import { storableTexts } from '../../../platform/input/storable-text.ts';
import { effectOf } from './change-effect.ts';
import { shownPinId } from './comparable.ts';
import { isProtected } from './is-protected.ts';
import type { PinnedVerdict } from './judge-snapshot.ts';
import { markReturned } from './mark-returned.ts';
import type { VerdictKind } from './types.ts';

/** Leaves out annotations that were deleted meanwhile, and locks the others by their ids. */
const INSERT = statement(
  'insert-verdicts/insert',
  `INSERT INTO deployment_verdicts
    (id, deployment_id, capture_id, annotation_id, verdict, since_deployment, reason, is_literal_met, effect, evidence, before_pin_id,
     before_snapshot_id, after_pin_id, after_snapshot_id, is_protected)
  SELECT v.id, $deploymentId?, $captureId?, a.id, v.verdict::"VerdictKind",
         v."sinceDeployment"::"VerdictKind", v.reason, v."isLiteralMet", v.effect::"ChangeEffect", v.evidence,
         v."beforePinId", v."beforeSnapshotId", v."afterPinId", v."afterSnapshotId",
         ${isProtected('v."beforeSnapshotId", v."afterSnapshotId"')}
    FROM jsonb_to_recordset($rows) AS v(id uuid, "annotationId" uuid, verdict text, "sinceDeployment" text, reason text, "isLiteralMet" bool, effect text,
                                     evidence jsonb,
                                     "beforePinId" uuid, "beforeSnapshotId" uuid, "afterPinId" uuid, "afterSnapshotId" uuid)
    JOIN annotations a ON a.id = v."annotationId" AND a.deleted_at IS NULL
   ORDER BY a.id
  ON CONFLICT (annotation_id, after_snapshot_id) WHERE deployment_id IS NULL DO NOTHING
  RETURNING id, verdict, annotation_id AS "annotationId", after_snapshot_id AS "snapshotId"`,
);

/**
 * Stores verdicts, and says which of them show a reported look again. Pins of elements that are
 * gone have no candidates. Call it before the states of their places are stored.
 *
 * @param judged the capture of a deployment; null for the check of a single snapshot, which has one
 *   row for each annotation
 */
export async function insertVerdicts(
  sql: Queryable,
  judged: { deploymentId: string; captureId: string } | null,
  verdicts: readonly PinnedVerdict[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const rows = verdicts.map(({ before, after, literal, beforeSnapshotId, afterSnapshotId, ...verdict }) => ({
    id: newId(),
    annotationId: verdict.annotationId,
    verdict: verdict.verdict,
    sinceDeployment: verdict.sinceDeployment,
    reason: verdict.reason,
    isLiteralMet: literal?.isMet ?? null,
    effect: effectOf({ ...verdict, before, after }),
    evidence: verdict.evidence,
    beforePinId: shownPinId(before),
    beforeSnapshotId,
    // The thing that replaced an element is not how it looks now.
    afterPinId: verdict.verdict === 'gone' ? null : shownPinId(after),
    afterSnapshotId,
  }));
  const inserted = await INSERT.rows(sql, {
    deploymentId: judged?.deploymentId ?? null,
    captureId: judged?.captureId ?? null,
    rows: JSON.stringify(rows, storableTexts),
  });
  const of = (kind: VerdictKind) => inserted.filter(({ verdict }) => verdict === kind);
  await markReturned(
    sql,
    of('unchanged').map(({ id }) => id),
  );
  await orphanGone(
    sql,
    of('gone').flatMap(({ annotationId, snapshotId }) => (snapshotId ? [{ annotationId, snapshotId }] : [])),
  );
}
