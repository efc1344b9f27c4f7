/** Number of cases by outcome. */
export interface Tally {
  readonly cases: number;
  /** Cases bound to the right element. */
  readonly right: number;
  /** Cases bound to another element. */
  readonly wrong: number;
  readonly moved: number;
  readonly orphaned: number;
  /** Cases bound to any element after the right one was deleted. */
  readonly wrongWhenDeleted: number;
  /** Cases whose first choice is right, in any state. */
  readonly rank1: number;
}

/** Empty tally. */
export const EMPTY_TALLY: Tally = {
  cases: 0,
  right: 0,
  wrong: 0,
  moved: 0,
  orphaned: 0,
  wrongWhenDeleted: 0,
  rank1: 0,
};

/** Adds two tallies. */
export function add(a: Tally, b: Tally): Tally {
  return Object.fromEntries(Object.entries(a).map(([name, count]) => [name, count + b[name as keyof Tally]])) as never;
}

/** Adds the share of right first choices, 0–1, for printing. */
export function reportOf(tally: Tally): Tally & { readonly rank1Accuracy: number } {
  const { cases, rank1 } = tally;
  return { ...tally, rank1Accuracy: cases > 0 ? Math.round((10_000 * rank1) / cases) / 10_000 : 0 };
}
