import { expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

const full = () => new Error('full');

test('holders have their own part, and all together no more than the whole', () => {
  const budget = createByteBudget(25, full);
  const open = (name: string) => budget.open({ name, max: 10 });
  const [first, second] = [open('a'), open('a')];
  first.take(4);
  second.take(6);
  expect(() => second.take(1)).toThrow('full');
  const others = [open('b'), open('c')];
  others[0]?.take(10);
  expect(() => others[1]?.take(6)).toThrow('full');
  others[1]?.take(5);
  first.end();
  first.end();
  second.take(4);
  expect(() => second.take(1)).toThrow('full');
});

test('a share counts for each of its holders', () => {
  const budget = createByteBudget(100, full);
  const network = { name: 'network', max: 15 };
  const [first, second] = ['a', 'b'].map((name) => budget.open({ name, max: 10 }, network));
  first?.take(10);
  expect(() => first?.take(1)).toThrow('full');
  expect(() => second?.take(6)).toThrow('full');
  second?.take(5);
  first?.end();
  second?.take(5);
  expect(() => second?.take(1)).toThrow('full');
});
