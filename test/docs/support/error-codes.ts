import { readFileSync } from 'node:fs';
import type { ErrorCode } from '../../../src/errors.ts';

/** The codes that src/errors.ts names. */
export function errorCodes(): ErrorCode[] {
  const [, union = ''] = /export type ErrorCode =([^;]*);/.exec(readFileSync('src/errors.ts', 'utf8')) ?? [];
  return [...union.matchAll(/'(\w+)'/g)].map(([, code]) => code as ErrorCode);
}
