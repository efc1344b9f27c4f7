import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { setDeploymentStatus } from '../deployment-status.ts';

interface Subject {
  deploymentId: string;
  environmentId: string;
  projectId: string;
  organizationId: string;
}

/** Reviews of the environment's older deployments would change baselines that this one replaced. */
const SUPERSEDE = `UPDATE deployments SET status = 'superseded', superseded_by_id = $1, updated_at = now()
  WHERE environment_id = $2 AND status = 'needs_review' AND id <> $1 AND created_at <= (SELECT created_at FROM deployments WHERE id = $1)`;

/**
 * A change that somebody asked for on one page is asked for on the others too: the same change of
 * like elements, such as those of a shared header. Guarded elements keep asking for a review.
 */
const EXPLAIN_LIKE = `UPDATE deployment_changes x SET annotation_ids = asked.ids
   FROM (SELECT c.likeness, array_agg(DISTINCT a.id) AS ids FROM deployment_changes c, unnest(c.annotation_ids) AS a(id)
          WHERE c.deployment_id = $1 AND c.selector IS NOT NULL GROUP BY 1) asked
  WHERE x.deployment_id = $1 AND x.likeness = asked.likeness AND x.annotation_ids = '{}' AND x.guarded_ids = '{}'`;

/**
 * Finishes a deployment whose captures are all evaluated, with its event. Call it with the
 * deployment locked.
 *
 * @returns whether it is finished
 */
export async function finishDeployment(sql: Queryable, subject: Subject): Promise<boolean> {
  const deployment = await setDeploymentStatus(sql, subject.deploymentId);
  if (!deployment) return false;
  const { deploymentId, environmentId, projectId, organizationId } = subject;
  await sql.query(EXPLAIN_LIKE, [deploymentId]);
  await sql.query(SUPERSEDE, [deploymentId, environmentId]);
  const { id, commit, branch, url, status, finishedAt } = deployment;
  const data = JSON.stringify({
    deployment: { id, environmentId, commit, branch, url, status, finishedAt: finishedAt?.toISOString() ?? null },
    project: { id: projectId },
  });
  await recordEvent(sql, { type: 'deployment.completed', organizationId, projectId, deploymentId, data });
  return true;
}
