import { isDeepStrictEqual } from 'node:util';
import type { Annotation } from '../../../generated/prisma/client.ts';
import type { ValueChange } from '../../platform/events/event-types.ts';

/** Columns whose changes webhooks report. */
export type ReportedColumns = Pick<
  Annotation,
  | 'content'
  | 'status'
  | 'resolution'
  | 'duplicateOfId'
  | 'priority'
  | 'labelIds'
  | 'dueOn'
  | 'assigneeId'
  | 'visibility'
  | 'anchorState'
>;

/** Day of a time in UTC, as the API writes it. */
export const dayOf = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

/** Values of an annotation by the names of the API. */
const valuesOf = (annotation: ReportedColumns) => ({
  text: annotation.content,
  status: annotation.status,
  resolution: annotation.status === 'resolved' ? (annotation.resolution ?? 'fixed') : null,
  duplicateOfId: annotation.status === 'resolved' ? annotation.duplicateOfId : null,
  priority: annotation.priority,
  labelIds: annotation.labelIds,
  dueOn: dayOf(annotation.dueOn),
  assigneeId: annotation.assigneeId,
  visibility: annotation.visibility,
  anchorState: annotation.anchorState,
});

/** Values that differ between two states of an annotation, by the names of the API. */
export function changedValues(before: ReportedColumns, after: ReportedColumns): Record<string, ValueChange> {
  const former = new Map<string, unknown>(Object.entries(valuesOf(before)));
  const changes = Object.entries(valuesOf(after)).map(
    ([name, value]) => [name, { before: former.get(name), after: value }] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => !isDeepStrictEqual(change.before, change.after)));
}
