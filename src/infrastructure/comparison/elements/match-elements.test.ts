import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchElements } from './match-elements.ts';

/** Lists the index pairs of all matches. */
const pairs = (a: readonly number[], b: readonly number[]) =>
  matchElements(a, b).flatMap((run) => Array.from({ length: run.rows }, (_, row) => [run.a + row, run.b + row]));

test('equal elements between a removed and an inserted one are matched', () => {
  const [first, second, cell] = [1, 2, 3];
  expect(pairs([first, cell, cell], [cell, cell, second])).toEqual([
    [1, 0],
    [2, 1],
  ]);
});

test('matches are equal and in order, and leave nothing equal between them', () => {
  const values = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 });
  fc.assert(
    fc.property(values, values, (a, b) => {
      let [oneTop, otherTop] = [0, 0];
      for (const [one = 0, other = 0] of [...pairs(a, b), [a.length, b.length]]) {
        expect([one >= oneTop, other >= otherTop, a[one]]).toEqual([true, true, b[other]]);
        expect(a.slice(oneTop, one).filter((value) => b.slice(otherTop, other).includes(value))).toEqual([]);
        [oneTop, otherTop] = [one + 1, other + 1];
      }
    }),
  );
});

test('thousands of equal elements between two changes are not examined, which bounds the time', () => {
  const repeated = (count: number) => Array.from({ length: count }, (_, index) => index % 7);
  expect(matchElements([...repeated(5000), 8], [9, ...repeated(5001)])).toEqual([]);
});
