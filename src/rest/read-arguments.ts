import { type GraphQLArgument, type GraphQLInputType, getNullableType, isListType } from 'graphql';
import { badFields, type FieldProblem, fieldProblem } from '../errors.ts';
import { problemsOf, unknownNames, withoutUnknownMembers } from '../schema/input-problems.ts';
import { isAlsoInQuery, isRequired, type RestOperation, rejectsUnknownParameters, sendsBody } from './routes.ts';

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
