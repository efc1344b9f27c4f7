import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { acceptReviewed } from './move-reviewed-baselines.ts';

/**
 * SQL: the change `x` of an earlier capture that is the same difference from the baseline as `c`,
 * as a condition.
 */
export const isSameChange = (x: string, c: string): string =>
  `${x}.likeness = ${c}.likeness AND ${x}.selector IS NOT DISTINCT FROM ${c}.selector
   AND (${c}.selector IS NOT NULL OR ${x}.region = ${c}.region)`;

/**
 * Approvals of an earlier capture by the changes that are left, with the review of this deployment
 * that an earlier capture of it got from the same one. The deployment is locked.
 */
const APPROVALS = statement(
  'carry-approvals/approvals',
  `SELECT r.author_id AS "authorId", r.via, r.created_at AS "createdAt", array_agg(c.id) AS "changeIds!",
         (SELECT o.id FROM deployment_reviews o WHERE o.deployment_id = $deploymentId AND o.decision = 'approved' AND o.undone_at IS NULL
             AND (o.author_id, o.via, o.created_at) IS NOT DISTINCT FROM (r.author_id, r.via, r.created_at) LIMIT 1) AS "reviewId"
    FROM deployment_changes c
    JOIN LATERAL (SELECT x.review_id FROM deployment_changes x WHERE x.capture_id = $earlierId AND ${isSameChange('x', 'c')} LIMIT 1) earlier ON true
    JOIN deployment_reviews r ON r.id = earlier.review_id AND r.decision = 'approved'
   WHERE c.capture_id = $captureId
   GROUP BY r.id ORDER BY r.created_at, r.id`,
);

const ADD = statement(
  'carry-approvals/add',
  `INSERT INTO deployment_reviews (id, deployment_id, decision, author_id, via, created_at) VALUES ($id, $deploymentId, 'approved', $authorId?, $via?, $createdAt)`,
);

const DECIDE = statement(
  'carry-approvals/decide',
  `WITH decided AS (UPDATE deployment_changes SET review_id = $id WHERE id = ANY($changeIds::uuid[]) RETURNING id)
  UPDATE deployment_reviews SET change_count = change_count + (SELECT count(*) FROM decided)::int WHERE id = $id`,
);

const COUNT = statement(
  'carry-approvals/count',
  'UPDATE deployment_reviews SET baseline_count = baseline_count + $accepted WHERE id = $id',
);

/**
 * Approves the changes of a capture that were approved in an earlier one, whose baseline stayed
 * because of other changes. If no other change is left, the picture becomes the baseline.
 */
export async function carryApprovals(
  sql: Queryable,
  { deploymentId, captureId, earlierId }: { deploymentId: string; captureId: string; earlierId: string },
): Promise<void> {
  const rows = await APPROVALS.rows(sql, { captureId, earlierId, deploymentId });
  let last: { id: string; authorId: string | null } | undefined;
  for (const { authorId, via, createdAt, changeIds, reviewId } of rows) {
    const id = reviewId ?? newId();
    if (reviewId === null) await ADD.run(sql, { id, deploymentId, authorId, via, createdAt });
    await DECIDE.run(sql, { id, changeIds });
    last = { id, authorId };
  }
  if (last) await COUNT.run(sql, { id: last.id, accepted: await acceptReviewed(sql, [captureId], last.authorId) });
}
