const STATUSES = ['open', 'in_progress', 'resolved', 'any'] as const;

/** Default: open and in progress. */
export type StatusFilter = (typeof STATUSES)[number];

/** State of a list of comments in the address. */
export interface ListSearch {
  status?: StatusFilter;
  /** Text or number that comments contain. */
  q?: string;
}

/** Reads the state of the list from the search parameters; drops unknown values. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const status = STATUSES.find((known) => known === search.status);
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : '';
  return { ...(status && { status }), ...(q && { q }) };
}
