import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

/** JSON Schema, or a part of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** Schemas of scalars by name. */
export const SCALARS: Record<string, Json> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date' },
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

/** Restricts a schema, or that of a list's items, to enumerated values. */
export function withEnum(schema: Json, values: readonly string[] | undefined): Json {
  if (!values) return schema;
  return schema.type === 'array'
    ? { ...schema, items: { ...(schema.items as Json), enum: values } }
    : { ...schema, enum: values };
}

/** Permits null as well. */
export function orNull(schema: Json): Json {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  const { type, enum: values } = schema;
  if (type === undefined) return schema;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
