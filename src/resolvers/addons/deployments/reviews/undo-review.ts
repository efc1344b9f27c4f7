import type { Context } from '../../../../context.ts';
import type { DeploymentReview } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
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

const UNDO = statement(
  'undo-review/undo',
  `WITH r AS (
    UPDATE deployment_reviews SET undone_by_id = $actorId, undone_at = now() WHERE id = $id AND undone_at IS NULL RETURNING *
  )
  SELECT ${REVIEW_COLUMNS} FROM r`,
);

const UNDECIDE_CHANGES = statement(
  'undo-review/undecide-changes',
  `UPDATE deployment_changes SET review_id = NULL WHERE review_id = $id RETURNING capture_id AS "captureId"`,
);

const FORMER = statement(
  'undo-review/former',
  `SELECT annotation_id AS "annotationId", min(former_status) AS "status!" FROM deployment_verdicts
  WHERE review_id = $reviewId AND former_status IS NOT NULL GROUP BY 1`,
);

const UNDECIDE_VERDICTS = statement(
  'undo-review/undecide-verdicts',
  `UPDATE deployment_verdicts SET review_id = NULL, former_status = NULL WHERE review_id = $id
  RETURNING id, resolved_at IS NOT NULL AS "isProof"`,
);

/** Verdicts with which annotations were resolved stay their proofs. */
const FORGET_PROOFS = statement(
  'undo-review/forget-proofs',
  `UPDATE deployment_verdicts SET before_key = NULL, after_key = NULL, is_proof_due = false, answer = NULL,
    answered_at = NULL
  WHERE id = ANY($verdictIds::uuid[])`,
);

/**
 * Undoes a review: its changes have no decision again, baselines are put back, and annotations that
 * it resolved have their former status, unless somebody changed it meanwhile. An undone review
 * stays as it is.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws CONFLICT for a deployment that a newer one replaced
 */
export async function undoReview(ctx: Context<'pool' | 'wakeRelay'>, id: string): Promise<DeploymentReview> {
  const review = await requireReview(ctx, id, 'review.write');
  if (review.undoneAt) return review;
  const { deploymentId, projectId, organizationId, environmentId } = review;
  if (review.resolvedIds.length > 0) assertCan(ctx, review.role, 'annotation.change');
  const actorId = requireUser(ctx);
  await inTransaction(ctx.services.pool, async (sql) => {
    await lockReviewable(sql, { id: deploymentId, environmentId });
    if ((await UNDO.run(sql, { id, actorId })).rowCount === 0) return;
    await restoreStatuses(sql, id, { organizationId, actorId, via: viaOf(ctx) });
    const rows = await UNDECIDE_CHANGES.rows(sql, { id });
    const verdicts = await UNDECIDE_VERDICTS.run(sql, { id });
    const verdictIds = verdicts.rows.flatMap((verdict) => (verdict.isProof ? [] : [verdict.id]));
    await FORGET_PROOFS.run(sql, { verdictIds });
    await forgetLooks(sql, verdictIds);
    await endAnswerCodes(sql, verdictIds);
    if (review.decision === 'approved') await restoreBaselines(sql, [...new Set(rows.map((row) => row.captureId))]);
    await setDeploymentStatus(sql, deploymentId);
    const type = 'deployment.changed';
    await recordEvent(sql, { type, organizationId, projectId, deploymentId, actorId, data: NO_EVENT_DATA });
  });
  ctx.services.wakeRelay();
  return requireReview(ctx, id, 'review.write');
}

async function restoreStatuses(
  sql: Queryable,
  reviewId: string,
  change: Parameters<typeof setStatuses>[3],
): Promise<void> {
  const rows = await FORMER.rows(sql, { reviewId });
  const former = new Map(rows.map(({ annotationId, status }) => [annotationId, status]));
  await setStatuses(
    sql,
    [...former.keys()],
    (annotation) => (annotation.status === 'resolved' ? former.get(annotation.id) : undefined),
    change,
  );
}
