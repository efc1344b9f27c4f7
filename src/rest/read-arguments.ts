import {
  coerceInputValue,
  type GraphQLArgument,
  GraphQLID,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { badInput } from '../errors.ts';
import { expectation, isInQueryToo, isRequired, type RestOperation, sendsBody } from './routes.ts';

/** Wrong items of one list that a message names. */
const MAX_NAMED = 10;

/**
 * The operation's arguments, from path, query and body, in the names of the schema. Unknown members are ignored.
 * @throws BAD_USER_INPUT that names every problem as `field: what is wrong`, joined by `; `
 */
export function readArguments(
  operation: RestOperation,
  sources: { path: Record<string, unknown>; query: URLSearchParams; body: Record<string, unknown> },
): Record<string, unknown> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of operation.pathParameters) values[name] = sources.path[name];
  for (const { name, argument } of operation.otherArguments) {
    const repeated = !sendsBody(operation) || isInQueryToo(argument) ? repetitionOf(name, sources.query) : undefined;
    if (repeated) {
      problems.push(repeated);
      continue;
    }
    const inQuery = () => fromQuery(sources.query.getAll(name), argument);
    const inBody = Object.hasOwn(sources.body, name) ? sources.body[name] : undefined;
    if (sendsBody(operation) && isInQueryToo(argument) && inBody != null && (inQuery() ?? inBody) !== inBody) {
      problems.push(`${name}: differs between body and query; send it in one of them`);
      continue;
    }
    const given = !sendsBody(operation) ? inQuery() : isInQueryToo(argument) ? (inBody ?? inQuery()) : inBody;
    if (given === undefined || (given === null && isRequired(argument))) {
      if (isRequired(argument)) problems.push(`${name}: is required`);
      continue;
    }
    const value = withoutUnknown(given, argument);
    const wrong = problemsOf(name, value, argument);
    if (wrong.length === 0) values[argument.name] = value;
    problems.push(...wrong.map((problem) => (sendsBody(operation) ? problem : problem + hintFor(value, argument))));
  }
  if (problems.length > 0) throw badInput(problems.join('; '));
  return values;
}

/** Unknown members are ignored, those of an object too. */
function withoutUnknown(value: unknown, { type }: GraphQLArgument): unknown {
  const nullable = getNullableType(type);
  if (!isInputObjectType(nullable) || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const known = nullable.getFields();
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(known, name)));
}

/** What is wrong with a value; of a list, with its items. */
function problemsOf(name: string, value: unknown, { type }: GraphQLArgument): string[] {
  const nullable = getNullableType(type);
  const isList = isListType(nullable);
  // GraphQL takes a lone item for a list of one, and a number for an id.
  const isOther = Array.isArray(value) !== isList || (typeof value === 'number' && nullable === GraphQLID);
  if (value !== null && isOther) return [`${name}: ${expectation(type)}`];
  const wrong = new Set<string | number | undefined>();
  coerceInputValue(value, type, ([place]) => wrong.add(place));
  if (!isList) return wrong.size > 0 ? [`${name}: ${expectation(type)}`] : [];
  return [...wrong].slice(0, MAX_NAMED).map((place) => `${name}.${place}: ${expectation(nullable.ofType)}`);
}

/** In a query, a plus stands for a space. */
const LOST_PLUS = /T[\d:.]+ \d\d(:?\d\d)?$/i;

const hintFor = (value: unknown, { type }: GraphQLArgument): string =>
  String(getNullableType(type)) === 'DateTime' && LOST_PLUS.test(String(value))
    ? '; write the plus of its zone as %2B'
    : '';

/** Of a query: what else `Number` reads, such as 0x10 and 1e2, a schema of the parameter does not allow. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** What is wrong with a parameter that is given as a list, in one of the ways that clients write lists. No parameter takes one. */
function repetitionOf(name: string, query: URLSearchParams): string | undefined {
  const isList = [...query.keys()].some((key) => key.startsWith(`${name}[`));
  if (isList) return `${name}[]: takes no list; send ${name} once, with one value`;
  const { length } = query.getAll(name).filter((text) => text !== '');
  return length > 1 ? `${name}: was given ${length} times; send it once, with one value` : undefined;
}

/** A query parameter is text; numbers and booleans are read from it. */
function fromQuery(texts: string[], { type }: GraphQLArgument): unknown {
  const text = texts.find((given) => given !== '');
  if (text === undefined) return undefined;
  const name = String(type).replace('!', '');
  if (name === 'Int' || name === 'Float') return NUMBER.test(text) ? Number(text) : text;
  if (name === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
