import { expect, test } from 'vitest';
import { byXPath } from './compare-structures.ts';

test('omits elements whose XPath has more than 2,048 characters', () => {
  const step = 'x'.repeat(99);
  const elements = Array.from({ length: 500 }, (_none, ref) => ({ ref, parent: ref - 1, tag: 'p', step }));
  const paths = [...byXPath({ elements: elements.toReversed() }).keys()];
  expect(paths.map(({ length }) => length).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_none, i) => 100 * (i + 1)),
  );
  const inEachOther = [
    { ref: 1, parent: 2, tag: 'p' },
    { ref: 2, parent: 1, tag: 'p' },
  ];
  for (const path of byXPath({ elements: inEachOther }).keys()) expect(path.length).toBeLessThanOrEqual(2_048);
});
