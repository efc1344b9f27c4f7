import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { ACCESS_CHANGED, type NewEvent, NO_EVENT_DATA } from './event-types.ts';

const INSERT = {
  name: 'record-event',
  text: `INSERT INTO events (id, type, organization_id, project_id, annotation_id, comment_id, snapshot_id, visibility, data,
                        actor_id, deployment_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};

/**
 * Inserts an event into the outbox, in the transaction of its change. Wake the relay after the
 * commit.
 */
export async function recordEvent(sql: Queryable, event: NewEvent): Promise<void> {
  const { type, organizationId, projectId, annotationId, commentId, snapshotId, visibility = 'public', data } = event;
  const subject = [organizationId, projectId, annotationId, commentId, snapshotId, visibility];
  const values = [newId(), type, ...subject, data, event.actorId ?? null, event.deploymentId ?? null];
  await sql.query({ ...INSERT, values });
}

/**
 * Makes every process check the open streams of an organization again. Call it in the transaction
 * that revokes access, and wake the relay after its commit.
 */
export const recordAccessChange = (sql: Queryable, organizationId: string): Promise<void> =>
  recordEvent(sql, { type: ACCESS_CHANGED, organizationId, data: NO_EVENT_DATA });
