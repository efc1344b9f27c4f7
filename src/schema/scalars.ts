import { Kind, type ValueNode } from 'graphql';
import { badInput } from '../errors.ts';
import { builder } from './builder.ts';

/** A date, or a date and a time with its zone: what else `Date` reads depends on the machine. */
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

builder.scalarType('DateTime', {
  description: 'A moment: ISO 8601, UTC, with milliseconds, such as 2026-11-21T09:30:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const date = typeof value === 'string' && ISO_8601.test(value) ? new Date(value) : undefined;
    if (!date || Number.isNaN(date.getTime()))
      throw badInput('must be an ISO 8601 date, or a date and time with its zone, such as 2026-11-21T09:30:00Z');
    return date;
  },
});

builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value });

builder.scalarType('JSONObject', {
  description: 'A JSON object of any shape, at most 16 KiB and 32 levels deep.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    throw badInput('must be a JSON object');
  },
  parseLiteral: (node, variables) => {
    if (node.kind === Kind.OBJECT) return fromLiteral(node, variables ?? {}) as object;
    throw badInput('must be a JSON object');
  },
});

const readIgnored = (value: unknown): string | object => {
  if (typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value))) return value;
  throw badInput('must be a CSS selector or a box');
};

builder.scalarType('IgnoredPart', {
  description:
    'What a comparison ignores: a CSS selector as a string, or a box { x, y, width, height } in pixels of either image.',
  serialize: (value) => value,
  parseValue: readIgnored,
  parseLiteral: (node, variables) => readIgnored(fromLiteral(node, variables ?? {})),
});

builder.scalarType('PageSnapshot', {
  description: 'A page as the embed script describes it: a JSON object, at most 1 MiB and 32 levels deep. Input only.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    throw badInput('must be a JSON object');
  },
});

function fromLiteral(node: ValueNode, variables: Record<string, unknown>): unknown {
  switch (node.kind) {
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, fromLiteral(field.value, variables)]));
    case Kind.LIST:
      return node.values.map((value) => fromLiteral(value, variables));
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.VARIABLE:
      return variables[node.name.value];
    default:
      return node.value;
  }
}
