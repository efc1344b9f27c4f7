import { expect, test } from 'vitest';
import { brandOf, initialsOf } from './brand.ts';

const luminance = (color: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test('colors of every name are readable, light and dark', () => {
  const names = Array.from({ length: 360 }, (_, i) => String.fromCharCode(65 + (i % 26)) + String.fromCharCode(65 + i));
  const found = names.flatMap((name) => {
    const { light, dark } = brandOf(name);
    return [light, dark].flatMap(({ button, buttonText, mark, markText }) => [
      contrast(button, buttonText),
      contrast(mark, markText),
    ]);
  });
  expect(Math.min(...found)).toBeGreaterThan(4.5);
});

test('a name has the initials of its first and last word', () => {
  expect(['Shop', 'Corner shop', ' the  old Corner shop ', '😀 éclair', ''].map(initialsOf)).toEqual([
    'S',
    'CS',
    'TS',
    '😀É',
    '',
  ]);
});
