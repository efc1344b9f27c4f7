import { isDeepStrictEqual } from 'node:util';
import type { Annotation } from '../../../generated/prisma/client.ts';
import type { ValueChange } from '../../platform/events/event-types.ts';

/** Day of a time in UTC, as the API writes it. */
export const dayOf = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

/** Values whose changes webhooks report, by the names of the API. */
const VALUES = {
  text: ({ content }) => content,
  status: ({ status }) => status,
  resolution: ({ status, resolution }) => (status === 'resolved' ? (resolution ?? 'fixed') : null),
  duplicateOfId: ({ status, duplicateOfId }) => (status === 'resolved' ? duplicateOfId : null),
  priority: ({ priority }) => priority,
  labelIds: ({ labelIds }) => labelIds,
  dueOn: ({ dueOn }) => dayOf(dueOn),
  assigneeId: ({ assigneeId }) => assigneeId,
  visibility: ({ visibility }) => visibility,
  anchorState: ({ anchorState }) => anchorState,
} satisfies Record<string, (annotation: Annotation) => unknown>;

export const CHANGED_VALUES = Object.keys(VALUES);

/** Values that differ between two states of an annotation, by the names of the API. */
export function changedValues(before: Annotation, after: Annotation): Record<string, ValueChange> {
  const changes = Object.entries(VALUES).map(
    ([name, read]) => [name, { before: read(before), after: read(after) }] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => !isDeepStrictEqual(change.before, change.after)));
}
