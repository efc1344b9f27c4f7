import { describe, expect, test } from 'vitest';
import type { Description } from '../../../clients/shared/rebind/fingerprint/description.ts';
import type { Fingerprint } from '../../../clients/shared/rebind/fingerprint/fingerprint.ts';
import { readStored } from '../../../clients/shared/rebind/fingerprint/stored.ts';
import * as columns from '../../../clients/shared/rebind/ranking/feature-columns.ts';
import { FEATURES, type Feature } from '../../../clients/shared/rebind/ranking/features.ts';
import { bonusOf } from '../../../clients/shared/rebind/ranking/prior.ts';
import { rank } from '../../../clients/shared/rebind/ranking/rank.ts';
import { traitsOf } from '../../../clients/shared/rebind/traits/traits.ts';
import { decide } from '../../../clients/shared/rebind/verification/match-results.ts';

const LINK: Description = {
  tag: 'a',
  xpath: '/html/body/header/nav/ul/li[2]/a',
  text: 'Opening hours',
  href: '/hours',
  classes: 'nav-link',
  id: 'hours',
};
const OTHER: Description = { tag: 'p', xpath: '/html/body/main/p[4]', text: 'Something else altogether' };

/** Returns one feature of the comparison of two descriptions. */
function feature(name: Feature, a: Description | Fingerprint, b: Description): number {
  const [entry] = rank(a, [b]).entries;
  return entry?.features[FEATURES.indexOf(name)] ?? Number.NaN;
}

const at = (xpath: string): Partial<Description> => ({ xpath });
const box = (x: number): Partial<Description> => ({ box: { x, y: 0, width: 80, height: 20 } });
const duplicate = (card: string, index: number): Partial<Description> => ({ card, duplicates: { index, count: 3 } });

/** Examples per feature: a target, a candidate with a higher value, one with a lower value. */
const EXAMPLES: Record<Feature, [Partial<Description>, more: Partial<Description>, less: Partial<Description>]> = {
  textEqual: [{ text: 'Open — now!' }, { text: 'open now' }, { text: 'Closed' }],
  textPairs: [{ text: 'Opening hours' }, { text: 'Opening times' }, { text: 'Our bread' }],
  textShared: [{ text: 'Add to cart' }, { text: 'Add to basket' }, { text: 'Buy it now' }],
  textDiffers: [{ text: 'Open' }, { text: 'Closed' }, { text: 'open' }],
  textOnOneSide: [{ text: 'Open' }, {}, { text: 'Closed' }],
  bagRarest: [{ classes: 'price-tag' }, { id: 'priceTag' }, { id: 'summary' }],
  bagAlike: [{ classes: 'price-tag' }, { id: 'priceTag' }, { id: 'priceOfSummary' }],
  idEqual: [{ id: 'total' }, { id: 'total' }, {}],
  nameEqual: [{ name: 'user' }, { name: 'user' }, { name: 'mail' }],
  nameDiffers: [{ name: 'user' }, { name: 'mail' }, { name: 'user' }],
  hrefEqual: [{ href: '/hours?from=menu' }, { href: 'https://bakery.example/hours/' }, { href: '/bread' }],
  classes: [{ classes: 'card big' }, { classes: 'card small' }, { classes: 'row' }],
  tagEqual: [{ tag: 'p' }, { tag: 'p' }, { tag: 'div' }],
  headingOnOneSide: [{ tag: 'h2' }, { tag: 'p' }, { tag: 'h3' }],
  controlEqual: [{ tag: 'button' }, { tag: 'input', type: 'submit' }, { tag: 'input', type: 'text' }],
  controlDiffers: [{ tag: 'button' }, { tag: 'input', type: 'text' }, { tag: 'input', type: 'submit' }],
  steps: [at('/html/body/main/p[2]'), at('/html[1]/body[1]/main[1]/p[2]'), at('/html/body/footer/p[5]')],
  tail: [at('/html/body/ul/li[2]/a'), at('/html/body/div/ul/li[2]/a'), at('/html/body/ul/li[3]/a')],
  depth: [at('/html/body/main/p'), at('/html/body/aside/p'), at('/html/body/main/div/div/p')],
  number: [at('/html/body/ul/li[3]/a'), at('/html/body/div/ul/li[3]/a'), at('/html/body/ul/li[2]/a')],
  footerOnOneSide: [at('/html/body/footer/p'), at('/html/body/main/p'), at('/html/body/div/footer/p')],
  regionDiffers: [at('/html/body/header/p'), at('/html/body/main/p'), at('/html/body/div/header/p')],
  regions: [at('/html/body/header/nav/a'), at('/html/body/div/header/nav/a'), at('/html/body/main/a')],
  form: [at('/html/body/form/p'), at('/html/body/div/form/p'), at('/html/body/p')],
  formOnOneSide: [at('/html/body/form/p'), at('/html/body/p'), at('/html/body/div/form/p')],
  listAlike: [at('/html/body/ul/li/a'), at('/html/body/ol/li/a'), at('/html/body/p/a')],
  neighbors: [
    { neighbors: ['Before', 'After'] },
    { neighbors: ['before', 'after'] },
    { neighbors: ['before', 'later'] },
  ],
  position: [box(0), box(100), box(900)],
  exactPosition: [box(0), box(10), box(100)],
  testIdEqual: [{ testId: 'buy' }, { testId: 'buy' }, { testId: 'sell' }],
  testIdDiffers: [{ testId: 'buy' }, { testId: 'sell' }, { testId: 'buy' }],
  card: [{ card: 'Rye, dark' }, { card: 'rye dark' }, { card: 'Spelt, light' }],
  otherCard: [duplicate('Rye, dark', 0), duplicate('Spelt, light', 0), duplicate('Rye, dark', 2)],
  ordinal: [duplicate('Rye, dark', 1), duplicate('Rye, dark', 1), duplicate('Rye, dark', 2)],
  iconEqual: [{ icon: 'pen' }, { icon: 'pen' }, { icon: 'bin' }],
  iconDiffers: [{ icon: 'pen' }, { icon: 'bin' }, { icon: 'pen' }],
};

