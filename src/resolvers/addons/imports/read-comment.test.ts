import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError, badField } from '../../../errors.ts';
import { readComment } from './read-comment.ts';

const exported = (source: string) =>
  JSON.parse(readFileSync(`test/fixtures/imports/${source}.json`, 'utf8')).map((item: Record<string, unknown>) =>
    readComment(source, item),
  );
const author = { author_name: 'Ida', author_email: 'ida@example.com' };
const created_at = new Date('2025-02-03T10:20:30.000Z');

test.each([
  [
    'bugherd',
    [
      {
        content: 'The total is cut off',
        url: 'https://shop.example/cart?step=2',
        status: 'in_progress',
        ...author,
        author_name: null,
        created_at,
        external_id: '6381',
      },
      { content: 'Typo', url: 'https://shop.example/', status: 'open', author_email: null, created_at: null },
    ],
  ],
  [
    'marker.io',
    [
      { content: 'The button does nothing', status: 'resolved', ...author, created_at, external_id: 'SHOP-7' },
      { content: 'Only a title', url: 'https://shop.example/', status: 'open', author_name: 'Bo' },
    ],
  ],
  [
    'userback',
    [
      { content: 'Wrong picture', status: 'in_progress', ...author, created_at, external_id: '90' },
      { content: 'Only a title', url: 'https://shop.example/boots', ...author, created_at, external_id: '91' },
    ],
  ],
  [
    'spreadsheet',
    [{ content: 'Too small', position_x: 12.5, position_y: 640, status: 'resolved', ...author, external_id: 'r1' }],
  ],
])('reads an export of %s', (source, rows) => {
  expect(exported(source)).toMatchObject(rows);
});

test.each(['bugherd', 'marker.io', 'userback', 'csv'])('reads the plain shape from %s', (source) => {
  const item = {
    content: 'Too small',
    url: 'https://shop.example/',
    position_x: 12.5,
    position_y: 640,
    status: 'in_progress',
    author: { name: 'Ida', email: 'ida@example.com' },
    createdAt: '2025-02-03T10:20:30Z',
    metadata: { selector: '#size' },
    externalId: 'r1',
  };
  const { author: _, createdAt, externalId: external_id, ...same } = item;
  expect(readComment(source, item)).toMatchObject({ ...same, ...author, created_at: new Date(createdAt), external_id });
});

test.each([
  [{ status_id: 0 }, 'open'],
  [{ status_id: 1 }, 'open'],
  [{ status_id: 2 }, 'in_progress'],
  [{ status_id: 4 }, 'resolved'],
  [{ status_id: 5 }, 'resolved'],
  [{ status_id: 4711 }, 'open'],
  [{ status_id: null }, 'open'],
  [{ status: 'todo', status_id: 5 }, 'open'],
])('reads the status of BugHerd in %o', (status, expected) => {
  const item = { description: 'a', url: 'https://a.example', ...status };
  expect(readComment('bugherd', item).status).toBe(expected);
});

test.each([
  [{}, 'content: is required, as text; url: is required, as text'],
  [{ status: 'Done' }, 'status: must be one of open, in_progress, resolved'],
  [{ createdAt: 'yesterday' }, 'createdAt: must be a date and time'],
  [{ createdAt: '2026-02-30' }, 'createdAt: must be a date and time'],
  [{ createdAt: '03/02/2025' }, 'createdAt: must be a date and time'],
  [{ createdAt: 'Mar 2, 2025' }, 'createdAt: must be a date and time'],
  [{ createdAt: '30 Feb 2026 10:00:00 GMT' }, 'createdAt: must be a date and time'],
  [{ createdAt: '30 Foo 2026 10:00:00 GMT' }, 'createdAt: must be a date and time'],
  [{ createdAt: '20260305' }, 'createdAt: must be a date and time'],
  [{ createdAt: '202603051000' }, 'createdAt: must be a date and time'],
  [{ createdAt: '2026-03-05+02' }, 'createdAt: must be a date and time'],
  [{ createdAt: '2026-03-05 10:00:00+2' }, 'createdAt: must be a date and time'],
  [{ createdAt: '4102444800' }, 'createdAt: must be from 1970 to today'],
  [{ createdAt: '0001-01-01' }, 'createdAt: must be from 1970 to today'],
  [{ x: '1e9' }, 'x: must be at most 10000000'],
])('names the invalid member of %o', (wrong, message) => {
  const right =
    'status' in wrong || 'createdAt' in wrong || 'x' in wrong ? { text: 'a', url: 'https://a.example' } : {};
  expect(() => readComment('csv', { ...right, ...wrong })).toThrow(message);
});

