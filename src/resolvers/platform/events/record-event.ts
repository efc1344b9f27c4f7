import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { NewEvent } from './event-types.ts';

const INSERT = {
  name: 'record-event',
  text: `INSERT INTO events (id, type, organization_id, project_id, annotation_id, comment_id, snapshot_id, data)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/** Writes an event into the outbox, in the transaction of the change that causes it. Nudge the relay after its commit. */
export async function recordEvent(sql: Queryable, event: NewEvent): Promise<void> {
  const { type, organizationId, projectId, annotationId, commentId, snapshotId, data } = event;
  const values = [newId(), type, organizationId, projectId, annotationId, commentId, snapshotId, data];
  await sql.query({ ...INSERT, values });
}
