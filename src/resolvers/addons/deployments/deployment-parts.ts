import type { Context } from '../../../context.ts';
import {
  type ChangeEffect,
  type DeploymentCapture,
  type DeploymentChange,
  type DeploymentReview,
  type DeploymentVerdict,
  Prisma,
  type ReviewDecision,
} from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import {
  type Audience,
  audienceOf,
  idsVisibleToReader,
  isOutsider,
  visibleToReader,
} from '../../core/annotations/visibility.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import { withOverallEffects } from './overall-effect.ts';
import type { SuggestedEffect } from './suggestions/suggestion-text.ts';
import { isDisputed } from './verdicts/is-disputed.ts';
import { isProof } from './verdicts/is-proof.ts';

const INTERNAL = [
  'controlId',
  'leaseId',
  'leaseExpiresAt',
  'attempts',
  'retries',
  'retryAt',
  'explainedChanges',
] as const;

/** A capture without its lease, its retries and its second snapshot. */
export type CaptureRow = Omit<DeploymentCapture, (typeof INTERNAL)[number]>;

/** Select list of a CaptureRow for `FROM deployment_captures c`. */
export const CAPTURE_COLUMNS = selectList(Prisma.DeploymentCaptureScalarFieldEnum, { alias: 'c', without: INTERNAL });

/** A changed element with the decision of its review. */
export type ChangeRow = DeploymentChange & {
  decision: ReviewDecision | null;
  /** The earlier deployment that found it first; null if this one did, and once it is approved. */
  since: { deploymentId: string; commit: string; createdAt: string } | null;
};

/** A verdict with the decision of its review. */
export type VerdictRow = Omit<DeploymentVerdict, 'isProofDue'> & {
  decision: ReviewDecision | null;
  annotationNumber: number;
  /** Least favorable effect on the annotation in all captures of the deployment. */
  overallEffect: ChangeEffect | null;
  /** Whether the fix that it proves is in dispute. */
  isDisputed: boolean;
  /** Null without an answer of a model. */
  suggestion: { effect: SuggestedEffect; reason: string; model: string; createdAt: string } | null;
  /** Changed elements of the page that the annotation does not explain. */
  otherChangeCount: number;
};

const decisionOf = (alias: string) =>
  `(SELECT r.decision FROM deployment_reviews r WHERE r.id = ${alias}.review_id) AS decision`;

const CHANGE_COLUMNS = `${selectList(Prisma.DeploymentChangeScalarFieldEnum, {
  alias: 'x',
  without: ['annotationIds', 'guardedIds'],
})}, ${decisionOf('x')},
    (SELECT json_build_object('deploymentId', f.id, 'commit', f.commit, 'createdAt', f.created_at)
       FROM deployments f WHERE f.id = x.first_deployment_id
        AND NOT EXISTS (SELECT FROM deployment_reviews r WHERE r.id = x.review_id AND r.decision = 'approved')) AS since`;

const CHANGES = {
  columns: `${CHANGE_COLUMNS}, ${idsVisibleToReader('x.annotation_ids')} AS "annotationIds!",
    ${idsVisibleToReader('x.guarded_ids')} AS "guardedIds!"`,
  table: 'deployment_changes',
  alias: 'x',
  direction: 'asc',
  jsons: ['before', 'after'],
} as const;

/** Lists by what has the changes. */
const CHANGES_OF = {
  deployment: relatedList('deployment-parts/changes-of-deployment', {
    ...CHANGES,
    where: 'x.deployment_id = related_to',
  }).narrow<Pick<ChangeRow, 'since'>>(),
  capture: relatedList('deployment-parts/changes-of-capture', {
    ...CHANGES,
    where: 'x.capture_id = related_to',
  }).narrow<Pick<ChangeRow, 'since'>>(),
};

const VERDICTS = {
  columns: `${selectList(Prisma.DeploymentVerdictScalarFieldEnum, { alias: 'v', without: ['isProofDue'] })}, ${decisionOf('v')}, v.number AS "annotationNumber",
    (${isDisputed('v')}) AS "isDisputed!",
    (SELECT json_build_object('effect', s.effect, 'reason', s.reason, 'model', s.model, 'createdAt', s.created_at)
       FROM verdict_suggestions s WHERE s.verdict_id = v.id AND s.effect IS NOT NULL) AS suggestion,
    (SELECT count(*)::int FROM deployment_changes x
      WHERE x.capture_id = v.capture_id AND NOT v.annotation_id = ANY(x.annotation_ids)) AS "otherChangeCount!"`,
  table: `(SELECT v.*, a.visibility, a.number FROM deployment_verdicts v JOIN annotations a ON a.id = v.annotation_id AND a.deleted_at IS NULL)`,
  alias: 'v',
  jsons: ['evidence'],
} as const;

