import {
  coerceInputValue,
  type GraphQLArgument,
  GraphQLID,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { badInput } from '../errors.ts';
import { expectation, isRequired, type RestOperation } from './routes.ts';

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
    const given =
      operation.route.method === 'GET' || operation.route.method === 'DELETE'
        ? fromQuery(sources.query.getAll(name), argument)
        : Object.hasOwn(sources.body, name)
          ? sources.body[name]
          : undefined;
    if (given === undefined || (given === null && isRequired(argument))) {
      if (isRequired(argument)) problems.push(`${name}: is required`);
      continue;
    }
    const value = withoutUnknown(given, argument);
    if (fits(value, argument)) values[argument.name] = value;
    else problems.push(`${name}: ${expectation(argument)}`);
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

function fits(value: unknown, argument: GraphQLArgument): boolean {
  // GraphQL takes a lone item for a list of one.
  if (value !== null && Array.isArray(value) !== isListType(getNullableType(argument.type))) return false;
  let valid = true;
  coerceInputValue(value, argument.type, () => {
    valid = false;
  });
  return valid && (typeof value !== 'number' || getNullableType(argument.type) !== GraphQLID);
}

/** Query parameters are text; numbers and booleans are read from it. The last of several wins. */
function fromQuery(texts: string[], { type }: GraphQLArgument): unknown {
  const text = texts.at(-1);
  if (text === undefined || text === '') return undefined;
  const name = String(type).replace('!', '');
  if (name === 'Int' || name === 'Float') return Number(text);
  if (name === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
