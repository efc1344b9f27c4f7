import { expect, test } from 'vitest';
import { normalizeUrl } from './page-url.ts';

test.each([
  ['HTTPS://Shop.Example:443/', 'https://shop.example'],
  ['http://shop.example:80/a/', 'http://shop.example/a'],
  ['http://shop.example:8080/a', 'http://shop.example:8080/a'],
  ['https://shop.example/a?b=2&a=1', 'https://shop.example/a?a=1&b=2'],
  ['https://shop.example/a?utm_source=x&id=7&gclid=1&fbclid=2', 'https://shop.example/a?id=7'],
  ['https://shop.example/a?utm_source=x', 'https://shop.example/a'],
  ['https://shop.example/a#section', 'https://shop.example/a'],
  ['https://shop.example/a#/cart', 'https://shop.example/a#/cart'],
  ['https://shop.example/#!cart', 'https://shop.example#!cart'],
  ['https://shop.example/a/?x=1#top', 'https://shop.example/a?x=1'],
  ['https://shop.example/Case?Q=Aa', 'https://shop.example/Case?Q=Aa'],
  ['https://shop.example/a#pinbound=12', 'https://shop.example/a'],
  ['https://shop.example/a#/cart?pinbound=12', 'https://shop.example/a#/cart'],
  ['https://shop.example/a#!cart?b=2&pinbound=12&a=1', 'https://shop.example/a#!cart?b=2&a=1'],
  ['https://shop.example/a#/cart?pinbound', 'https://shop.example/a#/cart'],
  ['https://shop.example/a#/cart?', 'https://shop.example/a#/cart?'],
  ['https://shop.example/a#/cart?pinbounds=1&x=pinbound=1', 'https://shop.example/a#/cart?pinbounds=1&x=pinbound=1'],
  ['https://shop.example/a?pinbound=12', 'https://shop.example/a?pinbound=12'],
  ['https://shop.example/a?t=1&t=0', 'https://shop.example/a?t=0&t=1'],
])('%s compares as %s', (url, expected) => {
  expect(normalizeUrl(url)).toBe(expected);
});

test('normalizing twice has no further effect', () => {
  const once = normalizeUrl('https://A.example:443/x//?b=1&a=%20z&utm_id=3#/r');
  expect(normalizeUrl(once)).toBe(once);
});
