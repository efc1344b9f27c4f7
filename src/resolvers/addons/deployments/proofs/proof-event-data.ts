import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { ProofEventData } from '../../../platform/events/event-types.ts';

const FIND = statement(
  'proof-event-data/find',
  `SELECT DISTINCT ON (v.annotation_id) v.annotation_id AS "annotationId", v.id AS "verdictId", v.verdict, v.effect,
         v.deployment_id AS "deploymentId", v.before_snapshot_id AS "beforeSnapshotId", v.after_snapshot_id AS "afterSnapshotId"
    FROM deployment_verdicts v
   WHERE v.id = ANY($verdictIds::uuid[]) AND v.verdict IN ('changed', 'gone', 'unchanged')
   ORDER BY v.annotation_id, v.created_at DESC, v.id DESC`,
);

/** Proofs to name in comment.resolved, by annotation. */
export type ProofsByAnnotation = ReadonlyMap<string, ProofEventData>;

/** Loads the proofs that verdicts become for the annotations that they resolve. */
export async function proofsOf(sql: Queryable, verdictIds: readonly string[]): Promise<ProofsByAnnotation> {
  if (verdictIds.length === 0) return new Map();
  const rows = await FIND.rows(sql, { verdictIds });
  return new Map(rows.map(({ annotationId, ...proof }) => [annotationId, proof]));
}
