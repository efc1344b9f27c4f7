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
  const free = rows.map(({ entries }) => entries.map(() => 1));
  const elements = numbered(rows, (_, { index }) => index);
  const places = rows.map(({ target }, row) => target.steps.join('/') || `#${row}`);
  const claimants = numbered(rows, (row, { index }) => `${index} ${places[row]}`);
  for (let round = 0; round < (rows.length > 1 ? ROUNDS : 0); round++) {
    yield;
    const claims = claimsOf(odds, free);
    const all = sumsOf(claims, elements);
    const own = sumsOf(claims, claimants);
    free.forEach((line, row) => {
      for (let k = 0; k < line.length; k++) {
        const [wanted, mine] = [elements.of[row]?.[k] ?? 0, claimants.of[row]?.[k] ?? 0];
        const others = Math.max(0, (all[wanted] ?? 0) - (own[mine] ?? 0));
        line[k] = ((line[k] ?? 1) + Math.max(LEAST_FREE, 1 / (1 + others))) / 2;
      }
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

/** Each entry's number among things that entries have in common, and how many things there are. */
interface Numbered {
  readonly of: readonly (readonly number[])[];
  readonly count: number;
}

function numbered(rows: readonly Row[], thing: (row: number, entry: Row['entries'][number]) => unknown): Numbered {
  const numbers = new Map<unknown, number>();
  const numberOf = (key: unknown) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const of = rows.map(({ entries }, row) => entries.map((entry) => numberOf(thing(row, entry))));
  return { of, count: numbers.size };
}

/** What is claimed of each thing. */
function sumsOf(claims: readonly number[][], { of, count }: Numbered): Float64Array {
  const sums = new Float64Array(count);
  claims.forEach((line, row) => {
    line.forEach((claim, k) => {
      const number = of[row]?.[k] ?? 0;
      sums[number] = (sums[number] ?? 0) + claim;
    });
  });
  return sums;
}

/** How strongly each row wants each entry, against its own other choices. */
function claimsOf(odds: readonly number[][], free: readonly number[][]): number[][] {
  return odds.map((line, row) => {
    const weighted = line.map((value, k) => value * (free[row]?.[k] ?? 1));
    const total = 1 + weighted.reduce((sum, value) => sum + value, 0);
    return line.map((value, k) => value / Math.max(1e-12, total - (weighted[k] ?? 0)));
  });
}
