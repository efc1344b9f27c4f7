import { expect, test } from 'vitest';
import { isEngineUnavailable } from './engine-errors.ts';

const ofDriver = (code: string) => Object.assign(new Error('failed'), { code, severity: 'ERROR' });
/** Shape of Prisma's error for a SQLSTATE. */
const ofPrisma = (originalCode: string) =>
  Object.assign(new Error('Raw query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: { name: 'DriverAdapterError', cause: { originalCode, kind: 'postgres' } } },
  });

test.each([
  ['08000', 'connection exception', true],
  ['08006', 'connection failure', true],
  ['25006', 'read-only transaction', true],
  ['53100', 'disk full', true],
  ['53200', 'out of memory', true],
  ['40P01', 'deadlock detected', true],
  ['53300', 'too many connections', true],
  ['57P01', 'admin shutdown', true],
  ['57P02', 'crash shutdown', true],
  ['57P03', 'cannot connect now', true],
  ['22P02', 'invalid text representation', false],
  ['23505', 'unique violation', false],
  ['25P02', 'failed transaction', false],
  ['40001', 'serialization failure', false],
  ['42601', 'syntax error', false],
  ['57014', 'query canceled', false],
  ['XX000', 'internal error', false],
])('%s, %s: unavailable %s', (code, _name, isUnavailable) => {
  expect([isEngineUnavailable(ofDriver(code)), isEngineUnavailable(ofPrisma(code))]).toEqual([
    isUnavailable,
    isUnavailable,
  ]);
});

test.each([
  [Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }), true],
  [new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })]), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Client has encountered a connection error and is not queryable'), true],
  [new Error('Client was closed and is not queryable'), true],
  [new Error('Query read timeout'), true],
  [new TypeError('value is not a function'), false],
  [undefined, false],
])('%s: unavailable %s', (error, isUnavailable) => {
  expect(isEngineUnavailable(error)).toBe(isUnavailable);
});