const NO_TIME = 'must be a date and time such as 2026-11-21T09:30:00Z, a Unix time, or the day number of a spreadsheet';

test.each([
  ['csv', { position_x: 1e9 }, 'position_x', 'must be at most 10000000', 'out_of_range'],
  ['csv', { author: { email: 'nobody' } }, 'author.email', 'must be an e-mail address'],
  ['csv', { author: 5 }, 'author', 'must be a string'],
  ['csv', { text: 5 }, 'text', 'is required, as text'],
  ['csv', { date: 'yesterday' }, 'date', NO_TIME],
  ['bugherd', { selector_info: { y: 'low' } }, 'selector_info.y', 'must be a number'],
  ['csv', { position_x: '1,234' }, 'position_x', 'must be a number'],
] as [string, object, ...Parameters<typeof badField>][])(
  'names invalid members as the export of %s does: %o',
  (source, wrong, path, message, code) => {
    const right = { [source === 'csv' ? 'text' : 'description']: 'a', url: 'https://a.example' };
    expect(() => readComment(source, { ...right, ...wrong })).toThrow(badField(path, message, code));
  },
);

test.each([
  '2026-03-05T10:00:00Z',
  '2026-03-05T10:00',
  '2026-03-05 10:00',
  '2026-03-05 10:00:00 UTC',
  '2026-03-05 12:00:00 +0200',
  '2026-03-05T08:00:00.000-02:00',
  'Thu, 05 Mar 2026 10:00:00 GMT',
  '5 Mar 2026 12:00:00 +0200',
  '2026-03-05 12:00:00+02',
  '2026-03-05 08:00:00.000 -02',
  '2026-03-05T10:00+00',
  '1772704800',
  '1772704800000',
  ' 2026-03-05 10:00:00\t',
  1_772_704_800_000,
])('reads the time %s', (createdAt) => {
  const { created_at } = readComment('csv', { text: 'a', url: 'https://a.example', createdAt });
  expect(created_at?.toISOString()).toBe('2026-03-05T10:00:00.000Z');
});

test.each([
  ['5.3.2026 10:00', '2026-03-05T10:00:00.000Z'],
  ['05.03.2026, 10:00:30', '2026-03-05T10:00:30.000Z'],
  ['05.03.2026', '2026-03-05T00:00:00.000Z'],
])('reads the day first in %s', (date, expected) => {
  expect(readComment('csv', { text: 'a', url: 'https://a.example', date }).created_at?.toISOString()).toBe(expected);
});

test.each(['3.13.2026', '5.3.26', '05.03.2026 25:00', '31.02.2026', '2026.03.05'])('reads no time from %s', (date) => {
  expect(() => readComment('csv', { text: 'a', url: 'https://a.example', date })).toThrow(`date: ${NO_TIME}`);
});

test.each([
  {
    Comment: 'Wide',
    'Page URL': 'https://a.example/',
    'E-Mail': 'ida@example.com',
    'Created at': '2026-03-05',
    X: '12,5',
  },
  { TEXT: 'Wide', URL: 'https://a.example/', Email: 'ida@example.com', Date: 46_086, 'Position X': 12.5 },
  {
    description: 'Wide',
    'page-url': 'a.example/',
    Author: { 'E-mail': 'ida@example.com' },
    created_at: '5.3.2026',
    x: 12.5,
  },
])('reads columns as people name them: %o', (item) => {
  expect(readComment('csv', item)).toMatchObject({
    content: 'Wide',
    url: 'https://a.example/',
    author_email: 'ida@example.com',
    created_at: new Date('2026-03-05'),
    position_x: 12.5,
  });
});

test('names the column of the export, and prefers exact names', () => {
  const item = { Text: 'A', text: 'B', Page: 'nowhere' };
  expect(() => readComment('csv', item)).toThrow(badField('Page', 'must be an http or https URL'));
  expect(readComment('csv', { ...item, url: 'https://a.example' }).content).toBe('B');
});

test.each([
  ['Open', 'open'],
  ['In progress', 'in_progress'],
  ['in-progress', 'in_progress'],
  ['RESOLVED', 'resolved'],
])('reads the status %s', (status, expected) => {
  expect(readComment('csv', { text: 'a', url: 'https://a.example', status }).status).toBe(expected);
});

