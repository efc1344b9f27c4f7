import type { z } from 'zod';
import { badFields, badInput, type FieldProblem, fieldProblem } from '../../../errors.ts';

/**
 * Validates input.
 *
 * @param names public names of members whose public name differs
 * @throws BAD_USER_INPUT naming every problem as `field: problem`, joined by `; `
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown, names: Record<string, string> = {}): T {
  const parsed = schema.safeParse(input, DEFAULT_MESSAGES);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const whole = issues.find(({ path }) => path.length === 0);
  if (whole) throw badInput(whole.message);
  throw badFields(
    issues.map(({ path: [member = '', ...rest], message, code }) =>
      fieldProblem(
        [names[String(member)] ?? member, ...rest].join('.'),
        message,
        CODES[code] ?? (message === REQUIRED ? 'required' : 'invalid'),
      ),
    ),
  );
}

const REQUIRED = 'is required';
/** Kinds of problems by zod's codes. */
const CODES: Partial<Record<z.core.$ZodIssue['code'], FieldProblem['code']>> = {
  too_big: 'out_of_range',
  too_small: 'out_of_range',
  unrecognized_keys: 'unknown',
};

/** Parse options: messages for issues for which a schema defines none. */
export const DEFAULT_MESSAGES = { error: defaultMessage };

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

function defaultMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? REQUIRED : `must be ${NAMES[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
  return 'is invalid';
}

/**
 * Rejects null for members that cannot be empty.
 *
 * @throws BAD_USER_INPUT
 */
export function rejectNulls(changes: object): void {
  const nulls = Object.entries(changes).filter(([, value]) => value === null);
  if (nulls.length === 0) return;
  throw badFields(nulls.map(([name]) => fieldProblem(name, 'must not be null; omit it to keep its value')));
}
