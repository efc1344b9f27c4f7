import type { Context } from '../../../../context.ts';
import type { AnnotationStatus, DeploymentReview } from '../../../../generated/prisma/client.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../../platform/events/event-types.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { assertCan, requireUser, viaOf } from '../../../platform/policies/access.ts';
import { setDeploymentStatus } from '../deployment-status.ts';
import { forgetLooks } from '../guards/accept-looks.ts';
import { endAnswerCodes } from '../reporter-answers/answer-codes.ts';
import { lockReviewable } from './lock-reviewable.ts';
import { restoreBaselines } from './move-reviewed-baselines.ts';
import { REVIEW_COLUMNS, requireReview } from './require-review.ts';
import { setStatuses } from './resolve-annotations.ts';

const UNDO = `WITH r AS (
    UPDATE deployment_reviews SET undone_by_id = $2, undone_at = now() WHERE id = $1 AND undone_at IS NULL RETURNING *
  )
  SELECT ${REVIEW_COLUMNS} FROM r`;

const UNDECIDE_CHANGES = `UPDATE deployment_changes SET review_id = NULL WHERE review_id = $1 RETURNING capture_id AS "captureId"`;

const FORMER = `SELECT annotation_id AS "annotationId", min(former_status) AS status FROM deployment_verdicts
  WHERE review_id = $1 AND former_status IS NOT NULL GROUP BY 1`;

const UNDECIDE_VERDICTS = `UPDATE deployment_verdicts SET review_id = NULL, former_status = NULL WHERE review_id = $1
  RETURNING id, resolved_at IS NOT NULL AS "isProof"`;

/** Verdicts with which annotations were resolved stay their proofs. */
const FORGET_PROOFS = `UPDATE deployment_verdicts SET before_key = NULL, after_key = NULL, is_proof_due = false, answer = NULL,
    answered_at = NULL
  WHERE id = ANY($1::uuid[])`;

/**
 * Undoes a review: its changes have no decision again, baselines are put back, and annotations that
 * it resolved have their former status, unless somebody changed it meanwhile. An undone review
 * stays as it is.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws CONFLICT for a deployment that a newer one replaced
 */
export async function undoReview(ctx: Context<'pool' | 'wakeRelay'>, id: string): Promise<DeploymentReview> {
  const review = await requireReview(ctx, id);
  if (review.undoneAt) return review;
  const { deploymentId, projectId, organizationId, environmentId } = review;
  if (review.resolvedIds.length > 0) assertCan(ctx, review.role, 'annotation.change');
  const actorId = requireUser(ctx);
  await inTransaction(ctx.services.pool, async (sql) => {
    await lockReviewable(sql, { id: deploymentId, environmentId });
    if ((await sql.query(UNDO, [id, actorId])).rowCount === 0) return;
    await restoreStatuses(sql, id, { organizationId, actorId, via: viaOf(ctx) });
    const { rows } = await sql.query<{ captureId: string }>(UNDECIDE_CHANGES, [id]);
    const verdicts = await sql.query<{ id: string; isProof: boolean }>(UNDECIDE_VERDICTS, [id]);
    const verdictIds = verdicts.rows.flatMap((verdict) => (verdict.isProof ? [] : [verdict.id]));
    await sql.query(FORGET_PROOFS, [verdictIds]);
    await forgetLooks(sql, verdictIds);
    await endAnswerCodes(sql, verdictIds);
    if (review.decision === 'approved') await restoreBaselines(sql, [...new Set(rows.map((row) => row.captureId))]);
    await setDeploymentStatus(sql, deploymentId);
    const type = 'deployment.changed';
    await recordEvent(sql, { type, organizationId, projectId, deploymentId, actorId, data: NO_EVENT_DATA });
  });
  ctx.services.wakeRelay();
  return requireReview(ctx, id);
}

async function restoreStatuses(
  sql: Queryable,
  reviewId: string,
  change: Parameters<typeof setStatuses>[3],
): Promise<void> {
  const { rows } = await sql.query<{ annotationId: string; status: AnnotationStatus }>(FORMER, [reviewId]);
  const former = new Map(rows.map(({ annotationId, status }) => [annotationId, status]));
  await setStatuses(
    sql,
    [...former.keys()],
    (annotation) => (annotation.status === 'resolved' ? former.get(annotation.id) : undefined),
    change,
  );
}
