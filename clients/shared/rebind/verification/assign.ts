import type { Row } from '../ranking/rank.ts';
import { weigh } from '../weights/model.ts';

/**
 * Says for each row how likely each of its entries is the wanted element, given that one element cannot be two: belief
 * propagation over "this row takes this candidate", with "this row takes none" in every row. Rows that were at the same
 * place of the page may share: two comments on one element.
 *
 * @param nothing score of "none", as a share of the row's self-score.
 * @returns for each row the probabilities of its entries, in their order; what is missing to 1 is "none".
 */
export function* assignSteps(rows: readonly Row[], nothing: number): Generator<void, number[][]> {
  const [places, elements, claimants] = [
    new Map<string, number>(),
    new Map<number, number>(),
    new Map<number, number>(),
  ];
  const lines: Line[] = [];
  for (const { entries, self, target } of rows) {
    yield;
    const place = numberIn(places, target.steps.join('/') || `#${lines.length}`);
    lines.push({
      odds: entries.map(({ score }) => Math.exp(Math.min(30, score - nothing * self))),
      free: entries.map(() => 1),
      elements: entries.map(({ index }) => numberIn(elements, index)),
      claimants: entries.map(({ index }) => numberIn(claimants, index * rows.length + place)),
    });
  }
  const [claims, own] = [new Float64Array(elements.size), new Float64Array(claimants.size)];
  for (let round = 0; round < (rows.length > 1 ? ROUNDS : 0); round++) {
    yield;
    claims.fill(0);
    own.fill(0);
    for (const line of lines) addClaims(line, claims, own);
    for (const line of lines) leaveFree(line, claims, own);
  }
  return lines.map(({ odds, free }) => {
    const all = 1 + weigh(odds, free);
    return odds.map((value, k) => (value * (free[k] as number)) / all);
  });
}

const ROUNDS = 12;
/** Comments on one element that were written before and after a change of the page: both are right. */
const LEAST_FREE = 0.02;

/** A row's entries; each list is in their order. */
interface Line {
  readonly odds: readonly number[];
  /** How much of it the other rows leave. */
  readonly free: number[];
  /** Which element it is. */
  readonly elements: readonly number[];
  /** Which element it is, and from which place of the page it is wanted. */
  readonly claimants: readonly number[];
}

/** The thing's number among those that came before it. */
function numberIn<T>(numbers: Map<T, number>, thing: T): number {
  const number = numbers.get(thing) ?? numbers.size;
  numbers.set(thing, number);
  return number;
}

/** Adds how strongly the row wants each entry, against its own other choices. */
function addClaims({ odds, free, elements, claimants }: Line, claims: Float64Array, own: Float64Array): void {
  const all = 1 + weigh(odds, free);
  odds.forEach((value, k) => {
    const claim = value / Math.max(1e-12, all - value * (free[k] as number));
    (claims[elements[k] as number] as number) += claim;
    (own[claimants[k] as number] as number) += claim;
  });
}

/** Says what others leave of each entry, halfway from what was said before. */
function leaveFree({ free, elements, claimants }: Line, claims: Float64Array, own: Float64Array): void {
  free.forEach((value, k) => {
    const others = Math.max(0, (claims[elements[k] as number] as number) - (own[claimants[k] as number] as number));
    free[k] = (value + Math.max(LEAST_FREE, 1 / (1 + others))) / 2;
  });
}
