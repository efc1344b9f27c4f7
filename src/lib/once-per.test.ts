import { expect, test } from 'vitest';
import { oncePer } from './once-per.ts';

test('computes once per object, also an undefined value', () => {
  let count = 0;
  const compute = oncePer((key: { name?: string }) => {
    count += 1;
    return key.name;
  });
  const [named, unnamed] = [{ name: 'Ada' }, {}];
  expect([compute(named), compute(unnamed), compute(named), compute(unnamed)]).toEqual([
    'Ada',
    undefined,
    'Ada',
    undefined,
  ]);
  expect(count).toBe(2);
});