describe('features', () => {
  test('column constants match the order of the features', () => {
    const nameOf = (column: string) =>
      column.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    for (const [name, column] of Object.entries(columns)) expect(FEATURES[column]).toBe(nameOf(name));
  });

  test('a common rare word weighs more than a common frequent one', () => {
    const wanted: Description = { tag: 'p', text: 'Garden spade' };
    const candidates: Description[] = ['Spade, sharpened', 'Garden gloves', 'Garden hose', 'Garden lamp'].map(
      (text) => ({
        tag: 'p',
        text,
      }),
    );
    const { entries } = rank(wanted, candidates);
    const rarest = (index: number) =>
      entries.find((entry) => entry.index === index)?.features[FEATURES.indexOf('bagRarest')] ?? Number.NaN;
    expect(rarest(0)).toBeGreaterThan(rarest(1));
    expect(entries[0]?.index).toBe(0);
  });

  test.each(FEATURES.map((name) => [name, ...EXAMPLES[name]] as const))(
    '%s of %j is higher with %j than with %j',
    (name, wanted, more, less) => {
      const [a, b, c] = [wanted, more, less].map((part): Description => ({ tag: 'p', ...part }));
      expect(feature(name, a as Description, b as Description)).toBeGreaterThan(
        feature(name, a as Description, c as Description),
      );
    },
  );

  test.each<[Feature, Partial<Description>]>([
    ['bagRarest', { text: 'Add to cart' }],
    ['nameEqual', { name: 'quantity' }],
    ['hrefEqual', { href: '/cart' }],
  ])('%s is lower when %j is frequent', (name, part) => {
    const wanted: Description = { tag: 'p', ...part };
    const column = FEATURES.indexOf(name);
    const among = (others: readonly Description[]) => rank(wanted, [wanted, ...others]).entries[0]?.features[column];
    const different = Array.from({ length: 5 }, () => OTHER);
    expect(among(different)).toBeGreaterThan(among(different.map(() => wanted)) ?? Number.NaN);
  });

  test('members that one side lacks are not compared', () => {
    const full: Description = Object.assign({ tag: 'p' }, ...Object.values(EXAMPLES).map(([part]) => part));
    const empty: Description = { tag: 'i' };
    const nonZero = FEATURES.filter((name) => feature(name, full, empty) !== 0);
    expect(nonZero).toEqual(['textOnOneSide']);
  });

  test('fingerprints are compared by all members, like descriptions', () => {
    const { tag, text = '', ...traits } = LINK;
    const box = { x: 0, y: 0, width: 80, height: 20 };
    const print: Fingerprint = { tag, text, selector: '#hours', xpath: '', styles: {}, box, traits };
    const described = rank(LINK, [OTHER, LINK]);
    const stored = rank({ ...print, box }, [OTHER, print]);
    expect(stored.target).toEqual({ ...described.target, box, neighbors: [] });
    expect(stored.entries.map(({ index }) => index)).toEqual([1, 0]);
    expect(feature('idEqual', print, LINK)).toBe(1);
  });

  test('an icon is identified by its label', () => {
    const { entries } = rank({ tag: 'button', label: 'Search' }, [
      { tag: 'button', label: 'Menu' },
      { tag: 'button', label: 'Search' },
    ]);
    expect(entries[0]?.index).toBe(1);
  });
});

