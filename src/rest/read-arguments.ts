import { type GraphQLArgument, type GraphQLInputType, getNullableType, isListType } from 'graphql';
import { badFields, badInput, type FieldProblem, fieldProblem } from '../errors.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { ByteReservation } from '../lib/byte-budget.ts';
import { problemsOf, unknownNames, withoutUnknownMembers } from '../schema/input-problems.ts';
import { isAlsoInQuery, isRequired, type RestOperation, rejectsUnknownParameters, sendsBody } from './routes.ts';

/**
 * Reads a body as a JSON object; an absent body is an empty object.
 *
 * @param maxBytes limit of the received bytes, independent of Content-Length
 * @param reservation counts the received bytes
 * @throws PAYLOAD_TOO_LARGE, BAD_USER_INPUT, and the error of an exceeded budget
 */
export async function readJsonObject(
  request: Request,
  maxBytes: number,
  reservation: ByteReservation,
): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, maxBytes, reservation);
  if (bytes.length === 0) return {};
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw badInput(`Content-Encoding: found "${encoding}", expected none; send the body uncompressed`);
  }
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw badInput(`Content-Type: found "${contentType}", expected application/json`);
  }
  return parseJsonObject(bytes);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON object in UTF-8.
 *
 * @throws BAD_USER_INPUT
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const body = parse(decode(bytes));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badInput('The body must be a JSON object');
  }
  return body as Record<string, unknown>;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badInput('The body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badInput('The body is not valid JSON');
  }
}

/**
 * Reads the operation's arguments from path, query and body, by their names in the schema. Other
 * members of the body are ignored, as clients of all versions send some; unknown members of an
 * argument are rejected, and so are unknown parameters of a list with a filter.
 *
 * @throws BAD_USER_INPUT with every problem as `field: problem`, joined by `; `
 */
export function readArguments(
  operation: RestOperation,
  sources: { path: Record<string, unknown>; query: URLSearchParams; body: Record<string, unknown> },
): Record<string, unknown> {
  const problems: FieldProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const name of operation.pathParameters) values[name] = sources.path[name];
  if (rejectsUnknownParameters(operation)) {
    const known = operation.otherArguments.map(({ name }) => name);
    const sent = Object.fromEntries([...sources.query.keys()].map((name) => [name.replace(/\[.*/, ''), true]));
    problems.push(...unknownNames(sent, known));
  }
  for (const { name, argument, memberOf } of operation.otherArguments) {
    const duplicate =
      !sendsBody(operation) || isAlsoInQuery(argument) ? duplicateError(name, argument, sources.query) : undefined;
    if (duplicate) {
      problems.push(duplicate);
      continue;
    }
    const inQuery = () => fromQuery(sources.query.getAll(name), argument);
    const inBody = Object.hasOwn(sources.body, name) ? sources.body[name] : undefined;
    if (sendsBody(operation) && isAlsoInQuery(argument) && inBody != null && (inQuery() ?? inBody) !== inBody) {
      problems.push(fieldProblem(name, 'differs between body and query; send it in one of them'));
      continue;
    }
    const input = !sendsBody(operation) ? inQuery() : isAlsoInQuery(argument) ? (inBody ?? inQuery()) : inBody;
    if (input === undefined || (input === null && isRequired(argument))) {
      if (isRequired(argument)) problems.push(fieldProblem(name, 'is required', 'required'));
      continue;
    }
    const value = withoutUnknownMembers(input, argument);
    const found = problemsOf(name, value, argument);
    if (found.length === 0 && memberOf === undefined) values[argument.name] = value;
    if (found.length === 0 && memberOf !== undefined) {
      values[memberOf] = { ...(values[memberOf] as object | undefined), [argument.name]: value };
    }
    const hint = sendsBody(operation) ? '' : hintFor(value, argument);
    problems.push(...found.map((problem) => ({ ...problem, message: problem.message + hint })));
  }
  if (problems.length > 0) throw badFields(problems);
  return values;
}

/** Date with a space instead of a plus, which was not encoded in the query. */
const UNENCODED_PLUS = /T[\d:.]+ \d\d(:?\d\d)?$/i;

const hintFor = (value: unknown, { type }: GraphQLArgument): string =>
  String(getNullableType(type)) === 'DateTime' && UNENCODED_PLUS.test(String(value))
    ? '; encode the plus of the time zone as %2B'
    : '';

/** Number in a query. `Number` would also accept 0x10 and 1e2, which the schema does not allow. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Returns the error of a parameter that is sent more often than it can have values. A list is the
 * parameter repeated, in no other notation.
 */
function duplicateError(name: string, { type }: GraphQLArgument, query: URLSearchParams): FieldProblem | undefined {
  const isList = isListType(getNullableType(type));
  if ([...query.keys()].some((key) => key.startsWith(`${name}[`))) {
    const expected = isList ? `send ${name} once for each value` : `send ${name} once, with one value`;
    return fieldProblem(`${name}[]`, `must not ${isList ? 'have brackets' : 'be a list'}; ${expected}`);
  }
  const { length } = query.getAll(name).filter((text) => text !== '');
  return length > 1 && !isList ? fieldProblem(name, `found ${length} values; send it once, with one value`) : undefined;
}

/** Parses the texts of a query parameter according to its type; empty ones are as if omitted. */
function fromQuery(texts: string[], { type }: Pick<GraphQLArgument, 'type'>): unknown {
  const nullable = getNullableType(type);
  const [text, ...others] = texts.filter((value) => value !== '');
  if (text === undefined) return undefined;
  return isListType(nullable)
    ? [text, ...others].map((item) => parseText(item, getNullableType(nullable.ofType)))
    : parseText(text, nullable);
}

/** Parses a text as a number or a boolean; other types are texts. */
function parseText(text: string, type: GraphQLInputType): unknown {
  const name = String(type);
  if (name === 'Int' || name === 'Float') return NUMBER.test(text) ? Number(text) : text;
  if (name === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
