/** How many cases ended how. `moved` and `orphaned` are not bound; `rank1` counts right first choices, bound or not. */
export interface Tally {
  readonly cases: number;
  readonly right: number;
  readonly wrong: number;
  readonly moved: number;
  readonly orphaned: number;
  /** Cases that are bound to something after their answer was taken off the page. */
  readonly wrongWhenDeleted: number;
  readonly rank1: number;
}

/** Nothing counted yet. */
export const NONE: Tally = { cases: 0, right: 0, wrong: 0, moved: 0, orphaned: 0, wrongWhenDeleted: 0, rank1: 0 };

/** Both together. */
export function add(a: Tally, b: Tally): Tally {
  return Object.fromEntries(Object.entries(a).map(([name, count]) => [name, count + b[name as keyof Tally]])) as never;
}

/** A tally as it is printed: with the share of first choices that are right, 0–1. */
export function reportOf(tally: Tally): Tally & { readonly rank1Accuracy: number } {
  const { cases, rank1 } = tally;
  return { ...tally, rank1Accuracy: cases > 0 ? Math.round((10_000 * rank1) / cases) / 10_000 : 0 };
}
