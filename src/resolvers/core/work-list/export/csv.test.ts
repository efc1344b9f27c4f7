import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['plain', '"plain"'],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['＝1', `"'＝1"`],
  ['a=1', '"a=1"'],
  ['two\nlines, "quoted"', '"two\nlines, ""quoted"""'],
  [-5, '"-5"'],
  [null, '""'],
])('%j becomes %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a line ends with CRLF', () => {
  expect(csvLine(['a', 1, null])).toBe('"a","1",""\r\n');
});
