import { type GraphQLArgument, getNullableType } from 'graphql';
import { badFields, type FieldProblem, fieldProblem } from '../errors.ts';
import { problemsOf, withoutUnknownMembers } from '../schema/input-problems.ts';
import { isAlsoInQuery, isRequired, type RestOperation, sendsBody } from './routes.ts';

/**
 * Reads the operation's arguments from path, query and body, by their names in the schema. Other
 * members of the body are ignored, as clients of all versions send some; unknown members of an
 * argument are rejected.
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
  for (const { name, argument } of operation.otherArguments) {
    const duplicate =
      !sendsBody(operation) || isAlsoInQuery(argument) ? duplicateError(name, sources.query) : undefined;
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
    if (found.length === 0) values[argument.name] = value;
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

/** Returns the error of a parameter that is sent as a list, in any notation: none accepts lists. */
function duplicateError(name: string, query: URLSearchParams): FieldProblem | undefined {
  const isList = [...query.keys()].some((key) => key.startsWith(`${name}[`));
  if (isList) return fieldProblem(`${name}[]`, `must not be a list; send ${name} once, with one value`);
  const { length } = query.getAll(name).filter((text) => text !== '');
  return length > 1 ? fieldProblem(name, `found ${length} values; send it once, with one value`) : undefined;
}

/** Parses the text of a query parameter as a number or a boolean, according to its type. */
function fromQuery(texts: string[], { type }: GraphQLArgument): unknown {
  const text = texts.find((value) => value !== '');
  if (text === undefined) return undefined;
  const name = String(type).replace('!', '');
  if (name === 'Int' || name === 'Float') return NUMBER.test(text) ? Number(text) : text;
  if (name === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
