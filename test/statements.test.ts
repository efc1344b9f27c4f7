import { expect, it } from 'vitest';
import { countStatements } from './support/statement-counts.ts';

/** Statements that are not converted yet. Lower these numbers with each conversion. */
const AT_MOST = { assertedRows: 70, longPositional: 15 };

it('asserts no more row types by hand, and has no more long lists of numbered parameters', () => {
  const { assertedRows, longPositional } = countStatements();
  const advice = 'declare the statement with `statement` of src/infrastructure/database/statement.ts';
  expect(assertedRows, advice).toBeLessThanOrEqual(AT_MOST.assertedRows);
  expect(longPositional, advice).toBeLessThanOrEqual(AT_MOST.longPositional);
});
