import { describe, expect, test } from 'vitest';
import type { Description } from '../../../clients/shared/rebind/fingerprint/description.ts';
import { areNested, likenessOf, MAX_LIKENESS, preferAlike } from '../../../clients/shared/rebind/ranking/likeness.ts';
import { rank } from '../../../clients/shared/rebind/ranking/rank.ts';
import { wordsOf } from '../../../clients/shared/rebind/traits/tokenize.ts';
import { decide } from '../../../clients/shared/rebind/verification/match-results.ts';

/** Links of a list, with the texts beside each. */
const listOf = (...texts: string[]): Description[] =>
  texts.map((text, i) => ({
    tag: 'a',
    xpath: `/html/body/ul/li[${i + 1}]/a`,
    text,
    neighbors: [texts[i - 1] ?? 'Our goods', texts[i + 1] ?? 'Imprint', 'Our goods'],
    duplicates: { index: 0, count: 1 },
    size: 0,
  }));

/** Texts of the first candidates on the new page, and the states. */
function follow(before: readonly Description[], now: readonly Description[]) {
  const results = decide(before.map((description) => rank(description, now)));
  return {
    found: results.map(({ choices: [first] }) => now[first?.entry.index ?? -1]?.text),
    bound: results.filter(({ state }) => state === 'bound').length,
  };
}

const NAMES = 'Anchors Baskets Candles Drills Easels Funnels Gloves Hammers Inkwells Jugs Kettles Lanterns'.split(' ');

describe('lists', () => {
  test.each([
    ['with a space', ' '],
    ['without a space', ''],
  ])('counters %s changed and two items were inserted before', (_, space) => {
    const after = NAMES.map((name, i) => `${name}${space}${(i * 53 + 7) % 190}`);
    const { found, bound } = follow(
      listOf(...NAMES.map((name, i) => `${name}${space}${(i * 37 + 11) % 200}`)),
      listOf(`Irons${space}14`, `Ladders${space}9`, ...after),
    );
    expect(found).toEqual(after);
    expect(bound).toBeGreaterThan(9);
  });

  test('words were inflected and three items were inserted before', () => {
    const words = 'Lamp Chair Table Carpet Mirror Vase Cushion Curtain'.split(' ');
    const after = words.map((word) => `${word}s`);
    const { found } = follow(listOf(...words), listOf('Sofas', 'Desks', 'Stools', ...after));
    expect(found).toEqual(after);
  });

  test('another number of a numbered list is another item', () => {
    const { bound } = follow(
      listOf('Episode 5', 'Episode 4', 'Episode 3'),
      listOf('Episode 8', 'Episode 7', 'Episode 6'),
    );
    expect(bound).toBe(0);
  });

  test('words are compared without endings of plurals, and apart from adjoining counters', () => {
    expect(wordsOf('lamps 12')).toEqual(['lamp', '12']);
    expect(wordsOf('lamp12')).toEqual(['lamp', '12']);
    expect(wordsOf('tables table boxes box')).toEqual(['tabl', 'box']);
    expect(wordsOf('shelves shelf knives knife')).toEqual(['shelf', 'knif']);
    expect(wordsOf('a4 bus')).toEqual(['a4', 'bus']);
  });
});

describe('nested elements with the same text', () => {
  const label: Description = {
    tag: 'p',
    xpath: '/html/body/main/p',
    text: 'Baked every morning',
    classes: 'intro',
    duplicates: { index: 0, count: 1 },
    size: 0,
  };
  const wrapper: Description = { ...label, tag: 'div', xpath: '/html/body/main/div', classes: '', size: 1 };
  const wrapped: Description = { ...label, xpath: '/html/body/main/div/p' };

  test('the one with the same tag, classes and content is preferred to its new wrapper', () => {
    const { target, entries } = rank(label, [wrapper, wrapped]);
    expect(preferAlike(target, entries)[0]?.index).toBe(1);
    expect(entries.map((entry) => likenessOf(target, entry) === MAX_LIKENESS)).toContain(true);
  });

  test.each<[string, Partial<Description>, Partial<Description>]>([
    ['classes decide after a change of the tag', { tag: 'section', classes: 'intro' }, { tag: 'p', classes: '' }],
    ['content decides without classes', { size: 0, classes: '' }, { size: 1, classes: '' }],
  ])('%s', (_, right, other) => {
    const { target, entries } = rank({ ...label, classes: right.classes ?? '' }, [
      { ...wrapper, ...other },
      { ...wrapped, ...right },
    ]);
    expect(preferAlike(target, entries)[0]?.index).toBe(1);
  });

  test('of two that are equally similar, none is bound', () => {
    const outer = { ...label, xpath: '/html/body/main/p', size: 2 };
    const row = rank(label, [outer, { ...outer, xpath: '/html/body/main/p/p' }]);
    expect(areNested(row.entries[0] as never, row.entries[1] as never)).toBe(true);
    expect(decide([row])[0]?.state).toBe('moved');
    expect(decide([rank({ ...label, size: undefined as never }, [label])])[0]?.state).toBe('bound');
  });
});

describe('duplicates', () => {
  const card = (heading: string, i: number): Description => ({
    tag: 'button',
    xpath: `/html/body/main/article[${i}]/button`,
    text: 'Buy',
    card: `${heading} Buy`,
    duplicates: { index: i - 1, count: 3, inCard: 1 },
    size: 0,
  });

  test('of a card that was copied are not bound', () => {
    const copies = ['Rye, dark', 'Rye, dark', 'Spelt'].map((heading, i) => card(heading, i + 1));
    const before = { ...card('Rye, dark', 1), duplicates: { index: 0, count: 2, inCard: 1 } };
    expect(decide([rank(before, copies)])[0]?.state).toBe('moved');
  });

  test('with the same id are not bound after one more appeared', () => {
    const field = (i: number): Description => ({
      tag: 'input',
      xpath: `/html/body/form[${i}]/input`,
      id: 'mail',
      name: 'mail',
      label: 'Mail',
      duplicates: { index: i - 1, count: 2 },
      size: 0,
    });
    const before = { ...field(1), duplicates: { index: 0, count: 1 } };
    expect(decide([rank(before, [field(1), field(2)])])[0]?.state).toBe('moved');
    expect(decide([rank(before, [before, { ...field(2), id: 'name', name: 'name', label: 'Name' }])])[0]?.state).toBe(
      'bound',
    );
  });
});
