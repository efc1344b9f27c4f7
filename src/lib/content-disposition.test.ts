import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test.each([
  ['report.pdf', 'attachment; filename="report.pdf"; filename*=UTF-8\'\'report.pdf'],
  ['Übersicht (1).pdf', 'attachment; filename="_bersicht (1).pdf"; filename*=UTF-8\'\'%C3%9Cbersicht%20%281%29.pdf'],
  [
    'a"; filename="b.html',
    'attachment; filename="a__ filename__b.html"; filename*=UTF-8\'\'a%22%3B%20filename%3D%22b.html',
  ],
  ['holiday\u202egpj.exe', 'attachment; filename="holidaygpj.exe"; filename*=UTF-8\'\'holidaygpj.exe'],
  ['../..\\etc/passwd', 'attachment; filename=".._.._etc_passwd"; filename*=UTF-8\'\'..%2F..%5Cetc%2Fpasswd'],
  [
    "<img src=x onerror='x'>",
    'attachment; filename="_img src_x onerror__x__"; filename*=UTF-8\'\'%3Cimg%20src%3Dx%20onerror%3D%27x%27%3E',
  ],
])('%s', (name, expected) => {
  expect(contentDisposition('attachment', name)).toBe(expected);
});

test('contains no line break and only ASCII', () => {
  expect(contentDisposition('inline', 'a\r\nSet-Cookie: x=1\ud800é🙂')).toMatch(/^[\x20-\x7e]+$/);
});
