import type { z } from 'zod';
import { badInput } from '../../../errors.ts';

/**
 * Checks a caller's input.
 * @param names what the caller calls a member, where that is something else
 * @throws BAD_USER_INPUT that names every problem as `field: what is wrong`, joined by `; `.
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown, names: Record<string, string> = {}): T {
  const parsed = schema.safeParse(input, OUR_WORDS);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: [member, ...rest], message }) => {
    if (member === undefined) return message;
    return `${[names[String(member)] ?? member, ...rest].join('.')}: ${message}`;
  });
  throw badInput(problems.join('; '));
}

/** For parsing: what a schema has no words of its own for. */
export const OUR_WORDS = { error: wordsFor };

const NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
  date: 'a date',
};

function wordsFor(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is required' : `must be ${NAMES[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
  return 'does not fit';
}

/** For changes of members that cannot be empty. @throws BAD_USER_INPUT */
export function refuseNulls(changes: object): void {
  const nulls = Object.entries(changes).filter(([, value]) => value === null);
  if (nulls.length === 0) return;
  throw badInput(nulls.map(([name]) => `${name}: must not be null; leave it out to keep it`).join('; '));
}
