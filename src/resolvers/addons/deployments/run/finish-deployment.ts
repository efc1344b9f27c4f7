import { statement } from '../../../../infrastructure/database/statement.ts';
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
const SUPERSEDE = statement(
  'finish-deployment/supersede',
  `UPDATE deployments SET status = 'superseded', superseded_by_id = $deploymentId, updated_at = now()
  WHERE environment_id = $environmentId AND status = 'needs_review' AND id <> $deploymentId AND created_at <= (SELECT created_at FROM deployments WHERE id = $deploymentId)`,
);

const withoutNumbers = (selector: string) => `regexp_replace(${selector}, ':nth-of-type\\(\\d+\\)', '', 'g')`;

/**
 * A change that an annotation explains on one page explains the like changes of like elements on
 * the others, such as those of a shared header. The same new words make elements alike. A guarded
 * element is always reviewed separately.
 */
const EXPLAIN_LIKE = statement(
  'finish-deployment/explain-like',
  `WITH explained AS (
    SELECT c.likeness, c.selector, c.annotation_ids AS ids FROM deployment_changes c
     WHERE c.deployment_id = $deploymentId AND c.selector IS NOT NULL AND c.annotation_ids <> '{}'
    UNION ALL
    SELECT e.likeness, e.selector, e."annotationIds" FROM deployment_captures c,
           jsonb_to_recordset(c.explained_changes) AS e(likeness text, selector text, "annotationIds" uuid[])
     WHERE c.deployment_id = $deploymentId
  ), found AS (
    SELECT x.id, array_agg(DISTINCT a.id) AS ids
      FROM deployment_changes x JOIN explained e USING (likeness), unnest(e.ids) AS a(id)
     WHERE x.deployment_id = $deploymentId AND x.annotation_ids = '{}' AND x.guarded_ids = '{}'
       AND (x.before->>'text' IS DISTINCT FROM x.after->>'text' OR ${withoutNumbers('x.selector')} = ${withoutNumbers('e.selector')})
     GROUP BY 1
  )
  UPDATE deployment_changes x SET annotation_ids = found.ids FROM found WHERE found.id = x.id`,
);

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
  await EXPLAIN_LIKE.run(sql, { deploymentId });
  await SUPERSEDE.run(sql, { deploymentId, environmentId });
  const { id, commit, branch, url, status, finishedAt } = deployment;
  const data = JSON.stringify({
    deployment: { id, environmentId, commit, branch, url, status, finishedAt: finishedAt?.toISOString() ?? null },
    project: { id: projectId },
  });
  await recordEvent(sql, { type: 'deployment.completed', organizationId, projectId, deploymentId, data });
  return true;
}
