import type { z } from 'zod';
import { badFields, badInput, type FieldProblem, fieldProblem, fieldsText } from '../../../errors.ts';

/**
 * Validates input.
 *
 * @param names public names of members whose public name differs
 * @throws BAD_USER_INPUT naming every problem as `field: problem`, joined by `; `
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown, names: Record<string, string> = {}): T {
  const parsed = schema.safeParse(input, { ...DEFAULT_MESSAGES, reportInput: true });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const [member = '', ...rest] = issue.path;
    return fieldProblem([names[String(member)] ?? member, ...rest].join('.'), issue.message, codeOf(issue));
  });
  if (problems.every(({ path }) => path !== '')) throw badFields(problems);
  // The input itself is invalid, not only a member.
  throw badInput(problems.map((problem) => (problem.path ? fieldsText([problem]) : problem.message)).join('; '));
}

const codeOf = ({ code, input }: z.core.$ZodIssue): FieldProblem['code'] =>
  CODES[code] ?? (code === 'invalid_type' && input === undefined ? 'required' : 'invalid');

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
    return issue.input === undefined ? 'is required' : `must be ${NAMES[issue.expected] ?? issue.expected}`;
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
