import { badFields, type FieldProblem, fieldProblem } from '../errors.ts';
import { problemsOf, unknownNames, withoutUnknownMembers } from '../schema/input-problems.ts';
import { IDEMPOTENCY_KEY, isRequired, PAGE_SIZES, WAIT_SECONDS } from './input-schema.ts';
import type { Tool } from './tool.ts';

/** Arguments of a call. */
export interface ToolCall {
  variables: Record<string, unknown>;
  idempotencyKey?: string;
  waitSeconds: number;
  /** Whether to send the pictures. */
  pictures: boolean;
  /** Top of the part of a page, CSS pixels. */
  from: number;
}

/**
 * Reads the arguments of a tool by the types of its variables; null counts as omitted.
 *
 * @throws BAD_USER_INPUT with every problem
 */
export function readToolArguments(tool: Tool, sent: Record<string, unknown>): ToolCall {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  const problems: FieldProblem[] = [];
  const variables: Record<string, unknown> = {};
  for (const variable of tool.variables) {
    const { name, type } = variable;
    const input = Object.hasOwn(given, name) ? given[name] : undefined;
    if (input === undefined) {
      if (isRequired(variable) && name !== tool.wait?.handle) {
        problems.push(fieldProblem(name, 'is required', 'required'));
      }
      continue;
    }
    const target = { ...variable.target, type };
    const value = withoutUnknownMembers(input, target as never);
    problems.push(...problemsOf(name, value, target), ...sizeProblems(name, value));
    variables[name] = value;
  }
  Object.assign(variables, readParts(tool, given, problems));
  const call = { variables, ...readOptions(tool, given, problems) };
  problems.push(...unknownNames(sent, Object.keys(tool.inputSchema.properties as object)));
  if (problems.length > 0) throw badFields(problems);
  return call;
}

/** GraphQL lists have up to 500 items. */
function sizeProblems(name: string, value: unknown): FieldProblem[] {
  if (name !== 'first' || typeof value !== 'number') return [];
  const { minimum, maximum } = PAGE_SIZES;
  return value >= minimum && value <= maximum
    ? []
    : [fieldProblem(name, `must be ${minimum}–${maximum}`, 'out_of_range')];
}

function readParts({ parts }: Tool, sent: Record<string, unknown>, problems: FieldProblem[]): Record<string, boolean> {
  if (!parts) return {};
  const names = Object.keys(parts.values);
  const value = sent[parts.argument] ?? (parts.isList ? parts.default : parts.default[0]);
  const chosen: unknown[] = Array.isArray(value) && parts.isList ? value : [value];
  const isKnown = chosen.every((part) => names.some((name) => name === part));
  if (!isKnown) {
    const expected = `${parts.isList ? 'a list of ' : 'one of '}${names.join(', ')}`;
    problems.push(fieldProblem(parts.argument, `must be ${expected}`));
  }
  return Object.fromEntries(names.map((name) => [name, chosen.includes(name)]));
}

function readOptions(tool: Tool, sent: Record<string, unknown>, problems: FieldProblem[]): Omit<ToolCall, 'variables'> {
  const { minimum, maximum } = WAIT_SECONDS;
  const { waitSeconds = tool.wait ? WAIT_SECONDS.default : 0, pictures = tool.pictures === 'always', from = 0 } = sent;
  if (!Number.isInteger(waitSeconds) || !(Number(waitSeconds) >= minimum && Number(waitSeconds) <= maximum)) {
    problems.push(
      fieldProblem('waitSeconds', `must be ${minimum}–${maximum}, a whole number of seconds`, 'out_of_range'),
    );
  }
  if (typeof pictures !== 'boolean') problems.push(fieldProblem('pictures', 'must be true or false'));
  if (!Number.isSafeInteger(from) || Number(from) < 0) {
    problems.push(fieldProblem('from', 'must be a whole number from 0', 'out_of_range'));
  }
  const key = sent[IDEMPOTENCY_KEY];
  if (key !== undefined && typeof key !== 'string') problems.push(fieldProblem(IDEMPOTENCY_KEY, 'must be a string'));
  return {
    waitSeconds: Number(waitSeconds),
    pictures: pictures === true,
    from: Number(from),
    ...(typeof key === 'string' && { idempotencyKey: key }),
  };
}
