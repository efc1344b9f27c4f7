import type { Deployment } from '../../../../generated/prisma/client.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { DEPLOYMENT_COLUMNS } from '../require-deployment.ts';

interface Subject {
  deploymentId: string;
  environmentId: string;
  projectId: string;
  organizationId: string;
}

/** Status by what was found and reviewed; null while captures are left. */
const JUDGE = `SELECT CASE
    WHEN EXISTS (SELECT FROM deployment_captures WHERE deployment_id = $1 AND state IN ('queued', 'capturing')) THEN NULL
    WHEN EXISTS (SELECT FROM deployment_captures WHERE deployment_id = $1 AND state = 'failed') THEN 'failed'
    WHEN EXISTS (SELECT FROM deployment_changes x JOIN deployment_reviews r ON r.id = x.review_id
                  WHERE x.deployment_id = $1 AND r.decision = 'rejected') THEN 'failed'
    WHEN EXISTS (SELECT FROM deployment_changes WHERE deployment_id = $1 AND review_id IS NULL) THEN 'needs_review'
    WHEN EXISTS (SELECT FROM deployment_verdicts WHERE deployment_id = $1 AND review_id IS NULL
                    AND verdict IN ('changed', 'gone', 'regressed')) THEN 'needs_review'
    ELSE 'passed' END AS status,
  (SELECT count(*)::int FROM deployment_captures WHERE deployment_id = $1 AND state = 'failed') AS failed,
  (SELECT count(*)::int FROM deployment_captures WHERE deployment_id = $1) AS captures`;

const SET_STATUS = `WITH d AS (
    UPDATE deployments SET status = $2::"DeploymentStatus", error = $3, finished_at = coalesce(finished_at, now()), updated_at = now()
     WHERE id = $1 RETURNING *
  )
  SELECT ${DEPLOYMENT_COLUMNS} FROM d`;

/** Reviews of the environment's older deployments would change baselines that this one replaced. */
const SUPERSEDE = `UPDATE deployments SET status = 'superseded', superseded_by_id = $1, updated_at = now()
  WHERE environment_id = $2 AND status = 'needs_review' AND id <> $1 AND created_at <= (SELECT created_at FROM deployments WHERE id = $1)`;

/**
 * Finishes a deployment whose captures are all evaluated, with its event. Call it with the
 * deployment locked.
 *
 * @returns whether it is finished
 */
export async function finishDeployment(sql: Queryable, subject: Subject): Promise<boolean> {
  const deployment = await setStatus(sql, subject.deploymentId);
  if (!deployment) return false;
  const { deploymentId, environmentId, projectId, organizationId } = subject;
  await sql.query(SUPERSEDE, [deploymentId, environmentId]);
  const { id, commit, branch, url, status, finishedAt } = deployment;
  const data = JSON.stringify({
    deployment: { id, environmentId, commit, branch, url, status, finishedAt: finishedAt?.toISOString() ?? null },
    project: { id: projectId },
  });
  await recordEvent(sql, { type: 'deployment.completed', organizationId, projectId, deploymentId, data });
  return true;
}

/** Sets the status by what was found and reviewed; undefined while captures are left. */
async function setStatus(sql: Queryable, deploymentId: string): Promise<Deployment | undefined> {
  const { rows } = await sql.query<{ status: string | null; failed: number; captures: number }>(JUDGE, [deploymentId]);
  const [judged] = rows;
  if (!judged?.status) return undefined;
  const { failed, captures } = judged;
  const error = failed > 0 ? `${failed} of ${captures} captures failed; the captures have the reasons` : null;
  return (await sql.query<Deployment>(SET_STATUS, [deploymentId, judged.status, error])).rows[0];
}
