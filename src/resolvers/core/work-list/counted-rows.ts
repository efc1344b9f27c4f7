import type { AnnotationFilter } from './annotation-filter.ts';
import type { AddValue } from './filter-conditions.ts';
import { filterOfInbox } from './inbox.ts';
import { readableConditions, workListConditions } from './list-conditions.ts';
import type { WorkList } from './list-work.ts';

/** Properties that annotations are counted by. */
export const COUNT_KEYS = ['status', 'resolution', 'priority', 'assignee', 'page', 'label', 'project'] as const;

export type CountKey = (typeof COUNT_KEYS)[number];

/** List whose annotations are counted. */
export type CountedList = Omit<WorkList, 'order'>;

/** Rows `a` to count. */
interface CountedRows {
  from: string;
  conditions: string[];
  /** SQL expression of the number of annotations of a group of rows. */
  number: string;
  /** Whether a row is one annotation. */
  isEach: boolean;
}

/** A label is one of several of an annotation; ids of deleted labels are not counted. */
const LABELS = 'JOIN labels label ON label.id = ANY(a.label_ids) AND label.project_id = a.project_id';

/** Members of a filter that regard columns of `annotation_counts`. */
const SUMMED_MEMBERS: readonly string[] = [
  'projectIds',
  'statuses',
  'assigneeIds',
  'unassigned',
] satisfies (keyof AnnotationFilter)[];

/** Properties that `annotation_counts` has; null: all annotations together. */
const SUMMED_KEYS: readonly (CountKey | null)[] = [null, 'status', 'assignee', 'project'];

/** Rows that count a list by a property: sums if they are kept, otherwise annotations. */
export function countedRows(list: CountedList, by: CountKey | null, add: AddValue): CountedRows {
  if (isSummed(list, by)) {
    const conditions = [list.scope.inProjects(add), ...readableConditions(list, add)];
    return { from: 'annotation_counts a', conditions, number: 'sum(a.added)', isEach: false };
  }
  const conditions = workListConditions(list, add);
  return { from: `annotations a ${by === 'label' ? LABELS : ''}`, conditions, number: 'count(*)', isEach: true };
}

function isSummed({ scope, filter, inbox }: CountedList, by: CountKey | null): boolean {
  const members = [filter, ...(inbox === null ? [] : [filterOfInbox(inbox, scope.userId)])].flatMap(Object.entries);
  return SUMMED_KEYS.includes(by) && members.every(([name, value]) => value == null || SUMMED_MEMBERS.includes(name));
}
