import { badInput } from '../../../errors.ts';
import type { Annotation, HistoryKind } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { statusChange } from '../annotations/set-annotation-status.ts';
import type { BulkChange } from './change-input.ts';

/** Columns that a bulk change reads or writes. */
export type Changed = Pick<
  Annotation,
  | 'id'
  | 'projectId'
  | 'content'
  | 'url'
  | 'visibility'
  | 'status'
  | 'resolution'
  | 'duplicateOfId'
  | 'priority'
  | 'labelIds'
  | 'dueOn'
  | 'assigneeId'
>;

/** Facts about the projects of the changed annotations, for checks of the change. */
export interface ChangeFacts {
  /** Projects that the assignee has. */
  assigneeProjects: ReadonlySet<string>;
  /** Labels of the change, with their projects. */
  labelProjects: ReadonlyMap<string, string>;
  /** Project of the annotation that is repeated; undefined if it is not found. */
  duplicateProject: string | undefined;
}

/** Row of a change for the statement that writes it. */
export interface ChangeRow {
  columns: Omit<Changed, 'projectId' | 'content' | 'url' | 'visibility' | 'dueOn'> & { dueOn: string | null };
  event: { id: string; type: string; data: string };
  history: { id: string; annotationId: string; kind: HistoryKind; before: unknown; after: unknown }[];
}

const dayOf = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

/**
 * Applies a change to an annotation.
 *
 * @returns null if the annotation has the values already
 * @throws BAD_USER_INPUT if the change does not fit the annotation
 */
export function decideChange(before: Changed, change: BulkChange, facts: ChangeFacts): ChangeRow | null {
  assertFits(before, change, facts);
  const after = changedColumns(before, change);
  if (after.labelIds.length > LIMITS.annotationLabels) {
    throw badInput(`change.addLabelIds: an annotation has at most ${LIMITS.annotationLabels} labels; remove others`);
  }
  const history = historyOf(before, after);
  if (history.length === 0) return null;
  const { event } = statusChange(before, after.status) ?? { event: UPDATED };
  const { projectId: _project, content: _content, url: _url, visibility: _visibility, dueOn, ...columns } = after;
  return {
    columns: { ...columns, dueOn: dayOf(dueOn) },
    event: { id: newId(), type: event.type, data: event.data },
    history: history.map((entry) => ({ id: newId(), annotationId: before.id, ...entry })),
  };
}

const UPDATED = { type: 'annotation.updated', data: NO_EVENT_DATA } as const;

/** @throws BAD_USER_INPUT */
function assertFits({ id, projectId }: Changed, change: BulkChange, facts: ChangeFacts): void {
  const { assigneeId, duplicateOfId } = change;
  if (assigneeId != null && !facts.assigneeProjects.has(projectId)) {
    throw badInput("change.assigneeId: must be a member of the project's organization who has the project");
  }
  if (change.addLabelIds?.some((label) => facts.labelProjects.get(label) !== projectId)) {
    throw badInput("change.addLabelIds: must be labels of the annotation's project");
  }
  if (duplicateOfId !== undefined && (facts.duplicateProject !== projectId || duplicateOfId === id)) {
    throw badInput('change.duplicateOfId: must be another annotation of the same project');
  }
}

function changedColumns(before: Changed, change: BulkChange): Changed {
  const status = change.status ?? before.status;
  const isResolved = status === 'resolved';
  // A change that only sets the status keeps the resolution of a resolved annotation.
  const kept = before.status === 'resolved' ? (before.resolution ?? 'fixed') : 'fixed';
  const resolution = isResolved ? (change.resolution ?? kept) : null;
  const removed = change.removeLabelIds ?? [];
  return {
    ...before,
    status,
    resolution,
    duplicateOfId: resolution === 'duplicate' ? (change.duplicateOfId ?? before.duplicateOfId) : null,
    priority: change.priority ?? before.priority,
    labelIds: [...new Set([...before.labelIds, ...(change.addLabelIds ?? [])])].filter((id) => !removed.includes(id)),
    dueOn: change.dueOn === undefined ? before.dueOn : change.dueOn,
    assigneeId: change.assigneeId === undefined ? before.assigneeId : change.assigneeId,
  };
}

/** Resolution of an annotation, for the history. */
const outcomeOf = ({ status, resolution, duplicateOfId }: Changed) =>
  status === 'resolved' ? { resolution: resolution ?? 'fixed', duplicateOfId } : null;

function historyOf(before: Changed, after: Changed): { kind: HistoryKind; before: unknown; after: unknown }[] {
  const values: [kind: HistoryKind, (annotation: Changed) => unknown][] = [
    ['status', ({ status }) => status],
    ['resolution', outcomeOf],
    ['priority', ({ priority }) => priority],
    ['labels', ({ labelIds }) => labelIds],
    ['due', ({ dueOn }) => dayOf(dueOn)],
    ['assignee', ({ assigneeId }) => assigneeId],
  ];
  return values
    .map(([kind, read]) => ({ kind, before: read(before), after: read(after) }))
    .filter((entry) => JSON.stringify(entry.before) !== JSON.stringify(entry.after));
}
