import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { WEBHOOK_SCHEMAS } from '../src/rest/webhook-schemas.ts';
import { acceptsIdempotencyKey } from '../src/schema/accepts-idempotency-key.ts';

/** Types of scalars in results and arguments; those of requests are objects of the client. */
const SCALARS: Record<string, string> = {
  ID: 'string',
  String: 'string',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
  DateTime: 'string',
  Date: 'string',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
};
const OTHER_SCALAR = 'Record<string, unknown>';

/** A schema of JSON Schema, as far as webhooks use it. */
interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: string;
  enum?: string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
}

/** Returns the types of the client library: one interface for each object type, with its fields. */
export function schemaTypes(schema: GraphQLSchema): string {
  const named = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .sort((a, b) => a.name.localeCompare(b.name));
  return [`import type { Leaf, Link } from './selection.ts';\n`, ...named.map(typeText)].filter(Boolean).join('\n');
}

function typeText(type: GraphQLNamedType): string {
  const doc = comment(type.description, '');
  if (isEnumType(type)) {
    return `${doc}export type ${type.name} = ${type
      .getValues()
      .map(({ name }) => `'${name}'`)
      .join(' | ')};\n`;
  }
  if (isInputObjectType(type))
    return `${doc}export interface ${type.name} ${argumentsText(Object.values(type.getFields()))}\n`;
  // Without the fields of the types that implement an interface: selections have no fragments.
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  const fields = Object.values(type.getFields()).map(
    (field) => `${comment(field.description, '  ')}  ${fieldText(field)};\n`,
  );
  return `${doc}export interface ${type.name} {\n${fields.join('')}}\n`;
}

function fieldText({ name, type, args }: GraphQLField<unknown, unknown>): string {
  const kind = isLeafType(getNamedType(type)) ? 'Leaf' : 'Link';
  const taken = args.length > 0 ? `, ${argumentsText(args)}` : '';
  return `${name}: ${kind}<${valueText(type)}${taken}>`;
}

function argumentsText(
  args: readonly { name: string; type: GraphQLInputType; description?: string | null | undefined }[],
): string {
  const members = args.map(
    ({ name, type, description }) =>
      `${comment(description, '  ')}  ${name}${isNonNullType(type) ? '' : '?'}: ${valueText(type)};\n`,
  );
  return `{\n${members.join('')}}`;
}

/** Returns the TypeScript type of a value. */
function valueText(type: GraphQLType): string {
  if (isNonNullType(type)) return requiredText(type.ofType);
  return `${requiredText(type)} | null`;
}

function requiredText(type: GraphQLType): string {
  if (isNonNullType(type)) return requiredText(type.ofType);
  if (isListType(type)) return `readonly (${valueText(type.ofType)})[]`;
  const { name } = type;
  return isLeafType(type) && !isEnumType(type) ? (SCALARS[name] ?? OTHER_SCALAR) : name;
}

const comment = (text: string | null | undefined, indent: string): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n` : '';

/**
 * Returns what the client library knows at run time: the type that each field leads to, with the
 * types of its arguments, and the mutations that accept an Idempotency-Key.
 */
export function schemaData(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => {
      const fields = Object.values(type.getFields()).flatMap((field) => {
        const leadsTo = getNamedType(field.type);
        const to = isObjectType(leadsTo) || isInterfaceType(leadsTo) ? leadsTo.name : '';
        if (field.args.length === 0) return to ? [`${field.name}: '${to}'`] : [];
        const args = field.args.map(({ name, type: each }) => `${name}: '${each}'`).join(', ');
        return [`${field.name}: ['${to}', { ${args} }]`];
      });
      return fields.length > 0 ? [`  ${type.name}: { ${fields.join(', ')} },\n`] : [];
    });
  const creations = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter(acceptsIdempotencyKey);
  return [
    "import type { FieldTypes } from './selection.ts';\n\n",
    `/** Fields that lead to objects or take arguments, by type. */\nexport const FIELDS: FieldTypes = {\n${types.join('')}};\n\n`,
    '/** Mutations that accept an Idempotency-Key. */\n',
    `export const IDEMPOTENT: readonly string[] = [${creations.map((name) => `'${name}'`).join(', ')}];\n`,
  ].join('');
}

/** Returns the types of the events that webhooks receive, from the OpenAPI document. */
export function eventTypes(document: object): string {
  const { webhooks, components } = document as {
    webhooks: Record<
      string,
      { post: { summary: string; requestBody: { content: Record<string, { schema: JsonSchema }> } } }
    >;
    components: { schemas: Record<string, JsonSchema> };
  };
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const schema = post.requestBody.content['application/json']?.schema;
    if (!schema) throw new Error(`the event ${type} has no JSON body`);
    return {
      name: `${pascal(type)}Event`,
      text: `/** ${post.summary}. */\nexport interface ${pascal(type)}Event ${jsonText(schema, components.schemas)}\n`,
    };
  });
  const objects = Object.entries(components.schemas).filter(([name]) => name in WEBHOOK_SCHEMAS);
  return [
    ...objects.map(
      ([name, of]) => `${comment(of.description, '')}export interface ${name} ${jsonText(of, components.schemas)}\n`,
    ),
    ...events.map(({ text }) => text),
    `/** Event of a webhook, told apart by \`type\`. */\nexport type WebhookEvent = ${events.map(({ name }) => name).join(' | ')};\n`,
  ].join('\n');
}

const pascal = (text: string): string =>
  text.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase());

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

function jsonText(schema: JsonSchema, named: Record<string, JsonSchema>): string {
  if (schema.$ref) {
    const target = named[nameOf(schema.$ref)];
    if (!target) throw new Error(`${schema.$ref} does not exist`);
    return target.type === 'object' ? nameOf(schema.$ref) : jsonText(target, named);
  }
  if (schema.const) return `'${schema.const}'`;
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((each) => jsonText(each, named)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => jsonText({ type }, named)).join(' | ');
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {}).map(
      ([name, member]) =>
        `${comment(member.description, '')}${name}${schema.required?.includes(name) ? '' : '?'}: ${jsonText(member, named)};\n`,
    );
    return `{\n${members.join('')}}`;
  }
  if (schema.type === 'array') return `(${jsonText(schema.items ?? {}, named)})[]`;
  if (schema.type === 'integer') return 'number';
  return schema.type ?? 'unknown';
}