test.each([
  [45_418, '2024-05-06T00:00:00.000Z'],
  [45_418.297, '2024-05-06T07:07:41.000Z'],
  ['45418.297', '2024-05-06T07:07:41.000Z'],
  ['45418,297', '2024-05-06T07:07:41.000Z'],
  [45_418.5, '2024-05-06T12:00:00.000Z'],
  [25_569, '1970-01-01T00:00:00.000Z'],
])('reads the day number %s of a spreadsheet', (date, expected) => {
  expect(readComment('csv', { text: 'a', url: 'https://a.example', date }).created_at?.toISOString()).toBe(expected);
});

test.each([0, 1, -5, 12_345, '12345', 20_240_506, '20240506', 202_603_051_000, 999_999_999, 1e16, '1e9', 'Infinity'])(
  'reads no time from %s',
  (date) => {
    expect(() => readComment('csv', { text: 'a', url: 'https://a.example', date })).toThrow(`date: ${NO_TIME}`);
  },
);

test('refuses a day number that is in the future', () => {
  const read = () => readComment('csv', { text: 'a', url: 'https://a.example', date: 400_000 });
  expect(read).toThrow('date: must be from 1970 to today');
});

test.each([
  [{ url: 'example.com/page?a=1' }, 'https://example.com/page?a=1'],
  [{ site: 'example.com/page' }, 'https://example.com/page'],
  [{ url: '/cart', site: 'shop.example' }, 'https://shop.example/cart'],
  [{ url: 'cart.html', site: 'http://shop.example/a/' }, 'http://shop.example/a/cart.html'],
  [{ url: 'shop.example/cart', site: 'shop.example' }, 'https://shop.example/cart'],
  [{ url: ' https://other.example/x ', site: 'shop.example' }, 'https://other.example/x'],
  [{ url: 'münchen.example' }, 'https://münchen.example'],
  [{ url: '192.168.0.5:8080/shop' }, 'https://192.168.0.5:8080/shop'],
  [{ url: '/cart', Site: '10.0.0.7' }, 'https://10.0.0.7/cart'],
  [{ url: '\u00a0shop.example/a b ' }, 'https://shop.example/a b'],
  [{ url: '?step=2', site: 'WWW.Shop.example/cart' }, 'https://www.shop.example/cart?step=2'],
  [{ url: 'www.shop.example:8443#top' }, 'https://www.shop.example:8443#top'],
])('reads the page of %o', (page, expected) => {
  for (const source of ['csv', 'bugherd'])
    expect(readComment(source, { description: 'a', ...page }).url).toBe(expected);
});

test.each([
  [{ author: 'Ida Lo <Ida@example.com>' }, 'Ida Lo', 'ida@example.com'],
  [{ email: '"Lo, Ida" <ida@example.com>' }, 'Lo, Ida', 'ida@example.com'],
  [{ author: 'ida@example.com' }, null, 'ida@example.com'],
  [{ author: 'Bo', email: 'Ida <ida@example.com>' }, 'Bo', 'ida@example.com'],
  [{ author: 'Ida (Sales)' }, 'Ida (Sales)', null],
  [{ author: "'Lo, Ida' <mailto:ida@example.com>" }, "'Lo, Ida'", 'ida@example.com'],
  [{ author: 'Ida <Sales> <ida@example.com>' }, 'Ida <Sales>', 'ida@example.com'],
])('reads the author of %o', (author, name, email) => {
  const row = readComment('csv', { text: 'a', url: 'https://a.example', ...author });
  expect([row.author_name, row.author_email]).toEqual([name, email]);
});

test.each([
  [{ text: 'a'.repeat(100_000) }, /^text: must have at most \d+ characters$/],
  [{ author: 'a'.repeat(1_000) }, /^author: must have at most \d+ characters$/],
  [{ url: `https://a.example/${'a'.repeat(5_000)}` }, /^url: must have at most \d+ characters$/],
])('refuses a text that is too long, and names its limit', (item, message) => {
  expect(() => readComment('csv', { text: 'a', url: 'https://a.example', ...item })).toThrow(message);
});

