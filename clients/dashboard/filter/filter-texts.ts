import type { FilterName } from '../data/list-search.ts';

/** Names of the filters. */
export const FILTER_TEXTS = {
  priority: 'priority',
  label: 'labels',
  assignee: 'assignee',
  page: 'page',
  environment: 'environment',
  fixedIn: 'fixedIn',
  notFixedIn: 'notFixedIn',
  anchor: 'element',
  source: 'origin',
  due: 'dueOn',
} as const satisfies Record<FilterName, string>;
