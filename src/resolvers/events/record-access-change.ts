import type { Queryable } from '../../infrastructure/database/transaction.ts';
import { ACCESS_CHANGED, NO_EVENT_DATA } from '../platform/events/event-types.ts';
import { recordEvent } from '../platform/events/record-event.ts';

/**
 * Has every process look again at the open streams of an organization. Call it in the transaction that takes somebody's
 * right, and nudge the relay after its commit.
 */
export const recordAccessChange = (sql: Queryable, organizationId: string): Promise<void> =>
  recordEvent(sql, { type: ACCESS_CHANGED, organizationId, data: NO_EVENT_DATA });
