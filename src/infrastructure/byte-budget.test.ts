import { expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

const full = () => new Error('full');

test('holders have their own part, and all together no more than the whole', () => {
  const budget = createByteBudget({ total: 25, each: 10 }, full);
  const [first, second] = [budget.open('a'), budget.open('a')];
  first.take(4);
  second.take(6);
  expect(() => second.take(1)).toThrow('full');
  const others = [budget.open('b'), budget.open('c')];
  others[0]?.take(10);
  expect(() => others[1]?.take(6)).toThrow('full');
  others[1]?.take(5);
  first.end();
  first.end();
  second.take(4);
  expect(() => second.take(1)).toThrow('full');
});