describe('deciding', () => {
  test('binds the same element among others', () => {
    const [result] = decide([rank(LINK, [OTHER, LINK])]);
    expect(result?.state).toBe('bound');
    expect(result?.choices[0]?.entry.index).toBe(1);
    expect(result?.confidence).toBeGreaterThan(0.9);
  });

  test('reports a removed element as orphaned', () => {
    expect(decide([rank(LINK, [OTHER])])[0]?.state).toBe('orphaned');
    expect(decide([rank(LINK, [])])[0]).toMatchObject({ state: 'orphaned', confidence: 0, choices: [] });
  });

  test('does not bind two targets to one element', () => {
    const second = {
      ...LINK,
      text: 'Opening times',
      xpath: '/html/body/header/nav/ul/li[3]/a',
      href: '/times',
      id: '',
    };
    const results = decide([rank(LINK, [LINK, OTHER]), rank(second, [LINK, OTHER])]);
    expect(results.map(({ state }) => state)).not.toEqual(['bound', 'bound']);
    expect(results[0]?.state).toBe('bound');
  });

  test('binds two comments on one element to it', () => {
    expect(decide([rank(LINK, [LINK, OTHER]), rank(LINK, [LINK, OTHER])]).map(({ state }) => state)).toEqual([
      'bound',
      'bound',
    ]);
  });

  test('reports a copy in the footer as moved, however similar', () => {
    const copy = { ...LINK, xpath: '/html/body/footer/nav/ul/li[2]/a' };
    expect(decide([rank(LINK, [copy, OTHER])])[0]?.state).toBe('moved');
  });

  test('does not identify one of more duplicates by its neighbors, as a copy may be inserted before it', () => {
    const row: Description = { ...LINK, id: '', neighbors: ['Menu', 'Prices'], duplicates: { index: 0, count: 1 } };
    const copy = { ...row, duplicates: { index: 0, count: 2 } };
    const original = {
      ...row,
      xpath: '/html/body/header/nav/ul/li[3]/a',
      neighbors: ['Opening hours', 'Prices'],
      duplicates: { index: 1, count: 2 },
    };
    expect(decide([rank(row, [copy, original, OTHER])])[0]?.state).toBe('moved');
    expect(decide([rank(row, [row, OTHER])])[0]?.state).toBe('bound');
  });

  test('is more confident with the same neighbors', () => {
    const row: Description = { tag: 'p', xpath: LINK.xpath, text: 'Opening hours', neighbors: ['Menu', 'Prices'] };
    const confidenceWith = (neighbors: string[]) =>
      decide([rank(row, [{ ...row, neighbors }, OTHER])])[0]?.confidence ?? 0;
    expect(confidenceWith(['Menu', 'Prices'])).toBeGreaterThan(confidenceWith(['Home', 'Contact']));
  });
});

describe('stored fingerprints', () => {
  test('reads tag, id, name, test id and classes of a bare one from its selector and path', () => {
    expect(readStored({ selector: 'main > a#buy\\:now.cta.big', xpath: '', text: 'Buy' }).description).toMatchObject({
      tag: 'a',
      id: 'buy:now',
      classes: 'cta big',
      text: 'Buy',
    });
    expect(
      readStored({ selector: '[data-testid="x"]', xpath: '/html/body/*[name()="svg"][2]' }).description,
    ).toMatchObject({ tag: 'svg', testId: 'x' });
  });

  test.each([null, 1, 'text', [], { traits: 7, box: 'x', beside: {}, twins: null, selector: {} }])(
    'reads any other value as an empty one: %j',
    (value) => {
      expect(readStored(value)).toMatchObject({ selector: '', xpath: '', text: '' });
    },
  );
});

test('a field without a text is compared by the text before it, which may become its placeholder', () => {
  const field: Partial<Description> = { tag: 'input', neighbors: ['Title or author', '', '', ''] };
  const withPlaceholder: Description = { tag: 'input', label: 'Title or author' };
  expect(feature('bagRarest', { tag: 'input', ...field }, withPlaceholder)).toBeGreaterThan(0);
  expect(feature('bagRarest', { ...field, tag: 'img' }, withPlaceholder)).toBe(0);
});

test('a path adds to the score of a text that has something in common with the former one, and to no other', () => {
  const bonus = (text: string) => bonusOf(traitsOf({ ...LINK }), traitsOf({ ...LINK, text }), true);
  expect(bonus('Opening hours')).toBeGreaterThan(0);
  expect(bonus('Office hours')).toBeGreaterThan(0);
  expect(bonus('Blog')).toBe(0);
});
