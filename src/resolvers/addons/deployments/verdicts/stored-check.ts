import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { acceptResolved } from '../guards/accept-resolved.ts';
import type { ChangeEffect } from './change-effect.ts';
import { insertVerdicts } from './insert-verdicts.ts';
import type { SnapshotVerdict } from './judge-snapshot.ts';
import type { Evidence, UnknownReason, VerdictKind } from './types.ts';

/** A stored verdict on an annotation in a snapshot. */
export interface StoredCheck {
  id: string;
  verdict: VerdictKind;
  reason: UnknownReason | null;
  evidence: Evidence;
  effect: ChangeEffect | null;
  isLiteralMet: boolean | null;
  beforeSnapshotId: string | null;
  beforePinId: string | null;
  afterPinId: string | null;
  /** Text of the element in the earlier snapshot. */
  beforeText: string | null;
}

/** A changed comment asks for something else, which an earlier verdict did not judge. */
const IS_OUTDATED = `v.resolved_at IS NULL AND EXISTS (SELECT FROM annotation_history h
   WHERE h.annotation_id = v.annotation_id AND h.kind = 'content' AND h.created_at > v.created_at)`;

const FIND = statement(
  'stored-check/find',
  `SELECT v.id, v.verdict, v.reason, v.evidence, v.effect, v.is_literal_met AS "isLiteralMet",
         v.before_snapshot_id AS "beforeSnapshotId", v.before_pin_id AS "beforePinId", v.after_pin_id AS "afterPinId",
         (SELECT p.text FROM snapshot_pins p WHERE p.id = v.before_pin_id) AS "beforeText"
    FROM deployment_verdicts v WHERE v.annotation_id = $annotationId AND v.after_snapshot_id = $snapshotId AND NOT (${IS_OUTDATED})
   ORDER BY v.deployment_id NULLS LAST, v.id LIMIT 1`,
).narrow<Pick<StoredCheck, 'reason' | 'evidence'>>();

const REMOVE_OUTDATED = statement(
  'stored-check/remove-outdated',
  `DELETE FROM deployment_verdicts v
  WHERE v.annotation_id = $annotationId AND v.after_snapshot_id = $afterSnapshotId AND v.deployment_id IS NULL AND ${IS_OUTDATED}`,
);

/** Finds the verdict on an annotation in a snapshot: that of the deployment, or else of a check. */
export async function findCheck(
  { services: { pool } }: Context<'pool'>,
  annotationId: string,
  snapshotId: string,
): Promise<StoredCheck | undefined> {
  return await FIND.first(pool, { annotationId, snapshotId });
}

/**
 * Stores the verdict of a check, so that its answer stays the same. The first of concurrent checks
 * is kept. The first check after a resolution starts a guard.
 *
 * @returns undefined if the annotation was deleted meanwhile
 */
export async function keepCheck(
  ctx: Context<'pool' | 'wakeDeployments'>,
  verdict: SnapshotVerdict,
): Promise<StoredCheck | undefined> {
  const { annotationId, afterSnapshotId } = verdict;
  const { pool, wakeDeployments } = ctx.services;
  await inTransaction(pool, async (sql) => {
    await REMOVE_OUTDATED.run(sql, { annotationId, afterSnapshotId });
    await insertVerdicts(sql, null, [verdict]);
  });
  if (verdict.verdict === 'changed' || verdict.verdict === 'gone') {
    await inTransaction(pool, (sql) => acceptResolved(sql, [annotationId]));
    wakeDeployments();
  }
  return findCheck(ctx, annotationId, afterSnapshotId);
}
