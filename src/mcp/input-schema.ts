import { isNonNullType } from 'graphql';
import { acceptsIdempotencyKey } from '../schema/accepts-idempotency-key.ts';
import { bounded, boundsOf, valuesOf } from '../schema/constraints.ts';
import { type Json, valueSchema, withEnum } from '../schema/json-schema.ts';
import type { Tool, ToolVariable } from './tool.ts';

/** Items of a page: answers are read by models, whose context is small. */
export const PAGE_SIZES = { minimum: 1, maximum: 50, default: 25 };

/** Argument of tools that create something. */
export const IDEMPOTENCY_KEY = 'idempotencyKey';

/** Returns the JSON Schema of a tool's arguments. */
export function inputSchemaOf({
  variables,
  parts,
  wait,
  pictures,
  document,
  field,
}: Omit<Tool, 'inputSchema' | 'outputSchema'>): Json {
  const properties = Object.fromEntries(variables.map((variable) => [variable.name, schemaOf(variable)]));
  if (parts) {
    const { description, values, isList } = parts;
    const choice = { type: 'string', enum: Object.keys(values) };
    const meanings = Object.entries(values).map(([value, meaning]) => `${value}: ${meaning}`);
    properties[parts.argument] = {
      ...(isList ? { type: 'array', items: choice } : choice),
      description: [description, ...meanings, `Default: ${parts.default.join(', ')}.`].join(' '),
    };
  }
  if (wait) properties.waitSeconds = { type: 'integer', ...WAIT_SECONDS, description: WAIT_DESCRIPTION };
  if (pictures === 'on request') {
    properties.pictures = { type: 'boolean', default: false, description: 'Whether to send the pictures, too.' };
  }
  if (hasPagePicture({ document })) {
    properties.from = { type: 'integer', minimum: 0, default: 0, description: 'Top of the part to send, CSS pixels.' };
  }
  if (acceptsIdempotencyKey(field.name)) {
    properties[IDEMPOTENCY_KEY] = { type: 'string', description: 'Send the same key when you repeat the same call.' };
  }
  const required = variables.filter((variable) => isRequired(variable) && variable.name !== wait?.handle);
  return {
    type: 'object',
    properties,
    required: required.map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Seconds that a call waits: some clients end a call after a minute. */
export const WAIT_SECONDS = { minimum: 0, maximum: 45, default: 45 };
const WAIT_DESCRIPTION =
  'How long the call waits for the result, 0–45 seconds. Then the state is running, and the same call with the handle waits again.';

/** Whether a tool sends parts of a page. */
const hasPagePicture = ({ document }: Pick<Tool, 'document'>): boolean => document.includes('picturePage:');

export const isRequired = ({ type, defaultValue }: ToolVariable): boolean =>
  isNonNullType(type) && defaultValue === undefined;

function schemaOf({ name, type, target, defaultValue }: ToolVariable): Json {
  const schema = withEnum(valueSchema(type), valuesOf(target));
  if (name === 'first') {
    return { ...schema, ...PAGE_SIZES, description: bounded('Maximum number of items', PAGE_SIZES).description };
  }
  const bounds = boundsOf(target);
  return {
    ...schema,
    ...bounds,
    ...(defaultValue !== undefined && { default: defaultValue }),
    description: target.description,
  };
}
