import { badField } from '../../../errors.ts';
import type { Annotation, HistoryKind } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { type TriageEventData, withChange } from '../../platform/events/event-types.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { ASSIGNEE_RULE } from '../annotations/assignable.ts';
import { changedValues, dayOf } from '../annotations/changed-values.ts';
import { statusChange } from '../annotations/set-annotation-status.ts';
import { type BulkChange, GIVEN_COLUMNS } from './change-input.ts';

/** Columns that a bulk change writes, with their types in the database. */
export const WRITTEN_COLUMNS = {
  status: '"AnnotationStatus"',
  resolution: '"Resolution"',
  duplicateOfId: 'uuid',
  priority: '"Priority"',
  labelIds: 'uuid[]',
  dueOn: 'date',
  assigneeId: 'uuid',
} satisfies Partial<Record<keyof Annotation, string>>;

/** Facts about the projects of the changed annotations, for checks of the change. */
export interface ChangeFacts {
  /** Projects that the assignee has. */
  assigneeProjects: ReadonlySet<string>;
  /** Labels of the change, with their projects. */
  labelProjects: ReadonlyMap<string, string>;
  /** Project of the annotation that is repeated; undefined if it is not found. */
  duplicateProject: string | undefined;
  /** Path of the change in the arguments, for messages: `change.` or nothing. */
  path: string;
}

/** Row of a change for the statement that writes it. */
export interface ChangeRow {
  columns: Pick<Annotation, 'id' | keyof typeof WRITTEN_COLUMNS>;
  events: { id: string; type: string; data: string }[];
  history: { id: string; annotationId: string; kind: HistoryKind; before: unknown; after: unknown }[];
}

/**
 * Applies a change to an annotation.
 *
 * @param via access token of the call
 * @returns null if the annotation has the values already
 * @throws BAD_USER_INPUT if the change does not fit the annotation
 */
export function decideChange(
  before: Annotation,
  change: BulkChange,
  facts: ChangeFacts,
  via: string | null,
): ChangeRow | null {
  assertFits(before, change, facts);
  const after = changedColumns(before, change);
  if (after.labelIds.length > LIMITS.annotationLabels) {
    throw badField(
      `${facts.path}addLabelIds`,
      `an annotation has at most ${LIMITS.annotationLabels} labels; remove others`,
    );
  }
  const history = historyOf(before, after);
  if (history.length === 0) return null;
  const changes = changedValues(before, after);
  const events = eventsOf(before, after, new Set(history.map(({ kind }) => kind)));
  return {
    columns: after,
    // Only one of two events reports the change.
    events: events.map(({ type, data }, index) => ({
      id: newId(),
      type,
      data: withChange(data, { changes: index === 0 ? changes : {}, via }),
    })),
    history: history.map((entry) => ({ id: newId(), annotationId: before.id, ...entry })),
  };
}

/**
 * Events of a change: one, or two if the status changed with something that its event cannot carry.
 * Webhooks receive comment.resolved, and integrations select annotations by labels and priority.
 */
function eventsOf(
  before: Annotation,
  after: Annotation,
  changed: ReadonlySet<HistoryKind>,
): { type: string; data: string }[] {
  const status = statusChange(before, after.status)?.event;
  const isResolved = status?.type === 'comment.resolved';
  const assignment = changed.has('assignee') ? { assigneeId: after.assigneeId } : {};
  const others: TriageEventData = {
    ...((changed.has('priority') || changed.has('labels')) && { isTriage: true }),
    ...((!status || isResolved) && assignment),
    ...(!status && after.resolution && changed.has('resolution') && { resolution: after.resolution }),
  };
  const updated = { type: 'annotation.updated', data: JSON.stringify(others) };
  const isCarried = status && Object.keys(others).length === 0;
  return [...(status ? [isResolved ? status : withMembers(status, assignment)] : []), ...(isCarried ? [] : [updated])];
}

const withMembers = ({ type, data }: { type: string; data: string }, members: object) => ({
  type,
  data: JSON.stringify({ ...JSON.parse(data), ...members }),
});

/** @throws BAD_USER_INPUT */
function assertFits({ id, projectId }: Annotation, change: BulkChange, facts: ChangeFacts): void {
  const { assigneeId, duplicateOfId } = change;
  const isForeign = (label: string) => facts.labelProjects.get(label) !== projectId;
  if (assigneeId != null && !facts.assigneeProjects.has(projectId)) {
    throw badField(`${facts.path}assigneeId`, ASSIGNEE_RULE);
  }
  for (const name of ['addLabelIds', 'labelIds'] as const) {
    if (change[name]?.some(isForeign)) {
      throw badField(`${facts.path}${name}`, "must be labels of the annotation's project");
    }
  }
  if (duplicateOfId !== undefined && (facts.duplicateProject !== projectId || duplicateOfId === id)) {
    throw badField(`${facts.path}duplicateOfId`, 'must be another annotation of the same project');
  }
}

function changedColumns(before: Annotation, change: BulkChange): Annotation {
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
    ...Object.fromEntries(GIVEN_COLUMNS.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]]))),
    labelIds: [...new Set([...(change.labelIds ?? before.labelIds), ...(change.addLabelIds ?? [])])].filter(
      (id) => !removed.includes(id),
    ),
  };
}

/** Resolution of an annotation, for the history. */
const outcomeOf = ({ status, resolution, duplicateOfId }: Annotation) =>
  status === 'resolved' ? { resolution: resolution ?? 'fixed', duplicateOfId } : null;

function historyOf(before: Annotation, after: Annotation): { kind: HistoryKind; before: unknown; after: unknown }[] {
  const values: [kind: HistoryKind, (annotation: Annotation) => unknown][] = [
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