const VERDICTS_OF = {
  deployment: relatedList('deployment-parts/verdicts-of-deployment', {
    ...VERDICTS,
    direction: 'asc',
    where: `v.deployment_id = related_to AND ${visibleToReader('v')}`,
  })
    .narrow<Pick<VerdictRow, 'suggestion'>>()
    .completedBy(withOverallEffects),
  capture: relatedList('deployment-parts/verdicts-of-capture', {
    ...VERDICTS,
    direction: 'asc',
    where: `v.capture_id = related_to AND ${visibleToReader('v')}`,
  })
    .narrow<Pick<VerdictRow, 'suggestion'>>()
    .completedBy(withOverallEffects),
  annotation: relatedList('deployment-parts/verdicts-of-annotation', {
    ...VERDICTS,
    direction: 'desc',
    where: `v.annotation_id = related_to AND (NOT $isProof::boolean OR ${isProof('v')})`,
  })
    .narrow<Pick<VerdictRow, 'suggestion'>>()
    .completedBy(withOverallEffects),
};

const CAPTURES = relatedList('deployment-parts/captures', {
  columns: CAPTURE_COLUMNS,
  table: 'deployment_captures',
  alias: 'c',
  where: `c.deployment_id = related_to AND (NOT $failedOnly::boolean OR c.state = 'failed')`,
  direction: 'asc',
});

const REVIEW_COLUMNS = selectList(Prisma.DeploymentReviewScalarFieldEnum, { alias: 'r', without: ['resolvedIds'] });

const REVIEWS = relatedList('deployment-parts/reviews', {
  columns: `${REVIEW_COLUMNS}, ${idsVisibleToReader('r.resolved_ids')} AS "resolvedIds!"`,
  table: 'deployment_reviews',
  alias: 'r',
  where: 'r.deployment_id = related_to',
  direction: 'desc',
});

/** Owner of a list: a deployment, or one of its captures. */
type Owner = 'deployment' | 'capture';

/** Captures of a deployment in their order, without a check of rights. */
export const capturesOf = (ctx: Context<'pool'>, deploymentId: string, page: Page): Promise<PageRows<CaptureRow>> =>
  relatedRows(ctx, CAPTURES, deploymentId, page, { failedOnly: false });

/** Captures of a deployment that could not be compared, without a check of rights. */
export const failedCapturesOf = (
  ctx: Context<'pool'>,
  deploymentId: string,
  page: Page,
): Promise<PageRows<CaptureRow>> => relatedRows(ctx, CAPTURES, deploymentId, page, { failedOnly: true });

/** Changed elements of a deployment or a capture, without a check of rights. */
export const changesOf = (
  ctx: Context<'pool'>,
  { of, id }: { of: Owner; id: string },
  page: Page,
): Promise<PageRows<ChangeRow>> => relatedRows(ctx, CHANGES_OF[of], id, page, isOutsider(audienceOf(ctx)));

/** Verdicts of a deployment or a capture on annotations that the audience may read. */
export const verdictsOf = (
  ctx: Context<'pool'>,
  { of, id, audience }: { of: Owner; id: string; audience: Audience },
  page: Page,
): Promise<PageRows<VerdictRow>> => relatedRows(ctx, VERDICTS_OF[of], id, page, isOutsider(audience));

/** Verdicts on an annotation, newest first, without a check of rights. */
export const verdictsOfAnnotation = (
  ctx: Context<'pool'>,
  annotationId: string,
  page: Page,
): Promise<PageRows<VerdictRow>> => relatedRows(ctx, VERDICTS_OF.annotation, annotationId, page, { isProof: false });

const IN = statement(
  'deployment-parts/in',
  `SELECT ${VERDICTS.columns} FROM ${VERDICTS.table} v
    JOIN unnest($deploymentIds::uuid[], $annotationIds::uuid[]) AS wanted (deployment_id, annotation_id) USING (deployment_id, annotation_id)
   ORDER BY v.created_at, v.id`,
).narrow<Pick<VerdictRow, 'suggestion'>>();

/** Verdicts of deployments on annotations, by their times, without a check of rights. */
export async function verdictsIn(
  ctx: Context<'pool'>,
  pairs: readonly Pick<VerdictRow, 'deploymentId' | 'annotationId'>[],
): Promise<VerdictRow[]> {
  if (pairs.length === 0) return [];
  const ids = {
    deploymentIds: pairs.map(({ deploymentId }) => deploymentId),
    annotationIds: pairs.map(({ annotationId }) => annotationId),
  };
  return withOverallEffects(ctx, await IN.rows(ctx.services.pool, ids));
}

/** Reviews of a deployment, newest first, without a check of rights. */
export const reviewsOf = (
  ctx: Context<'pool'>,
  deploymentId: string,
  page: Page,
): Promise<PageRows<DeploymentReview>> => relatedRows(ctx, REVIEWS, deploymentId, page, isOutsider(audienceOf(ctx)));

/** The newest proof of an annotation's fix, without a check of rights; null without one. */
export async function proofOf(ctx: Context<'pool'>, annotationId: string): Promise<VerdictRow | null> {
  const { rows } = await relatedRows(ctx, VERDICTS_OF.annotation, annotationId, { limit: 1 }, { isProof: true });
  return rows[0] ?? null;
}
