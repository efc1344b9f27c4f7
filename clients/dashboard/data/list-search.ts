import type {
  AnchorState,
  AnnotationFilter,
  AnnotationOrder,
  AnnotationPriority,
  AnnotationSource,
  AnnotationStatus,
} from '../graphql-types.generated.ts';

const STATUSES = ['open', 'in_progress', 'resolved'] as const satisfies readonly AnnotationStatus[];
export const ORDERS = ['newest', 'oldest', 'recently_updated', 'priority', 'due'] as const;
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const satisfies readonly AnnotationPriority[];
export const ANCHORS = ['bound', 'moved', 'rebound', 'orphaned'] as const satisfies readonly AnchorState[];
export const SOURCES = ['overlay', 'api', 'import'] as const satisfies readonly AnnotationSource[];
export const DUES = ['overdue', 'week'] as const;
const UNRESOLVED: AnnotationStatus[] = ['open', 'in_progress'];
/** Milliseconds. */
const DAY = 86_400_000;

/**
 * State of a list of comments in the address. Members with several values have them separated by
 * commas, which neither ids nor names of values contain.
 */
export interface ListSearch {
  /** Statuses, or `any`. Default: open and in progress. */
  status?: string;
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
  /** Ids of environments in which the element has the accepted look, or has not. */
  fixedIn?: string;
  notFixedIn?: string;
  anchor?: string;
  source?: (typeof SOURCES)[number];
  /** `overdue`, `week`, or a day before which comments are due, as `yyyy-mm-dd`. */
  due?: string;
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
  'fixedIn',
  'notFixedIn',
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
};

const isDue = (value: string): boolean =>
  DUES.some((known) => known === value) || (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)));

/** Reads the state of the list from the search parameters; drops unknown values. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const textOf = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const chosen = textOf('status').split(',');
  const status = chosen[0] === 'any' ? 'any' : STATUSES.filter((known) => chosen.includes(known)).join(',');
  const order = ORDERS.find((known) => known === search.order);
  const q = textOf('q');
  const filters = FILTER_NAMES.flatMap((name) => {
    const known = KNOWN[name];
    const values = SINGLE.includes(name) ? [textOf(name)] : textOf(name).split(',');
    const valid = values
      .filter((value) => value !== '' && (name === 'due' ? isDue(value) : (known?.includes(value) ?? true)))
      .slice(0, 100);
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
  const isNew = name === 'fixedIn' && next.length > 0 && search.status === undefined;
  // A fixed comment is usually resolved, which the default filter hides.
  return { ...search, [name]: next.length > 0 ? next.join(',') : undefined, ...(isNew && { status: 'any' }) };
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
  const statuses = statusesOf(status);
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
  const fixedIn = list('fixedIn');
  const notFixedIn = list('notFixedIn');
  return {
    ...(statuses && { statuses }),
    ...(q && { text: q }),
    ...(search.priority && { priorities: list('priority') as AnnotationPriority[] }),
    ...(search.anchor && { anchorStates: list('anchor') as AnchorState[] }),
    ...(labelIds && { labelIds }),
    ...(environmentIds && { environmentIds }),
    ...(fixedIn && { fixedIn }),
    ...(notFixedIn && { notFixedIn }),
    ...(assignees && assignees.length > 0 && { assigneeIds: assignees }),
    ...(isUnassigned && { unassigned: true }),
    ...(page && { pages: [page] }),
    ...(source && { source }),
    ...(due && { dueBefore: due === 'overdue' || due === 'week' ? dayAfter(DAYS[due]) : due }),
  };
}

/** Statuses of the filter; undefined for all. */
const statusesOf = (status: string | undefined): AnnotationStatus[] | undefined => {
  if (status === undefined) return UNRESOLVED;
  return status === 'any' ? undefined : STATUSES.filter((known) => status.split(',').includes(known));
};

/**
 * Address of a saved filter. A due date that was overdue or within a week when it was saved is
 * relative again; another one is a day.
 *
 * @param me user id of the reader
 * @param savedAt time of saving, milliseconds since 1970
 */
export function searchOf(
  filter: AnnotationFilter,
  orderBy: AnnotationOrder,
  me: string,
  savedAt: number = Date.now(),
): ListSearch {
  const { statuses, assigneeIds, unassigned } = filter;
  const isUnresolved = statuses?.length === 2 && UNRESOLVED.every((status) => statuses.includes(status));
  const isAny = !statuses || STATUSES.every((status) => statuses.includes(status));
  const assignees = [
    ...(assigneeIds ?? []).map((id) => (id === me ? 'me' : String(id))),
    ...(unassigned ? ['none'] : []),
  ];
  return listSearch({
    status: isUnresolved ? undefined : isAny ? 'any' : statuses.join(','),
    q: filter.text,
    priority: filter.priorities?.join(','),
    label: filter.labelIds?.join(','),
    assignee: assignees.join(','),
    page: filter.pages?.[0],
    environment: filter.environmentIds?.join(','),
    fixedIn: filter.fixedIn?.join(','),
    notFixedIn: filter.notFixedIn?.join(','),
    anchor: filter.anchorStates?.join(','),
    source: filter.source,
    due: filter.dueBefore ? dueOf(String(filter.dueBefore), savedAt) : undefined,
    order: orderBy === 'newest' ? undefined : orderBy,
  });
}

/** Days from today to the day before which comments of the filter are due. */
const DAYS = { overdue: 0, week: 8 };

/** The filter that was the day when it was saved, in whatever time zone; else the day. */
function dueOf(day: string, savedAt: number): string {
  const days = (Date.parse(day) - savedAt) / DAY;
  return DUES.find((due) => days > DAYS[due] - 2 && days < DAYS[due] + 1) ?? day;
}

/** The day that many days after today, in the time zone of the browser, as `yyyy-mm-dd`. */
function dayAfter(days: number): string {
  const date = new Date(Date.now() + days * DAY);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
