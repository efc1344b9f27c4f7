import { expect, test } from 'vitest';
import { idOfShort } from '../../../infrastructure/database/ids.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { appLink, pageLink } from './links.ts';

test.each([
  ['https://shop.example', 'https://shop.example#pinbound=12'],
  ['https://shop.example/a?b=1', 'https://shop.example/a?b=1#pinbound=12'],
  ['https://shop.example/a#section', 'https://shop.example/a#pinbound=12'],
  ['https://shop.example/a#', 'https://shop.example/a#pinbound=12'],
  ['https://shop.example/a#pinbound=3', 'https://shop.example/a#pinbound=12'],
  ['https://shop.example/a#/list', 'https://shop.example/a#/list?pinbound=12'],
  ['https://shop.example/a#!list', 'https://shop.example/a#!list?pinbound=12'],
  ['https://shop.example/a#/list?x=1', 'https://shop.example/a#/list?x=1&pinbound=12'],
  ['https://shop.example/a#/list?', 'https://shop.example/a#/list?pinbound=12'],
  ['https://shop.example/a#/list?x=1&', 'https://shop.example/a#/list?x=1&pinbound=12'],
  ['https://shop.example/a#/list?pinbound=3&x=1', 'https://shop.example/a#/list?x=1&pinbound=12'],
  ['https://shop.example/%E4%BD%A0?q=%20#/x%2Fy', 'https://shop.example/%E4%BD%A0?q=%20#/x%2Fy?pinbound=12'],
])('the link to #12 on %s is %s, on the same page', (url, link) => {
  expect(pageLink({ url, number: 12 })).toBe(link);
  expect(pageLink({ url: link, number: 12 })).toBe(link);
  expect(new URL(link).origin).toBe(new URL(url).origin);
  expect(normalizeUrl(link)).toBe(normalizeUrl(pageLink({ url, number: 3 })));
});

test.each(['https://shop.example/a?b=1#top', 'https://shop.example/a#/list?x=1', 'https://shop.example/a#!list'])(
  'a link does not change the page of %s',
  (url) => {
    expect(normalizeUrl(pageLink({ url, number: 12 }))).toBe(normalizeUrl(url));
  },
);

test('the link to the dashboard has the id in 22 characters', () => {
  const id = '0197fa3e-0000-7000-8000-000000000001';
  const link = appLink({ id }, 'https://feedback.example');
  expect(link).toBe('https://feedback.example/a/AZf6PgAAcACAAAAAAAAAAQ');
  expect(idOfShort(link.split('/a/')[1] ?? '')).toBe(id);
});

test.each([
  '',
  'AZf6PgAAcACAAAAAAAAAA',
  'AZf6PgAAcACAAAAAAAAAAQ=',
  'AZf6PgAAcACAAAAAAAAAAR',
  'AZf6PgAAcAAAAAAAAAAAAQ',
  '..',
])('"%s" is not an id in 22 characters', (text) => {
  expect(idOfShort(text)).toBeUndefined();
});
