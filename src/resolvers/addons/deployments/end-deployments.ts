import type { DeploymentStatus } from '../../../generated/prisma/client.ts';
import { slot, statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { uncountUsage } from '../../platform/quotas/count-usage.ts';

const CONDITIONS = {
  deployment: 'd.id = $id',
  environment: 'd.environment_id = $id',
  project: 'd.project_id = $id',
} as const;

/** Ends unfinished deployments. Snapshots that were ordered stay and are captured. */
const END = statement(
  'end-deployments/end',
  `WITH ended AS (
    UPDATE deployments SET status = $status::"DeploymentStatus", superseded_by_id = $supersededById?, finished_at = now(), updated_at = now()
     WHERE id IN (SELECT d.id FROM deployments d WHERE ${slot('which', CONDITIONS.deployment)} AND d.status IN ('queued', 'running') ORDER BY d.id FOR UPDATE)
    RETURNING id, project_id, created_at
  ), skipped AS (
    UPDATE deployment_captures c SET state = 'skipped', finished_at = now()
      FROM ended, deployment_captures before
     WHERE c.deployment_id = ended.id AND before.id = c.id AND before.state IN ('queued', 'capturing')
    RETURNING c.deployment_id, before.state
  )
  SELECT ended.id, p.id AS "projectId", p.organization_id AS "organizationId", ended.created_at AS "createdAt",
         (SELECT count(*)::int FROM skipped WHERE deployment_id = ended.id AND skipped.state = 'queued') AS "notOrdered!"
    FROM ended JOIN projects p ON p.id = ended.project_id ORDER BY ended.id`,
);

/**
 * Ends the unfinished deployments of an environment or a project, or one deployment, with their
 * events, and reverts the usage of captures that were not ordered. Wake the relay after the commit.
 *
 * @returns number of ended deployments
 */
export async function endDeployments(
  sql: Queryable,
  of: { kind: keyof typeof CONDITIONS; id: string },
  status: Extract<DeploymentStatus, 'cancelled' | 'superseded'>,
  supersededById: string | null = null,
): Promise<number> {
  const end = END.with({ which: { text: CONDITIONS[of.kind], values: {} } });
  const rows = await end.rows(sql, { id: of.id, status, supersededById });
  for (const { id: deploymentId, projectId, organizationId, createdAt, notOrdered } of rows) {
    if (notOrdered > 0) await uncountUsage(sql, organizationId, 'snapshots', { at: createdAt, n: notOrdered });
    const type = 'deployment.changed';
    await recordEvent(sql, { type, organizationId, projectId, deploymentId, data: NO_EVENT_DATA });
  }
  return rows.length;
}
