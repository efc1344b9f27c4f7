import { badInput } from '../errors.ts';
import { isInRange, NO_MOMENT, OUT_OF_RANGE, readMoment } from '../resolvers/platform/input/moment.ts';
import { builder } from './builder.ts';

builder.scalarType('DateTime', {
  description:
    'ISO 8601 timestamp in the extended format, in UTC with milliseconds: 2026-11-21T09:30:00.000Z. Input may ' +
    'also be a date or use another time zone.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const moment = typeof value === 'string' ? readMoment(value) : undefined;
    if (!moment) throw badInput(NO_MOMENT);
    return moment;
  },
});

builder.scalarType('Date', {
  description: 'A date without a time: 2026-11-21.',
  serialize: (value) => value.toISOString().slice(0, 10),
  parseValue: (value) => {
    const day = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? readMoment(value) : undefined;
    if (!day) throw badInput('must be a date such as 2026-11-21');
    if (!isInRange(day)) throw badInput(OUT_OF_RANGE);
    return day;
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
  description: 'A JSON object of any shape. Input is limited to 16 KiB and 32 levels.',
  serialize: (value) => value,
  parseValue: readObject,
});

const readIgnoredRegion = (value: unknown): string | object => {
  if (typeof value === 'string' || isObject(value)) return value;
  throw badInput('must be a CSS selector or a box');
};

builder.scalarType('IgnoredPart', {
  description:
    'Region that a comparison ignores: a CSS selector as a string, or a box { x, y, width, height } in pixels of ' +
    'either image.',
  serialize: (value) => value,
  parseValue: readIgnoredRegion,
});

builder.scalarType('ImportItem', {
  description:
    'One item of an import, a JSON object. An item of another type fails without affecting the others. Input only.',
  serialize: (value) => value,
});

builder.scalarType('ElementManifest', {
  description:
    'Places of elements in the code, as the build plugin lists them: a JSON object with version 1, files, components, and ' +
    'elements by id, each with places [index of the file, line, column, index of the component, tag]. Input only.',
  serialize: (value) => value,
  parseValue: readObject,
});

builder.scalarType('PageSnapshot', {
  description: 'A page structure from the embed script: a JSON object, at most 1 MiB and 32 levels deep. Input only.',
  serialize: (value) => value,
  parseValue: readObject,
});
