import { newId } from '../../infrastructure/ids.ts';
import type { Queryable } from '../../infrastructure/transaction.ts';
import type { NewEvent } from './event-types.ts';

const INSERT = {
  name: 'record-event',
  text: `INSERT INTO events (id, type, organization_id, project_id, annotation_id, snapshot_id, data)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};

/** Writes an event into the outbox, in the transaction of the change that causes it. Nudge the relay after its commit. */
export async function recordEvent(sql: Queryable, event: NewEvent): Promise<void> {
  const { type, organizationId, projectId, annotationId, snapshotId, data } = event;
  await sql.query({ ...INSERT, values: [newId(), type, organizationId, projectId, annotationId, snapshotId, data] });
}
