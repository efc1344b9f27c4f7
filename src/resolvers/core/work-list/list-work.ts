import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import type { Annotation, AnnotationOrder } from '../../../generated/prisma/client.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import type { PageRows } from '../../platform/pagination/cursor-page.ts';
import { readSizedRows } from '../../platform/pagination/sized-page.ts';
import { ANNOTATION_COLUMNS } from '../annotations/columns.ts';
import { LARGE_COLUMNS } from '../annotations/list-annotations.ts';
import { visibleTo } from '../annotations/visibility.ts';
import { type AnnotationFilter, annotationFilterInput } from './annotation-filter.ts';
import { beyond, type OrderPosition, orderClause } from './annotation-order.ts';
import { type AddValue, addValueTo, filterConditions } from './filter-conditions.ts';
import { filterOfInbox, type Inbox } from './inbox.ts';
import type { WorkListScope } from './work-list-scope.ts';

/** A filtered and ordered list of annotations. */
export interface WorkList {
  scope: WorkListScope;
  filter: AnnotationFilter;
  inbox: Inbox | null;
  order: AnnotationOrder;
}

/** Arguments of a work list. */
export interface WorkListRequest {
  filter?: object | null;
  inbox?: Inbox | null;
  orderBy?: AnnotationOrder | null;
}

/** Requested range of a work list, as of other lists. */
export interface WorkListPage {
  limit: number;
  after?: OrderPosition;
  before?: OrderPosition;
  fromEnd?: boolean;
}

/**
 * Validates filter and order.
 *
 * @throws BAD_USER_INPUT naming every problem, also for ranks of several projects
 * @throws FORBIDDEN for a guest who filters by what guests cannot read
 */
export function workListOf(scope: WorkListScope, { filter, inbox, orderBy }: WorkListRequest): WorkList {
  const list = { scope, filter: readFilter(filter), inbox: inbox ?? null, order: orderBy ?? 'newest' };
  const projects = list.filter.projectIds ?? scope.projectIds;
  if (list.order === 'rank' && projects.length > 1) {
    throw badInput('orderBy: rank orders the annotations of one project; name one in filter.projectIds');
  }
  filterConditions(list.filter, scope, addValueTo([]));
  return list;
}

/**
 * Validates a filter.
 *
 * @throws BAD_USER_INPUT naming every problem as `filter.member: problem`
 */
export const readFilter = (filter: object | null | undefined): AnnotationFilter =>
  parseInput(annotationFilterInput, filter ?? {}, FILTER_NAMES);

/** Names of members in messages. */
const FILTER_NAMES = Object.fromEntries(
  Object.keys(annotationFilterInput.shape).map((name) => [name, `filter.${name}`]),
);

/** SQL conditions on the annotations `a` of a list. */
export const workListConditions = ({ scope, filter, inbox }: Omit<WorkList, 'order'>, add: AddValue): string[] => [
  scope.condition(add),
  'a.deleted_at IS NULL',
  visibleTo(scope.audience, 'a'),
  ...filterConditions(filter, scope, add),
  ...(inbox === null ? [] : filterConditions(filterOfInbox(inbox, scope.userId), scope, add)),
];

/**
 * Reads one page of a work list.
 *
 * @throws the errors of `readSizedRows`
 */
export function readWorkList(
  ctx: Context<'pool'>,
  list: WorkList,
  { limit, after, before, fromEnd = false }: WorkListPage,
): Promise<PageRows<Annotation>> {
  const values: unknown[] = [];
  const add = addValueTo(values);
  const { audience } = list.scope;
  const conditions = [
    ...workListConditions(list, add),
    ...(after ? [beyond(after, { audience, isBefore: false }, add)] : []),
    ...(before ? [beyond(before, { audience, isBefore: true }, add)] : []),
  ];
  const order = orderClause(list.order, audience, fromEnd);
  return readSizedRows<Annotation>(
    ctx,
    {
      columns: ANNOTATION_COLUMNS,
      source: sourceOf(list.order, conditions, `${order} LIMIT ${add(limit + 1)}`),
      order,
      values,
      ...LARGE_COLUMNS,
    },
    { limit, fromEnd },
  );
}

/**
 * Statement that selects the rows of a page. For the order by priority it reads the first rows of
 * each priority, which are in the order of an index.
 */
function sourceOf(order: AnnotationOrder, conditions: string[], orderAndLimit: string): string {
  const select = (also: string[]) =>
    `SELECT a.* FROM annotations a WHERE ${[...conditions, ...also].join(' AND ')} ${orderAndLimit}`;
  if (order !== 'priority') return select([]);
  return `SELECT a.* FROM unnest(enum_range(NULL::"Priority")) AS level
    CROSS JOIN LATERAL (${select(['a.priority = level'])}) AS a ${orderAndLimit}`;
}
