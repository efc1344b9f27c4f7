import { expect, test } from 'vitest';
import { STORE_PARAMETER_COUNT, storeCtes } from './batch-columns.ts';

test('the statement has one parameter per value', () => {
  const numbers = [...storeCtes().matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  expect(Math.max(...numbers)).toBe(STORE_PARAMETER_COUNT);
});
