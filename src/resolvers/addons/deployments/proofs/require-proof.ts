import { AppError, badField, conflict } from '../../../../errors.ts';
import type { ReporterAnswer, ReviewDecision } from '../../../../generated/prisma/client.ts';
import { isId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { placeOfVerdict, scopeOf } from '../guards/guard-scope.ts';
import type { Evidence, VerdictKind } from '../verdicts/types.ts';

/** A verdict that shall prove a resolution. */
export interface NamedVerdict {
  verdict: VerdictKind;
  evidence: Evidence;
  decision: ReviewDecision | null;
  answer: ReporterAnswer | null;
  snapshotId: string | null;
  /** Null outside of environments. */
  environmentId: string | null;
  /** Whether the place of the verdict is known: the snapshot of a check is not deleted. */
  hasPlace: boolean;
  /** Whether its picture is of a preview, which nobody published. */
  isPreview: boolean;
  isProof: boolean;
}

const FIND = statement(
  'require-proof/find',
  `SELECT v.verdict, v.evidence, v.answer, v.after_snapshot_id AS "snapshotId", v.resolved_at IS NOT NULL AS "isProof",
         (SELECT r.decision FROM deployment_reviews r WHERE r.id = v.review_id) AS decision,
         at.environment_id AS "environmentId", at.seen_at IS NOT NULL AS "hasPlace!",
         EXISTS (SELECT FROM snapshots s WHERE s.id = v.after_snapshot_id AND s.preview_annotation_id IS NOT NULL) AS "isPreview!"
    FROM deployment_verdicts v LEFT JOIN ${placeOfVerdict('v')} at ON true
   WHERE v.id = $verdictId AND v.annotation_id = $annotationId`,
).narrow<Pick<NamedVerdict, 'evidence'>>();

/** The verdict of the newest picture of the same page, environment and viewport. */
const NEWEST = statement(
  'require-proof/newest',
  `SELECT o.verdict
    FROM deployment_verdicts v JOIN ${placeOfVerdict('v')} at ON true
    JOIN deployment_verdicts o ON o.annotation_id = v.annotation_id AND o.verdict <> 'unknown'
    JOIN ${placeOfVerdict('o')} other ON other.url_key = at.url_key AND (${scopeOf('other')}) IS NOT DISTINCT FROM (${scopeOf('at')})
   WHERE v.id = $verdictId ORDER BY other.seen_at DESC, o.id = v.id DESC LIMIT 1`,
);

/**
 * Finds a verdict on an annotation that may prove its resolution.
 *
 * @throws NOT_FOUND for a verdict on another annotation
 * @throws BAD_USER_INPUT for one that proves nothing
 * @throws CONFLICT for one that a newer verdict, a review or the reporter contradicts
 */
export async function requireProof(sql: Queryable, verdictId: string, annotationId: string): Promise<NamedVerdict> {
  if (!isId(verdictId)) throw badField('verdictId', 'must be a UUID');
  const named = await FIND.first(sql, { verdictId, annotationId });
  if (!named)
    throw new AppError('NOT_FOUND', 'Verdict not found on this annotation; name the id of one of its verdicts');
  assertProves(named);
  assertNotRejected(named);
  const newest = await NEWEST.first(sql, { verdictId });
  if (newest && newest.verdict !== named.verdict) {
    throw conflict(
      `The verdict of a newer picture of the same page and viewport is ${newest.verdict}; check the page again, ` +
        'and name the verdict of its snapshot',
    );
  }
  return named;
}

function assertProves({ verdict, evidence, isPreview }: NamedVerdict): void {
  if (isPreview) {
    throw badField(
      'verdictId',
      'This verdict is of a preview. Check the fix again once it is deployed to an environment, and name that verdict',
    );
  }
  const isGone = verdict === 'gone';
  if (isGone || (verdict === 'changed' && hasEvidence(evidence))) return;
  const found = verdict === 'changed' ? 'changed, without evidence' : verdict;
  throw badField(
    'verdictId',
    `the verdict is ${found}; expected one with evidence that is changed or gone. Publish the fix, check the ` +
      'page, and name the verdict of its snapshot',
  );
}

const hasEvidence = ({ text, styles, size, pixels }: Evidence): boolean =>
  text !== null || styles.length > 0 || size !== null || pixels !== null;

function assertNotRejected({ decision, answer, hasPlace }: NamedVerdict): void {
  const again = 'check the page again, and name the verdict of its snapshot';
  if (!hasPlace) throw conflict(`The snapshot of the verdict was deleted; ${again}`);
  if (decision === 'rejected') throw conflict(`A review rejected the verdict; undo the review, or ${again}`);
  if (answer === 'wrong') throw conflict(`The reporter answered the verdict with "still wrong"; ${again}`);
}
