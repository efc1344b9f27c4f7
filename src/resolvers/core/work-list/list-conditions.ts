import type { AnnotationOrder } from '../../../generated/prisma/client.ts';
import { visibleTo } from '../annotations/visibility.ts';
import type { AnnotationFilter } from './annotation-filter.ts';
import { filterConditions } from './filter-conditions.ts';
import { filterOfInbox, type Inbox } from './inbox.ts';
import type { AddValue } from './statement-values.ts';
import type { WorkListScope } from './work-list-scope.ts';

/** A filtered and ordered list of annotations. */
export interface WorkList {
  scope: WorkListScope;
  filter: AnnotationFilter;
  inbox: Inbox | null;
  order: AnnotationOrder;
}

/** SQL conditions on the annotations `a` of a list. */
export const workListConditions = (list: Omit<WorkList, 'order'>, add: AddValue): string[] => [
  list.scope.condition(add),
  'a.deleted_at IS NULL',
  ...readableConditions(list, add),
];

/** SQL conditions of audience and filter. */
export const readableConditions = ({ scope, filter, inbox }: Omit<WorkList, 'order'>, add: AddValue): string[] => [
  visibleTo(scope.audience, 'a'),
  ...filterConditions(filter, scope, add),
  ...(inbox === null ? [] : filterConditions(filterOfInbox(inbox, scope.userId), scope, add)),
];
