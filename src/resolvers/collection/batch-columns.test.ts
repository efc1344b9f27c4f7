import { expect, test } from 'vitest';
import { STORE_PARAMETERS, storeParts } from '../addons/collection/batch-columns.ts';

test('the statement has as many parameters as there are values for it', () => {
  const numbers = [...storeParts().matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  expect(Math.max(...numbers)).toBe(STORE_PARAMETERS);
});
