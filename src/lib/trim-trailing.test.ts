import { expect, test } from 'vitest';
import { trimTrailing } from './trim-trailing.ts';

test.each([
  ['https://a.example//', 'https://a.example'],
  ['/a//b/', '/a//b'],
  ['a', 'a'],
  ['///', ''],
  ['', ''],
])('trims %j to %j', (text, expected) => {
  expect(trimTrailing(text, '/')).toBe(expected);
});

test('takes linear time for a long run before the end', () => {
  const text = `${'/'.repeat(2_000_000)}a`;
  expect(trimTrailing(text, '/')).toBe(text);
  expect(trimTrailing('/'.repeat(2_000_000), '/')).toBe('');
});
