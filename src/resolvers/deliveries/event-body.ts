import type { RelayedEvent } from '../platform/events/relay-events.ts';

/** How receivers know an event: `evt_` and 32 hexadecimal digits. */
export const publicEventId = (id: string): string => `evt_${id.replaceAll('-', '')}`;

/** The exact text of a delivery. `data` goes in as it was stored, because signatures are over bytes. */
export function eventBody({
  id,
  type,
  createdAt,
  data,
}: Pick<RelayedEvent, 'id' | 'type' | 'createdAt' | 'data'>): string {
  const head = JSON.stringify({ id: publicEventId(id), type, createdAt: createdAt.toISOString() });
  return `${head.slice(0, -1)},"data":${data}}`;
}
