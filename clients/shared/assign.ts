import type { Row } from './rank.ts';

/**
 * Says for each row how likely each of its entries is the wanted element, given that one element cannot be two: belief
 * propagation over "this row takes this candidate", with "this row takes none" in every row. Rows that were at the same
 * place of the page may share: two comments on one element.
 *
 * @param nothing score of "none", as a share of the row's self-score.
 * @returns for each row the probabilities of its entries, in their order; what is missing to 1 is "none".
 */
export function* assignSteps(rows: readonly Row[], nothing: number): Generator<void, number[][]> {
  const odds = rows.map(({ entries, self }) =>
    entries.map(({ score }) => Math.exp(Math.min(30, score - nothing * self))),
  );
  const places = rows.map(({ target }) => target.steps.join('/'));
  const free = rows.map(({ entries }) => entries.map(() => 1));
  for (let round = 0; round < (rows.length > 1 ? ROUNDS : 0); round++) {
    yield;
    const claims = claimsOf(odds, free);
    const all = new Map<number, number>();
    const own = new Map<string, number>();
    const each = (work: (row: number, k: number, index: number, place: string) => void) =>
      rows.forEach(({ entries }, row) => {
        entries.forEach(({ index }, k) => {
          work(row, k, index, `${index} ${places[row] || `#${row}`}`);
        });
      });
    each((row, k, index, place) => {
      const claim = claims[row]?.[k] ?? 0;
      all.set(index, (all.get(index) ?? 0) + claim);
      own.set(place, (own.get(place) ?? 0) + claim);
    });
    each((row, k, index, place) => {
      const others = Math.max(0, (all.get(index) ?? 0) - (own.get(place) ?? 0));
      const line = free[row] ?? [];
      line[k] = ((line[k] ?? 1) + Math.max(LEAST_FREE, 1 / (1 + others))) / 2;
    });
  }
  return odds.map((line, row) => {
    const weighted = line.map((value, k) => value * (free[row]?.[k] ?? 1));
    const total = 1 + weighted.reduce((sum, value) => sum + value, 0);
    return weighted.map((value) => value / total);
  });
}

const ROUNDS = 12;
/** Comments on one element that were written before and after a change of the page: both are right. */
const LEAST_FREE = 0.02;

/** How strongly each row wants each entry, against its own other choices. */
function claimsOf(odds: readonly number[][], free: readonly number[][]): number[][] {
  return odds.map((line, row) => {
    const weighted = line.map((value, k) => value * (free[row]?.[k] ?? 1));
    const total = 1 + weighted.reduce((sum, value) => sum + value, 0);
    return line.map((value, k) => value / Math.max(1e-12, total - (weighted[k] ?? 0)));
  });
}
