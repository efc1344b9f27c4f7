import { describe, expect, test } from 'vitest';
import { fileTypeOf, isMarkup } from './file-type.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('the type of a file', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n…', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['RIFF\x01\x02\x03\x04WEBPVP8 ', 'image/webp'],
    ['GIF89a…;', 'image/gif'],
    ['GIF89a without its end', undefined],
    ['%PDF-1.7\n…\n%%EOF\n', 'application/pdf'],
    ['%PDF-1.7\n…', undefined],
    ['line 1\r\nline 2\t\x1b[31mred\x1b[0m\f', 'text/plain'],
    ['', 'text/plain'],
    ['a NUL \0', undefined],
    ['a backspace \b', undefined],
    ['Latin 1: \xe4', undefined],
    ['PK\x03\x04', undefined],
    ['MZ\x90\0', undefined],
    ['RIFF\x01\x02\x03\x04WAVE', undefined],
  ])('%j is %s', (content, type) => {
    expect(fileTypeOf(bytes(content))).toBe(type);
  });

  test('of UTF-8 is text, also behind a byte order mark', () => {
    expect(fileTypeOf(Buffer.from('\ufeffÄ 日本 🙂'))).toBe('text/plain');
  });
});

test.each([
  ['<svg onload="alert(1)">', true],
  ['\ufeff \n<?xml version="1.0"?><svg>', true],
  ['<!-- --><svg>', true],
  ['<!DOCTYPE html>', true],
  ['<SCRIPT>', true],
  ['TypeError: <svg> is not a function', false],
  ['<b@example.com> wrote', false],
])('%j is markup: %s', (text, expected) => {
  expect(isMarkup(Buffer.from(text))).toBe(expected);
});
