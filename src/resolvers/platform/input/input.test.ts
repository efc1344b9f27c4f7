import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { passwordInput } from '../../core/auth/password-input.ts';
import {
  contentInput,
  coordinateInput,
  emailInput,
  externalIdInput,
  nameInput,
  slugInput,
  sourceInput,
  urlInput,
} from './fields.ts';
import { jsonObjectInput } from './json-object.ts';
import { LIMITS } from './limits.ts';
import { parseInput } from './parse-input.ts';
import { storable } from './storable-text.ts';

/** Text of any length about the bounds, with what databases and parsers stumble over. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('a', ' ', '\0', '\ud800', '\udfff', '😀', '\n', '-', '@', '.', ':/'),
    maxLength: 300,
  }),
  fc.integer({ min: 0, max: 10_002 }).map((length) => 'x'.repeat(length)),
  fc.webUrl(),
  fc.emailAddress(),
  fc.constantFrom('', 'password', 'javascript:alert(1)', 'HTTP://A', 'http://', 'a-b', 'A-b', '-a', '__proto__'),
);
const anything = fc.oneof(text, fc.anything());
const isStored = (value: string) => !value.includes('\0') && isWellFormed(value);
/** Half a character cannot be written as UTF-8. */
const isWellFormed = (value: string) => Buffer.from(value).toString() === value;

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

const texts: [name: string, schema: z.ZodType<string>, isRight: (value: string) => boolean][] = [
  ['content', contentInput, (value) => value.length <= LIMITS.content && value.trim() !== '' && isStored(value)],
  ['a name', nameInput, (value) => value.length <= LIMITS.name && /^[^\s\p{Cc}]+( [^\s\p{Cc}]+)*$/u.test(value)],
  ['a source', sourceInput, (value) => value.length <= LIMITS.importSource + 10 && value === value.toLowerCase()],
  ['an external id', externalIdInput, (value) => value.length <= LIMITS.externalId && isStored(value)],
  [
    'a slug',
    slugInput,
    (value) => value.length <= LIMITS.slug && value.split('-').every((word) => /^[a-z\d]+$/.test(word)),
  ],
  ['an e-mail address', emailInput, (value) => value.split('@').length === 2 && value === value.toLowerCase()],
  [
    'a password',
    passwordInput,
    (value) => value.length >= LIMITS.passwordMin && value.length <= LIMITS.passwordMax && value !== 'password',
  ],
  ['a URL', urlInput, (value) => ['http:', 'https:'].includes(new URL(value).protocol) && isStored(value)],
];

describe.each(texts)('%s', (_name, schema, isRight) => {
  test('accepted values are valid, and are accepted again', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const parsed = schema.safeParse(value);
        if (!parsed.success) return;
        expect(isRight(parsed.data)).toBe(true);
        expect(schema.parse(parsed.data)).toBe(parsed.data);
      }),
      { numRuns: 500 },
    );
  });

  test('rejected values cause a message, never a fault', () => {
    fc.assert(
      fc.property(anything, (value) => {
        if (takes(schema, value)) return;
        expect(() => parseInput(schema, value)).toThrow(AppError);
      }),
      { numRuns: 500 },
    );
  });
});

test('accepts a password of any characters within the bounds, unless it is common', () => {
  const long = fc.string({ unit: 'binary', minLength: 20, maxLength: 100 });
  fc.assert(
    fc.property(long, (value) => {
      expect(passwordInput.parse(value)).toBe(value);
    }),
  );
});

test('a coordinate is a finite number within the bounds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.integer(), fc.anything()), (value) => {
      const isRight = typeof value === 'number' && Math.abs(value) <= LIMITS.coordinate;
      expect(takes(coordinateInput, value)).toBe(isRight);
    }),
  );
});

describe('a JSON object', () => {
  const odd = fc.constantFrom('__proto__', 'constructor', 'toString', 'a\\u0000', '\\ud800', '"', '\\');

  test('is accepted unchanged if the database can store it, and rejected otherwise', () => {
    const key = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 10 }));
    const object = fc.dictionary(key, fc.oneof(fc.jsonValue({ noUnicodeString: false }), odd, text), { maxKeys: 5 });
    fc.assert(
      fc.property(object, (value) => {
        const json = JSON.stringify(value);
        // Read back, a text that cannot be stored shows itself.
        const isStorable = [...textsOf(JSON.parse(json))].every(isStored);
        expect(takes(jsonObjectInput, value)).toBe(isStorable && Buffer.byteLength(json) <= LIMITS.jsonBytes);
        if (takes(jsonObjectInput, value)) expect(JSON.stringify(jsonObjectInput.parse(value))).toBe(json);
      }),
      { numRuns: 1_000 },
    );
  });

  test('has a maximum depth', () => {
    const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (levels) => {
        expect(takes(jsonObjectInput, nested(levels))).toBe(levels <= LIMITS.jsonDepth);
      }),
    );
  });

  test('is an object', () => {
    for (const value of [null, undefined, [], 'a', 1, true]) expect(takes(jsonObjectInput, value)).toBe(false);
  });
});

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    yield name;
    yield* textsOf(child);
  }
}

test('makes texts storable, and keeps storable ones unchanged', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(isStored(storable(value))).toBe(true);
      if (isStored(value)) expect(storable(value)).toBe(value);
    }),
  );
});
