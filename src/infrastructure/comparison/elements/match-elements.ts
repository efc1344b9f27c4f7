import { matchRows, type Run } from '../pixels/match-rows.ts';

/** Pairs of elements that are examined between two matches: bounds the time for crafted pages. */
const MAX_PAIRS = 250_000;

/**
 * Matches two lists of elements, given as numbers that are equal for equal elements. Elements that
 * occur once come first, then repeated ones, such as the cells of a table, between them.
 */
export function matchElements(a: readonly number[], b: readonly number[]): Run[] {
  const result: Run[] = [];
  let [aTop, bTop] = [0, 0];
  for (const run of [...matchRows(a, b), { a: a.length, b: b.length, rows: 0 }]) {
    for (const [one, other] of longestCommon(a.slice(aTop, run.a), b.slice(bTop, run.b)))
      result.push({ a: aTop + one, b: bTop + other, rows: 1 });
    if (run.rows > 0) result.push(run);
    [aTop, bTop] = [run.a + run.rows, run.b + run.rows];
  }
  return result;
}

/** Returns the indexes of a longest common subsequence. */
function longestCommon(a: readonly number[], b: readonly number[]): [number, number][] {
  if (a.length * b.length > MAX_PAIRS) return [];
  const width = b.length + 1;
  /** Length of the longest common subsequence of the rest of both lists. */
  const lengths = new Uint32Array((a.length + 1) * width);
  const lengthAt = (one: number, other: number) => lengths[one * width + other] ?? 0;
  for (let one = a.length - 1; one >= 0; one--)
    for (let other = b.length - 1; other >= 0; other--)
      lengths[one * width + other] =
        a[one] === b[other]
          ? lengthAt(one + 1, other + 1) + 1
          : Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1));
  const pairs: [number, number][] = [];
  for (let [one, other] = [0, 0]; lengthAt(one, other) > 0; ) {
    if (a[one] === b[other]) pairs.push([one++, other++]);
    else if (lengthAt(one + 1, other) >= lengthAt(one, other + 1)) one++;
    else other++;
  }
  return pairs;
}
