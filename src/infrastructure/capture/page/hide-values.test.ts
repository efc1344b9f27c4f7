import { expect, test } from 'vitest';
import { formsOf, withoutValues } from './hide-values.ts';

const VALUE = 'S3cret/välue+1';
const hide = (text: string) => withoutValues({ texts: [text] }, formsOf([VALUE])).texts[0];

test.each([
  ['the value', `a ${VALUE} b`, 'a ••• b'],
  ['other case', `a ${VALUE.toLowerCase()} b`, 'a ••• b'],
  ['white space and soft hyphens', [...VALUE].join('\u00ad \n'), '•••'],
  ['in an address', `/?key=${encodeURIComponent(VALUE)}&b`, '/?key=•••&b'],
  ['in a form', new URLSearchParams({ key: VALUE, b: '' }).toString(), 'key=•••&b='],
  ['a part', VALUE.slice(1), VALUE.slice(1)],
])('replaces a value: %s', (_case, text, expected) => {
  expect(hide(text)).toBe(expected);
});

test.each([0, 1, 2, 3])('replaces a value within base64 after %i bytes', (before) => {
  for (const after of [0, 1, 2]) {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from('x'.repeat(before) + VALUE + 'y'.repeat(after)).toString(encoding);
      // At most the character before and the one after also have bits of other bytes.
      expect(hide(text)).toMatch(/^.{0,6}•••.{0,6}$/u);
    }
  }
});

test('replaces the longest form of values that contain each other', () => {
  expect(withoutValues('Basic YW5uOmEtbG9uZw==', formsOf(['a-longer', 'YW5uOmEtbG9uZw==']))).toBe('Basic •••');
});
