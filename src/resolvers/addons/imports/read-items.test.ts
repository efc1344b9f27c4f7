import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { readMember, readProject } from './read-items.ts';

test.each([
  [{}, 'name: is required, as text; url: is required, as text'],
  [{ name: ' ', url: 'the shop' }, 'name: must not be empty; url: must be an http or https URL'],
  [{ name: 'A'.repeat(121), url: 'https://a.example' }, 'name: must have at most 120 characters'],
  [{ name: 5, url: ['https://a.example'] }, 'name: is required, as text; url: is required, as text'],
])('names the invalid members of the project %o', (item, message) => {
  expect(() => readProject(item)).toThrow(message);
});

test.each([
  ['shop.example/start', 'https://shop.example/start'],
  [' Shop.example ', 'https://Shop.example'],
  ['//shop.example', 'https://shop.example'],
  ['localhost:3000/a', 'https://localhost:3000/a'],
  ['http://shop.example', 'http://shop.example'],
])('reads the URL %j as %s', (url, expected) => {
  expect(readProject({ name: 'Shop', url }).url).toBe(expected);
});

test.each(['index.html', 'start.php', 'ftp://shop.example', 'mailto:ida@shop.example', '/start', 'shop'])(
  'reads no URL from %s',
  (url) => {
    expect(() => readProject({ name: 'Shop', url })).toThrow('url: must be an http or https URL');
  },
);

test.each([
  'Grace Hopper <grace@example.com>',
  '"Hopper, Grace" <Grace@example.com>',
  '<grace@example.com>',
  'mailto:grace@example.com',
])('reads the address of %s', (email) => {
  expect(readMember({ email, role: 'editor' }).email).toBe('grace@example.com');
});

test('identifies a project by its normalized start URL', () => {
  const key = (url: string) => readProject({ name: ' Shop ', url }).urlKey;
  expect(readProject({ name: ' Shop ', url: 'https://a.example' }).name).toBe('Shop');
  expect(key('HTTPS://A.example:443/?utm_source=x#top')).toBe(key('https://a.example'));
  expect(key('https://a.example/beta')).not.toBe(key('https://a.example'));
});

test.each([
  [{}, 'email: is required, as text; role: must be one of owner, admin, editor, viewer'],
  [{ email: 'nobody', role: 'boss' }, 'email: must be an e-mail address; role: must be one of'],
  [{ email: 'a@b.example', role: 5 }, 'role: must be one of'],
])('names the invalid members of the member %o', (item, message) => {
  expect(() => readMember(item)).toThrow(message);
});

test('trims cells of a spreadsheet and ignores their case', () => {
  expect(readMember({ email: ' Grace@Example.com ', role: ' Editor', name: 'Grace' })).toEqual({
    email: 'grace@example.com',
    role: 'editor',
    allProjects: true,
    projectIds: [],
  });
});

test('reads or rejects any object with a BAD_USER_INPUT error', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.webUrl(),
    fc.emailAddress(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('viewer', 'owner', '__proto__'),
  );
  const item = fc.dictionary(fc.constantFrom('name', 'url', 'email', 'role', '__proto__', 'constructor'), value);
  fc.assert(
    fc.property(item, fc.constantFrom(readProject, readMember), (given, read) => {
      try {
        // A member also has a list and a flag.
        for (const text of Object.values(read(given)).filter((found) => typeof found === 'string')) {
          expect(text.trim()).not.toBe('');
          expect(text).not.toMatch(/\0|\p{Surrogate}/u);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});
