import type { AddValue } from '../../platform/sql/fragment.ts';
import type { AnnotationFilter } from './annotation-filter.ts';
import { filterOfInbox } from './inbox.ts';
import { readableConditions, type WorkList, workListConditions } from './list-conditions.ts';

/** Properties that annotations are counted by. */
export const COUNT_KEYS = ['status', 'resolution', 'priority', 'assignee', 'page', 'label', 'project'] as const;

export type CountKey = (typeof COUNT_KEYS)[number];

/** List whose annotations are counted. */
export type CountedList = Omit<WorkList, 'order'>;

/** Rows `a` to count. */
export interface CountedRows {
  from: string;
  conditions: string[];
  /** SQL expression of the number of annotations of a group of rows. */
  number: string;
  /** Whether a row is one annotation. */
  isEach: boolean;
  /** SQL expression of a value by which rows are grouped. */
  value?: string;
  /** SQL condition on a grouped `value`. */
  isCounted?: string;
}

/** A label is one of several of an annotation; ids of deleted labels are not counted. */
const LABELS = 'JOIN labels label ON label.id = ANY(a.label_ids) AND label.project_id = a.project_id';

/** A table of sums, maintained by triggers, that counts annotations. */
interface Sums {
  from: string;
  /** Properties that it has; null: all annotations together. */
  keys: readonly (CountKey | null)[];
  /** Members of a filter that regard its columns. */
  members: readonly string[];
  value?: string;
  isCounted?: string;
}

const SUMS: readonly Sums[] = [
  {
    from: 'annotation_counts a',
    keys: [null, 'status', 'assignee', 'priority', 'project'],
    members: ['projectIds', 'statuses', 'assigneeIds', 'unassigned', 'priorities'] satisfies (keyof AnnotationFilter)[],
  },
  {
    from: 'annotation_label_counts a',
    keys: ['label'],
    value: 'a.label_id',
    // Looks for labels once they are grouped: a label has several rows.
    isCounted: 'value IN (SELECT id FROM labels)',
    members: ['projectIds', 'statuses'] satisfies (keyof AnnotationFilter)[],
  },
];

/** Rows that count a list by a property: sums if they are kept, otherwise annotations. */
export function countedRows(list: CountedList, by: CountKey | null, add: AddValue): CountedRows {
  const { scope, filter, inbox } = list;
  const members = [filter, ...(inbox === null ? [] : [filterOfInbox(inbox, scope.userId)])]
    .flatMap(Object.entries)
    .flatMap(([name, value]) => (value == null ? [] : [name]));
  const sums = SUMS.find((each) => each.keys.includes(by) && members.every((name) => each.members.includes(name)));
  if (sums) {
    const conditions = [scope.inProjects(add), ...readableConditions(list, add)];
    const { from, value, isCounted } = sums;
    return { from, conditions, number: 'sum(a.added)', isEach: false, value, isCounted };
  }
  const conditions = workListConditions(list, add);
  return { from: `annotations a ${by === 'label' ? LABELS : ''}`, conditions, number: 'count(*)', isEach: true };
}
