import type { AnnotationOrder } from '../../../generated/prisma/client.ts';
import type { AddValue } from '../../platform/sql/fragment.ts';
import { visibleTo } from '../annotations/visibility.ts';
import { type AnnotationFilter, SAMPLE_FILTER } from './annotation-filter.ts';
import { filterConditions } from './filter-conditions.ts';
import { filterOfInbox, type Inbox } from './inbox.ts';
import type { WorkListScope } from './work-list-scope.ts';

/** A filtered and ordered list of annotations. */
export interface WorkList {
  scope: WorkListScope;
  filter: AnnotationFilter;
  inbox: Inbox | null;
  order: AnnotationOrder;
}

/** List with each member of a filter, with which PostgreSQL describes statements. */
export const SAMPLE_LIST: WorkList = {
  scope: {
    audience: 'members',
    userId: '',
    organizationId: '',
    projectIds: [],
    condition: (add) => `a.organization_id = ${add('')}::uuid AND a.project_id = ANY(${add([])}::uuid[])`,
    inProjects: (add) => `a.project_id = ANY(${add([])}::uuid[])`,
  },
  filter: SAMPLE_FILTER,
  inbox: 'unread',
  order: 'priority',
};

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
