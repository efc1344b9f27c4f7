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
import { isGraphqlOnly } from '../schema/operation.ts';
import type { RestOperation } from './routes.ts';

/** JSON Schema, or a part of an OpenAPI document. */
export type Json = Record<string, unknown>;

const SCALARS: Record<string, Json> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
  JSONObject: { type: 'object', additionalProperties: true },
  ImportItem: { type: 'object', additionalProperties: true },
  IgnoredPart: {
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        required: ['x', 'y', 'width', 'height'],
        properties: Object.fromEntries(['x', 'y', 'width', 'height'].map((name) => [name, { type: 'integer' }])),
      },
    ],
  },
  PageSnapshot: { type: 'object', additionalProperties: true },
};

/** Returns the schema of an input. */
export function inputSchema(type: GraphQLInputType): Json {
  return isNonNullType(type) ? valueSchema(type) : orNull(valueSchema(type));
}

/** Returns the schema of an input that must not be null. */
export function valueSchema(type: GraphQLInputType): Json {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return { type: 'array', items: valueSchema(nullable.ofType) };
  if (isEnumType(nullable)) return { type: 'string', enum: nullable.getValues().map(({ name }) => name) };
  if (isInputObjectType(nullable)) {
    const members = Object.values(nullable.getFields()).map(({ name, type: memberType, description }) => [
      name,
      { ...inputSchema(memberType), description },
    ]);
    return { type: 'object', properties: Object.fromEntries(members) };
  }
  return SCALARS[String(nullable)] ?? {};
}

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

/** Restricts a schema, or that of a list's items, to enumerated values. */
export function withEnum(schema: Json, values: readonly string[] | undefined): Json {
  if (!values) return schema;
  return schema.type === 'array'
    ? { ...schema, items: { ...(schema.items as Json), enum: values } }
    : { ...schema, enum: values };
}

function namedSchema(type: GraphQLOutputType): Json {
  return isObjectType(type) || isEnumType(type)
    ? { $ref: `#/components/schemas/${type.name}` }
    : (SCALARS[String(type)] ?? {});
}

function orNull(schema: Json): Json {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  const { type, enum: values } = schema;
  if (type === undefined) return schema;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
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
        { ...withEnum(outputSchema(field.type), valuesOf(field)), description: field.description },
      ]),
    ),
  };
}

/** Returns the schemas of all types that the operations return. */
export function componentSchemas(operations: readonly RestOperation[]): Json {
  const schemas: Json = {};
  const visit = (type: GraphQLOutputType): void => {
    const named = getNamedType(type);
    if (named.name in schemas) return;
    if (isEnumType(named)) {
      schemas[named.name] = {
        type: 'string',
        description: named.description,
        enum: named.getValues().map((v) => v.name),
      };
    } else if (isObjectType(named)) {
      schemas[named.name] = objectSchema(named);
      for (const field of Object.values(named.getFields())) if (!isGraphqlOnly(field)) visit(field.type);
    }
  };
  for (const operation of operations) {
    visit(operation.route.envelope === 'list' ? itemType(operation) : operation.field.type);
  }
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
