/** Views of two pictures: both, one over the other, one alone, or the diff image. */
export const MODES = ['side', 'swipe', 'onion', 'difference', 'before', 'after'] as const;
export type Mode = (typeof MODES)[number];

/** State of a comparison in the address. */
export interface ComparisonSearch {
  /** Default: side. */
  mode?: Mode;
  /** Number of the selected change, from 1. */
  change?: number;
}

/** Reads the state of a comparison from the search parameters; drops invalid values. */
export function comparisonSearch(search: Record<string, unknown>): ComparisonSearch {
  const mode = MODES.find((known) => known === search.mode && known !== 'side');
  const { change } = search;
  const isNumber = Number.isInteger(change) && Number(change) >= 1;
  return { ...(mode && { mode }), ...(isNumber && { change: Number(change) }) };
}

/** Ids of the two snapshots to compare; empty if the address has none. */
export function pairSearch(search: Record<string, unknown>): { before: string; after: string } {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return { before: textOf(search.before), after: textOf(search.after) };
}
