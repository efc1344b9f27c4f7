import {
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { valuesOf } from '../schema/constraints.ts';
import { descriptionOf, type Json, namedInputSchema, orNull, SCALARS, withEnum } from '../schema/json-schema.ts';
import { isGraphqlOnly } from '../schema/operation.ts';
import type { RestOperation } from './routes.ts';

/** Returns the type of a list's items: that of its connection's nodes. */
export function itemType({ field }: RestOperation): GraphQLOutputType {
  const connection = getNamedType(field.type);
  return isObjectType(connection) ? (connection.getFields().nodes?.type ?? field.type) : field.type;
}

/** Returns the schema of an output. */
export function outputSchema(type: GraphQLOutputType): Json {
  const nullable = getNullableType(type);
  const schema = isListType(nullable) ? { type: 'array', items: outputSchema(nullable.ofType) } : namedSchema(nullable);
  return isNonNullType(type) ? schema : orNull(schema);
}

function namedSchema(type: GraphQLOutputType): Json {
  return isObjectType(type) || isEnumType(type)
    ? { $ref: `#/components/schemas/${type.name}` }
    : (SCALARS[String(type)] ?? {});
}

/** @param members fields of the response; all by default */
export function objectSchema(type: ReturnType<typeof getNamedType>, members?: readonly string[]): Json {
  if (!isObjectType(type)) return {};
  const fields = Object.values(type.getFields()).filter(
    (field) => !isGraphqlOnly(field) && (!members || members.includes(field.name)),
  );
  return {
    type: 'object',
    description: type.description ?? undefined,
    required: fields.map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        { ...withEnum(outputSchema(field.type), valuesOf(field)), ...descriptionOf(field) },
      ]),
    ),
  };
}

/** Returns the schemas of all types that the operations return or take. */
export function componentSchemas(operations: readonly RestOperation[]): Json {
  const schemas: Json = {};
  const visit = (type: GraphQLOutputType): void => {
    const named = getNamedType(type);
    if (named.name in schemas) return;
    if (isEnumType(named)) visitInput(named);
    else if (isObjectType(named)) {
      schemas[named.name] = objectSchema(named);
      for (const field of Object.values(named.getFields())) if (!isGraphqlOnly(field)) visit(field.type);
    }
  };
  const visitInput = (type: GraphQLInputType): void => {
    const named = getNamedType(type);
    if (named.name in schemas || !(isEnumType(named) || isInputObjectType(named))) return;
    schemas[named.name] = { ...namedInputSchema(named, true), description: named.description ?? undefined };
    if (isInputObjectType(named)) for (const member of Object.values(named.getFields())) visitInput(member.type);
  };
  for (const operation of operations) {
    for (const { argument } of operation.otherArguments) visitInput(argument.type);
    visit(operation.route.envelope === 'list' ? itemType(operation) : operation.field.type);
  }
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