test('trims cells and treats empty ones as missing', () => {
  const read = (item: object) => readComment('csv', { text: 'a', url: 'https://a.example', ...item });
  const item = { email: ' Ida@example.com\t', status: 'resolved ', createdAt: ' 2026-03-05 ', x: ' 5 ' };
  expect(read(item)).toMatchObject({ author_email: 'ida@example.com', status: 'resolved', position_x: 5 });
  expect(read({ email: ' ', status: '\t', createdAt: '  ' })).toMatchObject({
    author_email: null,
    status: 'open',
    created_at: null,
  });
  expect(() => read({ email: 'ida @example.com' })).toThrow('email: must be an e-mail address');
});

test('without an id, comments are identified by their immutable members in any order', () => {
  const id = (item: object) => readComment('csv', { content: 'a', url: 'https://a.example', ...item }).external_id;
  expect(id({ x: 1, y: 2, status: 'open' })).toBe(id({ y: '2', x: '1', status: 'resolved' }));
  expect(id({ x: 1 })).not.toBe(id({ x: 2 }));
});

test('without an id, equal comments are numbered the same in every import', () => {
  const idsOf = (items: object[]) => {
    const hashCounts = new Map<string, number>();
    return items.map(
      (item) => readComment('csv', { content: 'a', url: 'https://a.example', ...item }, hashCounts).external_id,
    );
  };
  const ids = idsOf([{}, {}, { x: 1 }, {}, { externalId: 'e' }, { externalId: 'e' }]);
  expect(new Set(ids).size).toBe(5);
  expect(idsOf([{}, { x: 1 }, {}, {}])).toEqual([ids[0], ids[2], ids[1], ids[3]]);
  // The first one has no number, as before numbers were introduced.
  expect(ids[0]).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test.each([
  ['2025-02-03T10:20:30Z', '2025-02-03T10:20:30.000Z'],
  [1_738_578_030, '2025-02-03T10:20:30.000Z'],
  [1_738_578_030_500, '2025-02-03T10:20:30.500Z'],
  [1_738_578_030.5, '2025-02-03T10:20:30.500Z'],
])('reads the time %s', (createdAt, time) => {
  const row = readComment('csv', { content: 'a', url: 'https://a.example', createdAt });
  expect(row.created_at).toEqual(new Date(time));
});

test('reads or rejects any object of any source with a BAD_USER_INPUT error', () => {
  const names = fc.constantFrom(
    'content',
    'text',
    'description',
    'url',
    'site',
    'author',
    'status',
    'id',
    'createdAt',
    'x',
  );
  const item = fc.dictionary(names, fc.oneof(fc.jsonValue(), fc.constant('https://a.example/b')));
  fc.assert(
    fc.property(fc.constantFrom('bugherd', 'marker.io', 'userback', '__proto__', 'csv'), item, (source, value) => {
      try {
        expect(readComment(source, value).content.trim()).not.toBe('');
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});

test('rejects an overlong time without backtracking', () => {
  const before = process.cpuUsage();
  for (const long of [`x${' '.repeat(1_000_000)}x`, `10:00${'.1'.repeat(100_000)}`, '1'.repeat(1_000_000)])
    expect(() => readComment('csv', { content: 'a', url: 'https://a.example', createdAt: long })).toThrow(
      'createdAt: must be a date and time',
    );
  // Microseconds of CPU time, which other processes do not change.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});

test.each([
  // 6 May 2024, as some files of Excel for Mac count.
  [43_956.297, '2024-05-06T07:07:41.000Z'],
  ['43956,5', '2024-05-06T12:00:00.000Z'],
  [' 43956 ', '2024-05-06T00:00:00.000Z'],
  [24_107, '1970-01-01T00:00:00.000Z'],
  // Times that are not day numbers.
  ['2024-05-06T07:00:00Z', '2024-05-06T07:00:00.000Z'],
  [1_714_978_800, '2024-05-06T07:00:00.000Z'],
  ['1714978800000', '2024-05-06T07:00:00.000Z'],
])('reads %j in the 1904 date system', (createdAt, expected) => {
  const item = { text: 'Dated', url: 'https://a.example/', createdAt };
  expect(readComment('csv', item, new Map(), 1904).created_at).toEqual(new Date(expected));
});

test.each([[24_106], ['20240506'], [true]])('rejects %j in the 1904 date system', (createdAt) => {
  const item = { text: 'Dated', url: 'https://a.example/', createdAt };
  expect(() => readComment('csv', item, new Map(), 1904)).toThrow(/^createdAt: /);
});
