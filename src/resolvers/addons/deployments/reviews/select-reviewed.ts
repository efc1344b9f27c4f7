import { badField, conflict } from '../../../../errors.ts';
import type { ChangeEffect, VerdictKind } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { OVERALL_EFFECT } from '../overall-effect.ts';
import { isReturn, isReviewed } from '../verdicts/is-return.ts';
import type { ReviewInput } from './review-input.ts';

/** A change with a decision or without one. */
interface SelectedChange {
  id: string;
  captureId: string;
  /** Annotations of the page that explain it. */
  annotationIds: string[];
  reviewId: string | null;
}

interface SelectedVerdict {
  id: string;
  captureId: string;
  annotationId: string;
  verdict: VerdictKind;
  /** Whether the annotation is resolved already, so that an approval accepts another look. */
  isResolved: boolean;
  reviewId: string | null;
}

/** Selected changes and verdicts without a decision, which a review decides. */
export interface Reviewed {
  changes: SelectedChange[];
  verdicts: SelectedVerdict[];
  /** Effects of the deployment by annotation. */
  effects: ReadonlyMap<string, ChangeEffect | null>;
}

/** A change of a like element on another page resolves no annotation. */
const CHANGE = `x.id, x.capture_id AS "captureId", x.review_id AS "reviewId",
  ARRAY(SELECT v.annotation_id FROM deployment_verdicts v
         WHERE v.capture_id = x.capture_id AND v.annotation_id = ANY(x.annotation_ids)) AS "annotationIds"`;

/**
 * `$alike`: whether like changes count. `$explained`: only changes with, or without, an annotation;
 * null for both.
 */
const CHANGES = statement(
  'select-reviewed/changes',
  `SELECT ${CHANGE} FROM deployment_changes x
  WHERE x.deployment_id = $id AND (
    x.id = ANY($changeIds?::uuid[]) OR x.annotation_ids && $annotationIds?::uuid[]
    OR ($alike AND x.likeness IN (SELECT likeness FROM deployment_changes WHERE deployment_id = $id AND id = ANY($changeIds?::uuid[])))
    OR ($changeIds?::uuid[] IS NULL AND $annotationIds?::uuid[] IS NULL AND ($explained?::bool IS NULL OR $explained? = (x.annotation_ids <> '{}'))))
  ORDER BY x.id`,
);

/** `$reasonIds`, `$captureIds`: annotations that explain changes, with their captures. */
const VERDICTS = statement(
  'select-reviewed/verdicts',
  `SELECT v.id, v.capture_id AS "captureId!", v.annotation_id AS "annotationId", v.verdict, v.review_id AS "reviewId",
         EXISTS (SELECT FROM annotations a WHERE a.id = v.annotation_id AND a.status = 'resolved') AS "isResolved"
   FROM deployment_verdicts v
  WHERE v.deployment_id = $id AND (
    v.annotation_id = ANY($annotationIds?::uuid[]) AND ${isReviewed('v')}
    OR (v.annotation_id, v.capture_id) IN (SELECT * FROM unnest($reasonIds::uuid[], $captureIds::uuid[]))
    OR ($isWhole AND ${isReviewed('v')} AND ($explained?::bool IS NULL OR $explained? = NOT ${isReturn('v')})))
  ORDER BY v.id`,
);

const EFFECTS = statement(
  'select-reviewed/effects',
  `SELECT o.annotation_id AS "annotationId", ${OVERALL_EFFECT} AS effect
   FROM deployment_verdicts o WHERE o.deployment_id = $deploymentId GROUP BY 1`,
).narrow<{ effect: ChangeEffect | null }>();

/**
 * Finds the changes and verdicts of a locked deployment that a review decides. A change includes
 * the verdicts on the annotations that explain it, unless the review names annotations. The return
 * of a reported look explains nothing. An approval of explained changes that resolves annotations
 * leaves those that a person must judge.
 *
 * @throws BAD_USER_INPUT for a change or an annotation that the deployment does not have
 * @throws CONFLICT if all of them have a decision
 */
export async function selectReviewed(sql: Queryable, input: ReviewInput): Promise<Reviewed> {
  const { id, changeIds, alike, explained } = input;
  const effects = await loadEffects(sql, id);
  const isOnlyMet = input.decision === 'approved' && input.resolve && explained === true;
  const metIds = [...effects].flatMap(([annotationId, effect]) => (effect === 'does_it' ? [annotationId] : []));
  const annotationIds = isOnlyMet ? metIds : input.annotationIds;
  const isWhole = changeIds === null && annotationIds === null;
  const found = await CHANGES.run(sql, { id, changeIds, annotationIds, alike, explained });
  assertFound(
    'changeIds',
    changeIds,
    found.rows.map((change) => change.id),
  );
  const named = annotationIds && changeIds === null ? new Set(annotationIds.map((each) => each.toLowerCase())) : null;
  const reasons = found.rows.flatMap(({ annotationIds: of, captureId }) =>
    of.filter((each) => named === null || named.has(each)).map((each) => [each, captureId]),
  );
  const verdicts = await VERDICTS.run(sql, {
    id,
    annotationIds,
    reasonIds: reasons.map(([annotationId]) => annotationId),
    captureIds: reasons.map(([, captureId]) => captureId),
    isWhole,
    explained,
  });
  assertFound(
    'annotationIds',
    annotationIds,
    verdicts.rows.map(({ annotationId }) => annotationId),
  );
  const undecided = {
    changes: found.rows.filter(({ reviewId }) => reviewId === null),
    verdicts: verdicts.rows.filter(({ reviewId }) => reviewId === null),
    effects,
  };
  if (undecided.changes.length + undecided.verdicts.length > 0) return undecided;
  const isEmpty = found.rows.length + verdicts.rows.length === 0;
  throw conflict(isEmpty ? NOTHING[isOnlyMet ? 'met' : 'found'] : NOTHING.left);
}

const NOTHING = {
  found: 'The deployment has nothing of this kind to review',
  met: 'By the rules, no change does what its comment says; name those that a person judged in annotationIds',
  left: 'Each of these changes has a decision already; undo its review first',
};

async function loadEffects(sql: Queryable, deploymentId: string): Promise<Map<string, ChangeEffect | null>> {
  const rows = await EFFECTS.rows(sql, { deploymentId });
  return new Map(rows.map(({ annotationId, effect }) => [annotationId, effect]));
}

function assertFound(argument: string, given: readonly string[] | null, found: readonly string[]): void {
  const known = new Set(found);
  const index = given?.findIndex((id) => !known.has(id.toLowerCase())) ?? -1;
  if (index === -1) return;
  const expected = argument === 'changeIds' ? 'a change' : 'an annotation with a change';
  throw badField(`${argument}.${index}`, `must be ${expected} of this deployment`);
}
