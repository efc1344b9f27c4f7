import type { DeploymentStatus } from '../../../generated/prisma/client.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { uncountUsage } from '../../platform/quotas/count-usage.ts';

/** Ends unfinished deployments. Snapshots that were ordered stay and are captured. */
const END = `WITH ended AS (
    UPDATE deployments SET status = $2::"DeploymentStatus", superseded_by_id = $3, finished_at = now(), updated_at = now()
     WHERE id IN (SELECT d.id FROM deployments d WHERE CONDITION AND d.status IN ('queued', 'running') ORDER BY d.id FOR UPDATE)
    RETURNING id, project_id, created_at
  ), skipped AS (
    UPDATE deployment_captures c SET state = 'skipped', finished_at = now()
      FROM ended, deployment_captures before
     WHERE c.deployment_id = ended.id AND before.id = c.id AND before.state IN ('queued', 'capturing')
    RETURNING c.deployment_id, before.state
  )
  SELECT ended.id, p.id AS "projectId", p.organization_id AS "organizationId", ended.created_at AS "createdAt",
         (SELECT count(*)::int FROM skipped WHERE deployment_id = ended.id AND skipped.state = 'queued') AS "notOrdered"
    FROM ended JOIN projects p ON p.id = ended.project_id ORDER BY ended.id`;

const CONDITIONS = {
  deployment: 'd.id = $1',
  environment: 'd.environment_id = $1',
  project: 'd.project_id = $1',
} as const;

interface Ended {
  id: string;
  projectId: string;
  organizationId: string;
  createdAt: Date;
  notOrdered: number;
}

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
  const values = [of.id, status, supersededById];
  const { rows } = await sql.query<Ended>(END.replace('CONDITION', CONDITIONS[of.kind]), values);
  for (const { id: deploymentId, projectId, organizationId, createdAt, notOrdered } of rows) {
    if (notOrdered > 0) await uncountUsage(sql, organizationId, 'snapshots', { at: createdAt, n: notOrdered });
    const type = 'deployment.changed';
    await recordEvent(sql, { type, organizationId, projectId, deploymentId, data: NO_EVENT_DATA });
  }
  return rows.length;
}
