import { newId } from '../../infrastructure/ids.ts';
import type { Queryable } from '../../infrastructure/transaction.ts';
import { NO_EVENT_DATA } from '../annotations/change-annotation.ts';
import { ACCESS_CHANGED } from './event-types.ts';

/**
 * Has every process look again at the open streams of an organization. Call it in the transaction that takes somebody's
 * right, and nudge the relay after its commit.
 */
export async function recordAccessChange(sql: Queryable, organizationId: string): Promise<void> {
  await sql.query('INSERT INTO events (id, type, organization_id, data) VALUES ($1, $2, $3, $4)', [
    newId(),
    ACCESS_CHANGED,
    organizationId,
    NO_EVENT_DATA,
  ]);
}
