import { visibleTo } from '../annotations/visibility.ts';
import { type AddValue, filterConditions } from './filter-conditions.ts';
import { filterOfInbox } from './inbox.ts';
import type { WorkList } from './list-work.ts';

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
