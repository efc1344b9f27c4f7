import { expect, test } from 'vitest';
import { operationOf } from '../../src/schema/operation.ts';
import {
  ADMINISTRATION,
  needsToken,
  OPERATIONS,
  PERSONAL,
  PUBLIC,
  ROUTED,
  requiredAction,
} from './support/operations.ts';
import { SAMPLES } from './support/samples.ts';
import { ACTIONS } from './support/with-policies.ts';

// The other tests of this folder are generated from the schema and from the tables checked here.

const names = OPERATIONS.map(({ name }) => name);

test('every operation has sample arguments', () => {
  expect(names.filter((name) => !(name in SAMPLES))).toEqual([]);
});

test('every public operation exists, and every route without a token has a reason', () => {
  expect(Object.keys(PUBLIC).filter((name) => !names.includes(name))).toEqual([]);
  const routesWithoutToken = ROUTED.filter(({ rest: { route } }) => (route.auth ?? 'bearer') !== 'bearer');
  expect(routesWithoutToken.filter(needsToken).map(({ name }) => name)).toEqual([]);
});

test('every operation declares an action or has a reason for none', () => {
  const unguarded = OPERATIONS.filter((operation) => !requiredAction(operation));
  const reasons = [PUBLIC, PERSONAL, ADMINISTRATION].flatMap(Object.keys);
  expect(unguarded.map(({ name }) => name).sort()).toEqual(reasons.sort());
});

test('every action is required by an operation', () => {
  const stated = OPERATIONS.flatMap(({ field }) => [operationOf(field)?.needs, operationOf(field)?.needsAlso?.right]);
  expect(ACTIONS.filter((right) => !stated.includes(right))).toEqual([]);
});
