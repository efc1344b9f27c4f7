import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../clients/dashboard/i18n/languages.ts';

const ENGLISH = readdirSync('clients', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-en.json'))
  .map((path) => join('clients', path));

const textsOf = (path: string): [key: string, text: string][] => Object.entries(JSON.parse(readFileSync(path, 'utf8')));

const placeholders = (path: string) => textsOf(path).map(([key, text]) => [key, text.match(/\{\w+\}/g)?.sort() ?? []]);

test('overlay, frame for drawings, and dashboard have catalogs', () => {
  expect(ENGLISH).toHaveLength(8);
});

describe.each(ENGLISH)('%s', (english) => {
  const others = Object.keys(LANGUAGES).filter((language) => language !== 'en');

  test.each(others)('has a catalog in %s with its keys, in its order, and its placeholders', (language) => {
    expect(placeholders(english.replace('-en.', `-${language}.`))).toEqual(placeholders(english));
  });

  test.each(Object.keys(LANGUAGES))('has no empty text and no line break in %s', (language) => {
    const texts = textsOf(english.replace('-en.', `-${language}.`));
    expect(texts.filter(([, text]) => text.trim() === '' || text.includes('\n'))).toEqual([]);
  });

  test('has no other file', () => {
    const prefix = english.slice(0, -'en.json'.length);
    const files = readdirSync(join(english, '..')).map((file) => join(english, '..', file));
    const languages = files.filter((file) => file.startsWith(prefix)).map((file) => file.slice(prefix.length, -5));
    expect(languages.sort()).toEqual(Object.keys(LANGUAGES).sort());
  });
});
