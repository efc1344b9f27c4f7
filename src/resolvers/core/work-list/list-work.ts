import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { Annotation, AnnotationOrder } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import type { PageRows } from '../../platform/pagination/cursor-page.ts';
import { readSizedRows, sizedFragments, sizedSource } from '../../platform/pagination/sized-page.ts';
import { fragmentOf, sampleValue } from '../../platform/sql/fragment.ts';
import { ANNOTATION_COLUMNS, annotationColumns, DETAILS, type Detail } from '../annotations/columns.ts';
import { LARGE_COLUMNS } from '../annotations/list-annotations.ts';
import { type AnnotationFilter, annotationFilterInput } from './annotation-filter.ts';
import { beyond, type OrderPosition, orderClause } from './annotation-order.ts';
import { filterConditions } from './filter-conditions.ts';
import type { Inbox } from './inbox.ts';
import { SAMPLE_LIST, type WorkList } from './list-conditions.ts';
import { pageStatement } from './page-statement.ts';
import type { WorkListScope } from './work-list-scope.ts';

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
    throw badField('orderBy', 'rank orders the annotations of one project; name one in filter.projectIds');
  }
  filterConditions(list.filter, scope, sampleValue);
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

const SAMPLE_ORDER = orderClause(SAMPLE_LIST.order, 'members', false);

const SAMPLE_PAGE = pageStatement(SAMPLE_LIST, { bounds: [], order: SAMPLE_ORDER, rows: '1' }, sampleValue);

const PAGE = statement(
  'list-work/page',
  sizedSource({
    columns: ANNOTATION_COLUMNS,
    source: `SELECT * FROM annotations WHERE id IN (SELECT id FROM (${SAMPLE_PAGE}) AS found)`,
    order: SAMPLE_ORDER,
    ...LARGE_COLUMNS,
  }),
);

/**
 * Reads one page of a work list.
 *
 * @param without details that nobody reads: the rows lack them
 * @throws the errors of `readSizedRows`
 */
export function readWorkList(
  ctx: Context<'pool'>,
  list: WorkList,
  { limit, after, before, fromEnd = false }: WorkListPage,
  without: readonly Detail[] = [],
): Promise<PageRows<Annotation>> {
  const { audience } = list.scope;
  const omitted: string[] = without.map((detail) => DETAILS[detail]);
  const order = orderClause(list.order, audience, fromEnd);
  const source = fragmentOf((add) => {
    const bounds = [
      ...(after ? [beyond(after, { audience, isBefore: false }, add)] : []),
      ...(before ? [beyond(before, { audience, isBefore: true }, add)] : []),
    ];
    return pageStatement(list, { bounds, order, rows: `${add(limit + 1)}::int` }, add);
  });
  const page = PAGE.with(
    sizedFragments({
      columns: annotationColumns(without),
      source,
      order,
      texts: LARGE_COLUMNS.texts,
      jsons: LARGE_COLUMNS.jsons.filter((name) => !omitted.includes(name)),
    }),
  );
  return readSizedRows(ctx, page, { limit, fromEnd });
}
