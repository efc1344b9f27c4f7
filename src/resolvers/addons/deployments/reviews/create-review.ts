import type { Context } from '../../../../context.ts';
import type { DeploymentReview } from '../../../../generated/prisma/client.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../../platform/events/event-types.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { withIdempotencyKey } from '../../../platform/idempotency/with-idempotency-key.ts';
import { parseInput } from '../../../platform/input/parse-input.ts';
import { assertCan, requireUser, viaOf } from '../../../platform/policies/access.ts';
import { setDeploymentStatus } from '../deployment-status.ts';
import { acceptLooks } from '../guards/accept-looks.ts';
import { proofsOf } from '../proofs/proof-event-data.ts';
import { type DeploymentAccess, requireDeployment } from '../require-deployment.ts';
import { lockReviewable } from './lock-reviewable.ts';
import { acceptReviewed } from './move-reviewed-baselines.ts';
import { REVIEW_COLUMNS } from './require-review.ts';
import { setStatuses } from './resolve-annotations.ts';
import { type ReviewInput, reviewInput } from './review-input.ts';
import { type Reviewed, selectReviewed } from './select-reviewed.ts';

const INSERT = statement(
  'create-review/insert',
  `INSERT INTO deployment_reviews (id, deployment_id, decision, author_id, via)
  VALUES ($id, $deploymentId, $decision::"ReviewDecision", $userId, $via?)`,
);

const DECIDE_CHANGES = statement(
  'create-review/decide-changes',
  'UPDATE deployment_changes SET review_id = $id WHERE id = ANY($ids::uuid[])',
);

const DECIDE_VERDICTS = statement(
  'create-review/decide-verdicts',
  `UPDATE deployment_verdicts v
    SET review_id = $id, former_status = (SELECT f.status FROM unnest($formerIds::uuid[], $formerStatuses::text[]) AS f(id, status)
                                          WHERE f.id = v.annotation_id)::"AnnotationStatus"
  WHERE v.id = ANY($ids::uuid[])`,
);

const COMPLETE = statement(
  'create-review/complete',
  `WITH r AS (
    UPDATE deployment_reviews SET change_count = $changeCount, baseline_count = $baselines, resolved_ids = $resolvedIds WHERE id = $id RETURNING *
  )
  SELECT ${REVIEW_COLUMNS} FROM r`,
);

/**
 * Approves or rejects what has no decision yet: changes, like ones, or the whole deployment. A
 * picture whose changes are all approved becomes the baseline of its page. Annotations that the
 * changes answer are resolved.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT if nothing is left to decide, and for a deployment that cannot be reviewed
 */
export async function createReview(
  ctx: Context<'pool' | 'wakeDeployments' | 'wakeRelay'>,
  args: unknown,
): Promise<DeploymentReview> {
  const userId = requireUser(ctx);
  const input: ReviewInput = parseInput(reviewInput, args);
  const deployment = await requireDeployment(ctx, input.id, 'review.write');
  const request = { client: `user:${userId}`, operation: 'reviewDeployment', input, inSteps: true } as const;
  const review = await withIdempotencyKey(ctx, request, async (sql) => {
    await lockReviewable(sql, deployment);
    const reviewed = await selectReviewed(sql, input);
    const resolved = toResolve(input, reviewed);
    if (resolved.length > 0) assertCan(ctx, deployment.role, 'annotation.change');
    return writeReview(sql, { input, deployment, reviewed, resolved, userId, via: viaOf(ctx) });
  });
  ctx.services.wakeRelay();
  if (review.decision === 'approved') ctx.services.wakeDeployments();
  return review;
}

/**
 * Annotations that an approval resolves: named ones, and those for which the deployment does what
 * they say. Whether another change answers its annotation, a person must say. The look of one that
 * is resolved already is accepted anew.
 */
function toResolve({ decision, resolve, changeIds, annotationIds }: ReviewInput, reviewed: Reviewed): string[] {
  if (decision !== 'approved' || !resolve) return [];
  const { changes, verdicts, effects } = reviewed;
  const judged = verdicts.filter(({ verdict }) => verdict === 'changed' || verdict === 'gone');
  const explaining = new Set([
    ...judged.map(({ annotationId }) => annotationId),
    ...changes.flatMap((change) => change.annotationIds),
  ]);
  const named = new Set(annotationIds?.map((id) => id.toLowerCase()));
  const resolved = new Set(judged.flatMap(({ isResolved, annotationId }) => (isResolved ? [annotationId] : [])));
  const isOnlyNamed = annotationIds !== null && changeIds === null;
  return [...explaining].filter((id) => {
    const effect = effects.get(id);
    if (named.has(id) || resolved.has(id)) return effect !== 'went_back';
    return effect === 'does_it' && !isOnlyNamed;
  });
}

interface NewReview {
  input: ReviewInput;
  deployment: DeploymentAccess;
  reviewed: Reviewed;
  /** Annotations to resolve. */
  resolved: string[];
  userId: string;
  via: string | null;
}

async function writeReview(sql: Queryable, review: NewReview): Promise<DeploymentReview> {
  const { input, deployment, reviewed, resolved, userId, via } = review;
  const { changes, verdicts } = reviewed;
  const { id: deploymentId, projectId, organizationId } = deployment;
  const id = newId();
  await INSERT.run(sql, { id, deploymentId, decision: input.decision, userId, via });
  const acceptedIds = verdicts.flatMap((verdict) => (resolved.includes(verdict.annotationId) ? [verdict.id] : []));
  const change = { organizationId, actorId: userId, via, proofs: await proofsOf(sql, acceptedIds) };
  const former = await setStatuses(sql, resolved, () => 'resolved', change);
  await DECIDE_CHANGES.run(sql, { id, ids: changes.map((change) => change.id) });
  await DECIDE_VERDICTS.run(sql, {
    id,
    ids: verdicts.map((verdict) => verdict.id),
    formerIds: [...former.keys()],
    formerStatuses: [...former.values()],
  });
  await acceptLooks(sql, acceptedIds);
  const captureIds = [...new Set(changes.map(({ captureId }) => captureId))];
  const baselines = input.decision === 'approved' ? await acceptReviewed(sql, captureIds, userId) : 0;
  await setDeploymentStatus(sql, deploymentId);
  await recordEvent(sql, {
    type: 'deployment.changed',
    organizationId,
    projectId,
    deploymentId,
    actorId: userId,
    data: NO_EVENT_DATA,
  });
  const row = await COMPLETE.first(sql, {
    id,
    changeCount: changes.length,
    baselines,
    resolvedIds: [...former.keys()],
  });
  return row as DeploymentReview;
}
