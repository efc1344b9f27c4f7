import { readFilter } from './list-work.ts';

/**
 * Validates a filter, and returns it as JSON that the API accepts again.
 *
 * @throws BAD_USER_INPUT
 */
export function storedFilter(filter: object | null | undefined): Record<string, unknown> {
  const { dueBefore, createdAfter, createdBefore, updatedAfter, ...members } = readFilter(filter);
  const times = { createdAfter, createdBefore, updatedAfter };
  const given = [
    ...Object.entries(members),
    ...Object.entries(times).map(([name, time]) => [name, time?.toISOString()] as const),
    ['dueBefore', dueBefore?.toISOString().slice(0, 10)] as const,
  ].filter(([, value]) => value != null);
  return Object.fromEntries(given);
}

/** Reads a filter that `storedFilter` returned, for `workListOf`. */
export function restoredFilter(stored: Record<string, unknown>): Record<string, unknown> {
  const times = ['createdAfter', 'createdBefore', 'updatedAfter', 'dueBefore'];
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, times.includes(name) ? new Date(String(value)) : value]),
  );
}
