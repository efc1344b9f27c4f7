import { badInput, conflict } from '../../../../errors.ts';
import type { VerdictKind } from '../../../../generated/prisma/client.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { IS_REVIEWED } from '../deployment-status.ts';
import type { ReviewInput } from './review-input.ts';

/** A change with a decision or without one. */
interface SelectedChange {
  id: string;
  captureId: string;
  /** Annotations of the page that asked for it. */
  annotationIds: string[];
  reviewId: string | null;
}

interface SelectedVerdict {
  id: string;
  captureId: string;
  annotationId: string;
  verdict: VerdictKind;
  reviewId: string | null;
}

/** Selected changes and verdicts without a decision, which a review decides. */
export interface Reviewed {
  changes: SelectedChange[];
  verdicts: SelectedVerdict[];
}

/** A change of a like element on another page resolves no annotation. */
const CHANGE = `x.id, x.capture_id AS "captureId", x.review_id AS "reviewId",
  ARRAY(SELECT v.annotation_id FROM deployment_verdicts v
         WHERE v.capture_id = x.capture_id AND v.annotation_id = ANY(x.annotation_ids)) AS "annotationIds"`;

/** `$2`: changes. `$3`: annotations. `$4`: whether like changes count. `$5`: whether explained. */
const CHANGES = `SELECT ${CHANGE} FROM deployment_changes x
  WHERE x.deployment_id = $1 AND (
    x.id = ANY($2::uuid[]) OR x.annotation_ids && $3::uuid[]
    OR ($4 AND x.likeness IN (SELECT likeness FROM deployment_changes WHERE deployment_id = $1 AND id = ANY($2::uuid[])))
    OR ($2::uuid[] IS NULL AND $3::uuid[] IS NULL AND ($5::bool IS NULL OR $5 = (x.annotation_ids <> '{}'))))
  ORDER BY x.id`;

/** `$2`: annotations. `$3`, `$4`: annotations that explain changes, with the captures of these. */
const VERDICTS = `SELECT v.id, v.capture_id AS "captureId", v.annotation_id AS "annotationId", v.verdict, v.review_id AS "reviewId"
   FROM deployment_verdicts v
  WHERE v.deployment_id = $1 AND (
    v.annotation_id = ANY($2::uuid[]) AND ${IS_REVIEWED}
    OR (v.annotation_id, v.capture_id) IN (SELECT * FROM unnest($3::uuid[], $4::uuid[]))
    OR ($5 AND ${IS_REVIEWED} AND ($6::bool IS NULL OR $6 = (v.verdict <> 'regressed'))))
  ORDER BY v.id`;

/**
 * Finds the changes and verdicts of a locked deployment that a review decides. A change includes
 * the verdicts on the annotations that asked for it. The return of a reported look is not a change
 * that somebody asked for.
 *
 * @throws BAD_USER_INPUT for a change or an annotation that the deployment does not have
 * @throws CONFLICT if all of them have a decision
 */
export async function selectReviewed(sql: Queryable, input: ReviewInput): Promise<Reviewed> {
  const { id, changeIds, annotationIds, alike, explained } = input;
  const isWhole = changeIds === null && annotationIds === null;
  const found = await sql.query<SelectedChange>(CHANGES, [id, changeIds, annotationIds, alike, explained]);
  assertFound(
    'changeIds',
    changeIds,
    found.rows.map((change) => change.id),
  );
  const reasons = found.rows.flatMap(({ annotationIds: of, captureId }) => of.map((each) => [each, captureId]));
  const verdicts = await sql.query<SelectedVerdict>(VERDICTS, [
    id,
    annotationIds,
    reasons.map(([annotationId]) => annotationId),
    reasons.map(([, captureId]) => captureId),
    isWhole,
    explained,
  ]);
  assertFound(
    'annotationIds',
    annotationIds,
    verdicts.rows.map(({ annotationId }) => annotationId),
  );
  const undecided = {
    changes: found.rows.filter(({ reviewId }) => reviewId === null),
    verdicts: verdicts.rows.filter(({ reviewId }) => reviewId === null),
  };
  if (undecided.changes.length + undecided.verdicts.length > 0) return undecided;
  const isEmpty = found.rows.length + verdicts.rows.length === 0;
  throw conflict(
    isEmpty
      ? 'The deployment has nothing of this kind to review'
      : 'Each of these changes has a decision already; undo its review first',
  );
}

function assertFound(argument: string, given: readonly string[] | null, found: readonly string[]): void {
  const known = new Set(found);
  const index = given?.findIndex((id) => !known.has(id.toLowerCase())) ?? -1;
  if (index === -1) return;
  const expected = argument === 'changeIds' ? 'a change' : 'an annotation with a change';
  throw badInput(`${argument}.${index}: must be ${expected} of this deployment`);
}
