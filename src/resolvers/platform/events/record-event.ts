import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { ACCESS_CHANGED, type NewEvent, NO_EVENT_DATA } from './event-types.ts';

const INSERT = statement(
  'record-event/insert',
  `INSERT INTO events (id, type, organization_id, project_id, annotation_id, comment_id, snapshot_id, visibility, data,
                        actor_id, deployment_id)
    VALUES ($id, $type, $organizationId, $projectId?, $annotationId?, $commentId?, $snapshotId?, $visibility, $data,
            $actorId?, $deploymentId?)`,
  { prepared: true },
);

/**
 * Inserts an event into the outbox, in the transaction of its change. Wake the relay after the
 * commit.
 */
export async function recordEvent(sql: Queryable, event: NewEvent): Promise<void> {
  const { type, organizationId, projectId, annotationId, commentId, snapshotId, visibility = 'public', data } = event;
  const { actorId, deploymentId } = event;
  const subject = { organizationId, projectId, annotationId, commentId, snapshotId, deploymentId };
  await INSERT.run(sql, { id: newId(), type, ...subject, visibility, data, actorId });
}

/**
 * Makes every process check the open streams of an organization again. Call it in the transaction
 * that revokes access, and wake the relay after its commit.
 */
export const recordAccessChange = (sql: Queryable, organizationId: string): Promise<void> =>
  recordEvent(sql, { type: ACCESS_CHANGED, organizationId, data: NO_EVENT_DATA });
