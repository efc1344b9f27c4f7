import {
  coerceInputValue,
  type GraphQLArgument,
  GraphQLID,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { type FieldProblem, fieldProblem } from '../errors.ts';
import { NO_MOMENT } from '../resolvers/platform/input/moment.ts';

/** Invalid items of one list, or unknown members of one object, that a message names. */
const MAX_REPORTED = 10;
/** Length of the name of an unknown member in a message, characters. */
const MAX_NAME = 64;

/** Removes unknown members of an object whose type ignores them. */
export function withoutUnknownMembers(value: unknown, { type }: Pick<GraphQLArgument, 'type'>): unknown {
  const nullable = getNullableType(type);
  if (!isInputObjectType(nullable) || nullable.extensions.ignoresUnknownMembers !== true || !isObject(value)) {
    return value;
  }
  const known = nullable.getFields();
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(known, name)));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the problems of a value, or of the items of a list. */
export function problemsOf(name: string, value: unknown, { type }: Pick<GraphQLArgument, 'type'>): FieldProblem[] {
  const nullable = getNullableType(type);
  const isList = isListType(nullable);
  // GraphQL would accept a single item as a list, and a number as an id.
  const hasWrongType = Array.isArray(value) !== isList || (typeof value === 'number' && nullable === GraphQLID);
  if (value !== null && hasWrongType) return [fieldProblem(name, expectation(type))];
  const unknown = unknownMembers(name, value, nullable);
  if (unknown.length > 0) return unknown;
  const invalidItems = new Set<string | number | undefined>();
  coerceInputValue(value, type, ([index]) => invalidItems.add(index));
  if (!isList) return invalidItems.size > 0 ? [fieldProblem(name, expectation(type))] : [];
  return [...invalidItems].slice(0, MAX_REPORTED).flatMap((index) => {
    const item = Array.isArray(value) ? value[Number(index)] : undefined;
    const itemName = `${name}.${index}`;
    const unknownOfItem = unknownMembers(itemName, item, getNullableType(nullable.ofType));
    return unknownOfItem.length > 0 ? unknownOfItem : [fieldProblem(itemName, expectation(nullable.ofType))];
  });
}

/** Returns a problem for each unknown member of an object. */
const unknownMembers = (name: string, value: unknown, type: GraphQLInputType): FieldProblem[] =>
  isInputObjectType(type) && isObject(value) ? unknownNames(value, Object.keys(type.getFields()), `${name}.`) : [];

/**
 * Returns a problem for each name of an object that is not one of the known ones.
 *
 * @param prefix path of the object
 */
export const unknownNames = (sent: object, known: readonly string[], prefix = ''): FieldProblem[] =>
  Object.keys(sent)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_REPORTED)
    .map((name) =>
      fieldProblem(
        prefix + name.slice(0, MAX_NAME),
        `is unknown; expected ${known.join(', ') || 'no arguments'}`,
        'unknown',
      ),
    );

/** Describes the accepted values of a type for an error message. */
function expectation(type: GraphQLInputType): string {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return 'must be a list';
  if (isEnumType(nullable))
    return `must be one of ${nullable
      .getValues()
      .map((value) => value.name)
      .join(', ')}`;
  if (isInputObjectType(nullable)) {
    const members = Object.values(nullable.getFields()).map(
      ({ name, type: memberType }) => `${name} (${describeType(memberType)})`,
    );
    return `must be an object with ${members.join(', ')}`;
  }
  return `must be ${describeType(type)}`;
}

function describeType(type: GraphQLInputType): string {
  return (
    {
      Int: 'a whole number',
      Float: 'a number',
      Boolean: 'true or false',
      JSONObject: 'a JSON object',
      ElementManifest: 'a JSON object',
      PageSnapshot: 'a JSON object',
      IgnoredPart: 'a CSS selector or a box',
      DateTime: NO_MOMENT.replace('must be ', ''),
      Date: 'a date such as 2026-11-21',
    }[String(getNullableType(type))] ?? 'a string'
  );
}
