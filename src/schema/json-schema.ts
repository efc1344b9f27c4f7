import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
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
  ElementManifest: { type: 'object', additionalProperties: true },
  PageSnapshot: { type: 'object', additionalProperties: true },
};

/** Returns the schema of an input, which refers to named types in OpenAPI documents. */
export function inputSchema(type: GraphQLInputType, isReferring = false): Json {
  const schema = valueSchema(type, isReferring);
  return isNonNullType(type) ? schema : orNull(schema);
}

/** Returns the schema of an input that must not be null. */
export function valueSchema(type: GraphQLInputType, isReferring = false): Json {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return { type: 'array', items: valueSchema(nullable.ofType, isReferring) };
  if (!isEnumType(nullable) && !isInputObjectType(nullable)) return SCALARS[String(nullable)] ?? {};
  return isReferring ? { $ref: `#/components/schemas/${nullable.name}` } : namedInputSchema(nullable);
}

/** Returns the schema of an enum or an input object. */
export function namedInputSchema(type: GraphQLEnumType | GraphQLInputObjectType, isReferring = false): Json {
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  const members = Object.values(type.getFields()).map((member) => [
    member.name,
    { ...inputSchema(member.type, isReferring), ...descriptionOf(member) },
  ]);
  return { type: 'object', properties: Object.fromEntries(members) };
}

/** Restricts a schema, or that of a list's items, to enumerated values. */
export function withEnum(schema: Json, values: readonly string[] | undefined): Json {
  if (!values) return schema;
  return schema.type === 'array'
    ? { ...schema, items: { ...(schema.items as Json), enum: values } }
    : { ...schema, enum: values };
}

interface Described {
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
}

/** Returns the description of a field or argument, and that it is deprecated. */
export function descriptionOf({ description, deprecationReason }: Described): Json {
  if (!deprecationReason) return { description };
  const reason = `Deprecated: ${deprecationReason.slice(0, 1).toLowerCase()}${deprecationReason.slice(1)}`;
  return { deprecated: true, description: [reason, description].filter(Boolean).join(' ') };
}

/** Permits null as well. */
export function orNull(schema: Json): Json {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  const { type, enum: values } = schema;
  if (type === undefined) return schema;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
