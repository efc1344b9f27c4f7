import type { Row } from '../ranking/rank.ts';
import { weigh } from '../weights/model.ts';

/**
 * Computes the probability that each entry of each row is the target, given that one element cannot
 * match two rows: belief propagation over "this row is matched to this candidate", with
 * "matched to none" in every row. Rows with the same stored path may share an element, as two
 * comments on one element do.
 *
 * @param nothing score of "none", as a share of the row's self-score
 * @returns probabilities of the entries of each row, in their order; the rest to 1 is "none"
 */
export function* assignSteps(rows: readonly Row[], nothing: number): Generator<void, number[][]> {
  const [paths, elements, pathClaims] = [
    new Map<string, number>(),
    new Map<number, number>(),
    new Map<number, number>(),
  ];
  const claimRows: ClaimRow[] = [];
  for (const { entries, self, target } of rows) {
    yield;
    const path = numberOf(paths, target.steps.join('/') || `#${claimRows.length}`);
    claimRows.push({
      odds: entries.map(({ score }) => Math.exp(Math.min(30, score - nothing * self))),
      free: entries.map(() => 1),
      elements: entries.map(({ index }) => numberOf(elements, index)),
      pathClaims: entries.map(({ index }) => numberOf(pathClaims, index * rows.length + path)),
    });
  }
  const [claims, own] = [new Float64Array(elements.size), new Float64Array(pathClaims.size)];
  for (let round = 0; round < (rows.length > 1 ? ROUNDS : 0); round++) {
    yield;
    claims.fill(0);
    own.fill(0);
    for (const claimRow of claimRows) addClaims(claimRow, claims, own);
    for (const claimRow of claimRows) updateFree(claimRow, claims, own);
  }
  return claimRows.map(({ odds, free }) => {
    const total = 1 + weigh(odds, free);
    return odds.map((value, k) => (value * (free[k] as number)) / total);
  });
}

const ROUNDS = 12;
/**
 * Least share that other rows leave of an entry: two comments on one element, from before and after
 * a change of the page, are both right.
 */
const MIN_FREE = 0.02;

/** Entries of a row; each list is in their order. */
interface ClaimRow {
  readonly odds: readonly number[];
  /** Share of the entry that the other rows leave. */
  readonly free: number[];
  /** Number of the element. */
  readonly elements: readonly number[];
  /** Number of the pair of element and stored path. */
  readonly pathClaims: readonly number[];
}

/** Numbers the keys in order of first use. */
function numberOf<T>(numbers: Map<T, number>, key: T): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

/** Adds the row's claim on each entry, relative to the other choices of the row. */
function addClaims({ odds, free, elements, pathClaims }: ClaimRow, claims: Float64Array, own: Float64Array): void {
  const total = 1 + weigh(odds, free);
  odds.forEach((value, k) => {
    const claim = value / Math.max(1e-12, total - value * (free[k] as number));
    (claims[elements[k] as number] as number) += claim;
    (own[pathClaims[k] as number] as number) += claim;
  });
}

/** Moves the free share of each entry halfway to what the claims of other rows leave. */
function updateFree({ free, elements, pathClaims }: ClaimRow, claims: Float64Array, own: Float64Array): void {
  free.forEach((value, k) => {
    const others = Math.max(0, (claims[elements[k] as number] as number) - (own[pathClaims[k] as number] as number));
    free[k] = (value + Math.max(MIN_FREE, 1 / (1 + others))) / 2;
  });
}
