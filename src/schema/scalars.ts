import { badInput } from '../errors.ts';
import { NO_MOMENT, readMoment } from '../resolvers/platform/input/moment.ts';
import { builder } from './builder.ts';

builder.scalarType('DateTime', {
  description:
    'A moment: ISO 8601 in the extended format, UTC, with milliseconds, such as 2026-11-21T09:30:00.000Z. As input a date alone, or another zone, will do.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const moment = typeof value === 'string' ? readMoment(value) : undefined;
    if (!moment) throw badInput(NO_MOMENT);
    return moment;
  },
});

builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value });

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readObject = (value: unknown): object => {
  if (isObject(value)) return value;
  throw badInput('must be a JSON object');
};

builder.scalarType('JSONObject', {
  description: 'A JSON object of any shape. As input at most 16 KiB and 32 levels deep.',
  serialize: (value) => value,
  parseValue: readObject,
});

const readIgnored = (value: unknown): string | object => {
  if (typeof value === 'string' || isObject(value)) return value;
  throw badInput('must be a CSS selector or a box');
};

builder.scalarType('IgnoredPart', {
  description:
    'What a comparison ignores: a CSS selector as a string, or a box { x, y, width, height } in pixels of either image.',
  serialize: (value) => value,
  parseValue: readIgnored,
});

builder.scalarType('ImportItem', {
  description: 'One item of an import, a JSON object: what is anything else fails by itself. Input only.',
  serialize: (value) => value,
});

builder.scalarType('PageSnapshot', {
  description: 'A page as the embed script describes it: a JSON object, at most 1 MiB and 32 levels deep. Input only.',
  serialize: (value) => value,
  parseValue: readObject,
});
