import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugInput } from './fields.ts';
import { freeSlug, organizationSlug, slugOf } from './slug.ts';

test.each([
  ['Analytical Engines', 'analytical-engines'],
  ['  Žluťoučký kůň! ', 'zlutoucky-kun'],
  ['ﬁne № 2', 'fine-no-2'],
  ['日本', 'project'],
  ['a'.repeat(120), 'a'.repeat(48)],
  [`${'a'.repeat(47)} b`, 'a'.repeat(47)],
])('%s becomes %s', (name, slug) => {
  expect(slugOf(name, 'project')).toBe(slug);
});

test('any name gives valid, distinct slugs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
      const taken = new Set<string>();
      for (let i = 0; i < 12; i++) {
        const slug = freeSlug(slugOf(name, 'project'), taken);
        expect(slugInput.parse(slug)).toBe(slug);
        expect(taken.has(slug)).toBe(false);
        taken.add(slug);
      }
      expect(slugInput.safeParse(organizationSlug(name)).success).toBe(true);
    }),
  );
});

test('the second slug of a name ends with -2, also at the maximum length', () => {
  expect(freeSlug('shop', new Set(['shop', 'shop-2']))).toBe('shop-3');
  const long = 'b'.repeat(64);
  expect(freeSlug(long, new Set([long]))).toBe(`${'b'.repeat(62)}-2`);
});
