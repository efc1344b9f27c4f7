import { expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

const full = () => new Error('full');

test('limits each owner and the total', () => {
  const budget = createByteBudget(25, full);
  const open = (name: string) => budget.open({ name, max: 10 });
  const [first, second] = [open('a'), open('a')];
  first.reserve(4);
  second.reserve(6);
  expect(() => second.reserve(1)).toThrow('full');
  const others = [open('b'), open('c')];
  others[0]?.reserve(10);
  expect(() => others[1]?.reserve(6)).toThrow('full');
  others[1]?.reserve(5);
  first.release();
  first.release();
  second.reserve(4);
  expect(() => second.reserve(1)).toThrow('full');
});

test('charges a reservation to each of its owners', () => {
  const budget = createByteBudget(100, full);
  const network = { name: 'network', max: 15 };
  const [first, second] = ['a', 'b'].map((name) => budget.open({ name, max: 10 }, network));
  first?.reserve(10);
  expect(() => first?.reserve(1)).toThrow('full');
  expect(() => second?.reserve(6)).toThrow('full');
  second?.reserve(5);
  first?.release();
  second?.reserve(5);
  expect(() => second?.reserve(1)).toThrow('full');
});
