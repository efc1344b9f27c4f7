import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['plain', '"plain"'],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['＝1', `"'＝1"`],
  ['a=1', '"a=1"'],
  ["x;=cmd|' /C calc'!A0", `"x;'=cmd|' /C calc'!A0"`],
  ['x\t+1', `"x\t'+1"`],
  ['x\n@SUM(A1)', `"x\n'@SUM(A1)"`],
  ['- one\n- two', `"'- one\n'- two"`],
  ['a; b', '"a; b"'],
  ['two\nlines, "quoted"', '"two\nlines, ""quoted"""'],
  [-5, '"-5"'],
  [null, '""'],
])('%j becomes %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a line ends with CRLF', () => {
  expect(csvLine(['a', 1, null])).toBe('"a","1",""\r\n');
});
