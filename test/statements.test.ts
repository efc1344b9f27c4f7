import { expect, it } from 'vitest';
import { countStatements } from './support/statement-counts.ts';

it('asserts no row types by hand, and has no long lists of numbered parameters', () => {
  const { assertedRows, longPositional } = countStatements();
  const advice = 'declare the statement with `statement` of src/infrastructure/database/statement.ts';
  expect(assertedRows, advice).toBe(0);
  expect(longPositional, advice).toBe(0);
});
