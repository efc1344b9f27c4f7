import type {
  AnchorState,
  AnnotationFilter,
  AnnotationOrder,
  AnnotationPriority,
  AnnotationSource,
  AnnotationStatus,
} from './annotations.generated.ts';

const STATUSES = ['open', 'in_progress', 'resolved', 'any'] as const;
export const ORDERS = ['newest', 'oldest', 'recently_updated', 'priority', 'due'] as const;
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const satisfies readonly AnnotationPriority[];
export const ANCHORS = ['bound', 'moved', 'rebound', 'orphaned'] as const satisfies readonly AnchorState[];
export const SOURCES = ['overlay', 'api', 'import'] as const satisfies readonly AnnotationSource[];
export const DUES = ['overdue', 'week'] as const;
const UNRESOLVED: AnnotationStatus[] = ['open', 'in_progress'];
/** Milliseconds. */
const DAY = 86_400_000;

/** Default: open and in progress. */
export type StatusFilter = (typeof STATUSES)[number];

/**
 * State of a list of comments in the address. Members with several values have them separated by
 * commas, which neither ids nor names of values contain.
 */
export interface ListSearch {
  status?: StatusFilter;
  /** Text or number that comments contain. */
  q?: string;
  priority?: string;
  /** Ids. */
  label?: string;
  /** User ids; `me` for the reader, `none` for unassigned comments. */
  assignee?: string;
  /** Address of one page. */
  page?: string;
  /** Ids. */
  environment?: string;
  anchor?: string;
  source?: (typeof SOURCES)[number];
  due?: (typeof DUES)[number];
  /** Default: newest. */
  order?: (typeof ORDERS)[number];
}

/** Filters that the menu offers and that chips show. */
export const FILTER_NAMES = [
  'priority',
  'label',
  'assignee',
  'page',
  'environment',
  'anchor',
  'source',
  'due',
] as const satisfies readonly (keyof ListSearch)[];
export type FilterName = (typeof FILTER_NAMES)[number];

/** Filters that have at most one value. */
const SINGLE: readonly FilterName[] = ['page', 'source', 'due'];

/** Values that a filter has, if only certain ones exist. */
const KNOWN: Partial<Record<FilterName, readonly string[]>> = {
  priority: PRIORITIES,
  anchor: ANCHORS,
  source: SOURCES,
  due: DUES,
};

/** Reads the state of the list from the search parameters; drops unknown values. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const textOf = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const status = STATUSES.find((known) => known === search.status);
  const order = ORDERS.find((known) => known === search.order);
  const q = textOf('q');
  const filters = FILTER_NAMES.flatMap((name) => {
    const known = KNOWN[name];
    const values = SINGLE.includes(name) ? [textOf(name)] : textOf(name).split(',');
    const valid = values.filter((value) => value !== '' && (known?.includes(value) ?? true)).slice(0, 100);
    return valid.length > 0 ? [[name, valid.join(',')]] : [];
  });
  return { ...(status && { status }), ...(q && { q }), ...Object.fromEntries(filters), ...(order && { order }) };
}

export const valuesOf = (search: ListSearch, name: FilterName): string[] => {
  const value = search[name];
  if (!value) return [];
  return SINGLE.includes(name) ? [value] : value.split(',');
};

/** The search with a value of a filter added, or removed if it was there. */
export function toggled(search: ListSearch, name: FilterName, value: string): ListSearch {
  const present = valuesOf(search, name);
  const others = SINGLE.includes(name) ? [] : present.filter((other) => other !== value);
  const next = present.includes(value) ? others : [...others, value];
  return { ...search, [name]: next.length > 0 ? next.join(',') : undefined };
}

/** The search without the named filters; without a name, without all of them. */
export function without(search: ListSearch, name?: FilterName): ListSearch {
  if (name) return { ...search, [name]: undefined };
  return { ...(search.order && { order: search.order }) };
}

/** Whether the search leaves anything out, beside resolved comments. */
export const isFiltered = (search: ListSearch): boolean =>
  search.status !== undefined || search.q !== undefined || FILTER_NAMES.some((name) => search[name] !== undefined);

/**
 * Filter of the list as the service reads it.
 *
 * @param me user id of the reader
 */
export function filterOf(search: ListSearch, me: string): AnnotationFilter {
  const { status, q, page, source, due } = search;
  const statuses = status === undefined ? UNRESOLVED : status === 'any' ? undefined : [status];
  const list = (name: FilterName) => {
    const values = valuesOf(search, name);
    return values.length > 0 ? values : undefined;
  };
  const assignees = list('assignee')
    ?.filter((value) => value !== 'none')
    .map((value) => (value === 'me' ? me : value));
  const isUnassigned = list('assignee')?.includes('none');
  const labelIds = list('label');
  const environmentIds = list('environment');
  return {
    ...(statuses && { statuses }),
    ...(q && { text: q }),
    ...(search.priority && { priorities: list('priority') as AnnotationPriority[] }),
    ...(search.anchor && { anchorStates: list('anchor') as AnchorState[] }),
    ...(labelIds && { labelIds }),
    ...(environmentIds && { environmentIds }),
    ...(assignees && assignees.length > 0 && { assigneeIds: assignees }),
    ...(isUnassigned && { unassigned: true }),
    ...(page && { pages: [page] }),
    ...(source && { source }),
    ...(due && { dueBefore: dayAfter(due === 'overdue' ? 0 : 8) }),
  };
}

/**
 * Address of a saved filter. A due date is kept as overdue: it was relative when it was saved.
 *
 * @param me user id of the reader
 */
export function searchOf(filter: AnnotationFilter, orderBy: AnnotationOrder, me: string): ListSearch {
  const { statuses, assigneeIds, unassigned } = filter;
  const isUnresolved = statuses?.length === 2 && UNRESOLVED.every((status) => statuses.includes(status));
  const assignees = [
    ...(assigneeIds ?? []).map((id) => (id === me ? 'me' : String(id))),
    ...(unassigned ? ['none'] : []),
  ];
  return listSearch({
    status: isUnresolved ? undefined : (statuses?.[0] ?? 'any'),
    q: filter.text,
    priority: filter.priorities?.join(','),
    label: filter.labelIds?.join(','),
    assignee: assignees.join(','),
    page: filter.pages?.[0],
    environment: filter.environmentIds?.join(','),
    anchor: filter.anchorStates?.join(','),
    source: filter.source,
    due: filter.dueBefore ? 'overdue' : undefined,
    order: orderBy === 'newest' ? undefined : orderBy,
  });
}

/** The day that many days after today, in the time zone of the browser, as `yyyy-mm-dd`. */
function dayAfter(days: number): string {
  const date = new Date(Date.now() + days * DAY);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
