import type { Transaction } from '../../infrastructure/database.ts';
import { newId } from '../../infrastructure/ids.ts';
import type { NewEvent } from './event-types.ts';

/** Writes an event into the outbox, in the transaction of the change that causes it. Nudge the relay after commit. */
export async function recordEvent(tx: Transaction, event: Omit<NewEvent, 'id'>): Promise<void> {
  await tx.event.create({ data: { id: newId(), ...event } });
}
