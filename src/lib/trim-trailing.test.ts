import { expect, test } from 'vitest';
import { withoutTrailing } from './trim-trailing.ts';

test.each([
  ['https://a.example//', 'https://a.example'],
  ['/a//b/', '/a//b'],
  ['a', 'a'],
  ['///', ''],
  ['', ''],
])('%j has no slash at its end as %j', (text, expected) => {
  expect(withoutTrailing(text, '/')).toBe(expected);
});

test('a long run elsewhere costs one look', () => {
  const text = `${'/'.repeat(2_000_000)}a`;
  expect(withoutTrailing(text, '/')).toBe(text);
  expect(withoutTrailing('/'.repeat(2_000_000), '/')).toBe('');
});
