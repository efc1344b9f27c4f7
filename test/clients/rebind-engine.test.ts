import { describe, expect, test } from 'vitest';
import type { Description } from '../../clients/shared/description.ts';
import { FEATURES, type Feature } from '../../clients/shared/features.ts';
import type { Fingerprint } from '../../clients/shared/fingerprint.ts';
import { rank } from '../../clients/shared/rank.ts';
import { settle } from '../../clients/shared/settle.ts';
import { readStored } from '../../clients/shared/stored.ts';

const LINK: Description = {
  tag: 'a',
  xpath: '/html/body/header/nav/ul/li[2]/a',
  text: 'Opening hours',
  href: '/hours',
  classes: 'nav-link',
  id: 'hours',
};
const OTHER: Description = { tag: 'p', xpath: '/html/body/main/p[4]', text: 'Something else altogether' };

/** A feature of the comparison of two descriptions. */
function feature(name: Feature, a: Description | Fingerprint, b: Description): number {
  const [entry] = rank(a, [b]).entries;
  return entry?.features[FEATURES.indexOf(name)] ?? Number.NaN;
}

describe('features', () => {
  test.each<[Feature, Partial<Description>, Partial<Description>, number]>([
    ['textEqual', { text: 'Open — now!' }, { text: 'open now' }, 1],
    ['textEqual', { text: 'Open' }, { text: 'Closed' }, 0],
    ['textOnOneSide', { text: 'Open' }, {}, 1],
    ['textInNames', { text: 'Log in' }, { id: 'loginbutton' }, 1],
    ['idEqual', { id: 'total' }, { id: 'total' }, 1],
    ['idEqual', {}, {}, 0],
    ['nameDiffers', { name: 'user' }, { name: 'mail' }, 1],
    ['testIdEqual', { testId: 'buy' }, { testId: 'buy' }, 1],
    ['testIdDiffers', { testId: 'buy' }, { testId: 'sell' }, 1],
    ['steps', { xpath: '/html/body/p[2]' }, { xpath: '/html[1]/body[1]/p[2]' }, 1],
    ['footerOnOneSide', { xpath: '/html/body/footer/p' }, { xpath: '/html/body/main/p' }, 1],
    ['headingOnOneSide', { tag: 'h2' }, { tag: 'p' }, 1],
    ['number', { xpath: '/html/body/ul/li[3]/a' }, { xpath: '/html/body/div/ul/li[3]/a' }, 1],
    ['controlEqual', { tag: 'button' }, { tag: 'input', type: 'submit' }, 1],
    ['controlDiffers', { tag: 'button' }, { tag: 'input', type: 'text' }, 1],
    ['beside', { beside: ['Before', 'After'] }, { beside: ['before', 'after'] }, 1],
    ['card', { card: 'Rye, dark' }, { card: 'rye dark' }, 1],
    ['ordinal', { twins: { index: 1, count: 3 } }, { twins: { index: 1, count: 3 } }, 1],
  ])('%s of %j and %j is %d', (name, a, b, expected) => {
    expect(feature(name, { tag: 'p', ...a }, { tag: 'p', ...b })).toBeCloseTo(expected, 5);
  });

  test('fingerprints are compared by all that they say, like descriptions', () => {
    const { tag, text = '', ...traits } = LINK;
    const box = { x: 0, y: 0, width: 80, height: 20 };
    const print: Fingerprint = { tag, text, selector: '#hours', xpath: '', styles: {}, box, traits };
    const described = rank(LINK, [OTHER, LINK]);
    const stored = rank({ ...print, box }, [OTHER, print]);
    expect(stored.target).toEqual({ ...described.target, box, beside: [] });
    expect(stored.entries.map(({ index }) => index)).toEqual([1, 0]);
    expect(feature('idEqual', print, LINK)).toBe(1);
  });

  test('an icon is known by its label', () => {
    const { entries } = rank({ tag: 'button', label: 'Search' }, [
      { tag: 'button', label: 'Menu' },
      { tag: 'button', label: 'Search' },
    ]);
    expect(entries[0]?.index).toBe(1);
  });
});

describe('deciding', () => {
  test('the same element among others is bound', () => {
    const [verdict] = settle([rank(LINK, [OTHER, LINK])]);
    expect(verdict?.state).toBe('bound');
    expect(verdict?.choices[0]?.entry.index).toBe(1);
    expect(verdict?.confidence).toBeGreaterThan(0.9);
  });

  test('when it is gone, nothing else takes its place', () => {
    expect(settle([rank(LINK, [OTHER])])[0]?.state).toBe('orphaned');
    expect(settle([rank(LINK, [])])[0]).toMatchObject({ state: 'orphaned', confidence: 0, choices: [] });
  });

  test('two elements are not bound to one', () => {
    const second = {
      ...LINK,
      text: 'Opening times',
      xpath: '/html/body/header/nav/ul/li[3]/a',
      href: '/times',
      id: '',
    };
    const verdicts = settle([rank(LINK, [LINK, OTHER]), rank(second, [LINK, OTHER])]);
    expect(verdicts.map(({ state }) => state)).not.toEqual(['bound', 'bound']);
    expect(verdicts[0]?.state).toBe('bound');
  });

  test('two comments on one element are both bound to it', () => {
    expect(settle([rank(LINK, [LINK, OTHER]), rank(LINK, [LINK, OTHER])]).map(({ state }) => state)).toEqual([
      'bound',
      'bound',
    ]);
  });

  test('the copy in the footer is asked about, however alike', () => {
    const copy = { ...LINK, xpath: '/html/body/footer/nav/ul/li[2]/a' };
    expect(settle([rank(LINK, [copy, OTHER])])[0]?.state).toBe('moved');
  });
});

describe('stored fingerprints', () => {
  test('a bare one tells tag, id, name, test id and classes by its selector and path', () => {
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
    'anything else is an empty one: %j',
    (value) => {
      expect(readStored(value)).toMatchObject({ selector: '', xpath: '', text: '' });
    },
  );
});
