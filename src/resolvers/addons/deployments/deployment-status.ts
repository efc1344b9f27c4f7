import type { Deployment, DeploymentStatus } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { DEPLOYMENT_COLUMNS } from './require-deployment.ts';
import { isReviewed } from './verdicts/is-return.ts';

const decided = (table: string) =>
  `EXISTS (SELECT FROM ${table} x JOIN deployment_reviews r ON r.id = x.review_id
            WHERE x.deployment_id = $deploymentId AND r.decision = 'rejected')`;

/** Status by what was found and reviewed; null while captures are left. */
const JUDGE = statement(
  'deployment-status/judge',
  `SELECT CASE
    WHEN EXISTS (SELECT FROM deployment_captures WHERE deployment_id = $deploymentId AND state IN ('queued', 'capturing')) THEN NULL
    WHEN EXISTS (SELECT FROM deployment_captures WHERE deployment_id = $deploymentId AND state = 'failed') THEN 'failed'
    WHEN ${decided('deployment_changes')} OR ${decided('deployment_verdicts')} THEN 'failed'
    WHEN EXISTS (SELECT FROM deployment_changes WHERE deployment_id = $deploymentId AND review_id IS NULL) THEN 'needs_review'
    WHEN EXISTS (SELECT FROM deployment_verdicts v WHERE deployment_id = $deploymentId AND review_id IS NULL AND ${isReviewed('v')}) THEN 'needs_review'
    ELSE 'passed' END AS status,
  (SELECT count(*)::int FROM deployment_captures WHERE deployment_id = $deploymentId AND state = 'failed') AS "failed!",
  (SELECT count(*)::int FROM deployment_captures WHERE deployment_id = $deploymentId) AS "captures!"`,
).narrow<{ status: DeploymentStatus | null }>();

const SET = statement(
  'deployment-status/set',
  `WITH d AS (
    UPDATE deployments SET status = $status::"DeploymentStatus", error = $error?, finished_at = coalesce(finished_at, now()), updated_at = now()
     WHERE id = $deploymentId RETURNING *
  )
  SELECT ${DEPLOYMENT_COLUMNS} FROM d`,
);

/**
 * Sets the status of a locked deployment by what was found and reviewed.
 *
 * @returns undefined while captures are left
 */
export async function setDeploymentStatus(sql: Queryable, deploymentId: string): Promise<Deployment | undefined> {
  const judged = await JUDGE.one(sql, { deploymentId });
  if (!judged.status) return undefined;
  const { failed, captures } = judged;
  const error = failed > 0 ? `${failed} of ${captures} captures failed; the captures have the reasons` : null;
  return SET.first(sql, { deploymentId, status: judged.status, error });
}
