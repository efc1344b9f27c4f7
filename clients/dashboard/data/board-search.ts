import { type ListSearch, listSearch } from './list-search.ts';

export const GROUPINGS = ['status', 'assignee', 'priority'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** State of a board in the address: the filter of the list, and what its columns stand for. */
export interface BoardSearch extends ListSearch {
  /** Default: status. */
  by?: Grouping;
}

/** Reads the state of the board from the search parameters; drops unknown values. */
export function boardSearch(search: Record<string, unknown>): BoardSearch {
  const by = GROUPINGS.find((known) => known === search.by);
  return { ...listSearch(search), ...(by && { by }) };
}
