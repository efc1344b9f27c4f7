import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entry, Row } from '../../../clients/shared/rebind/ranking/rank.ts';
import type { Traits } from '../../../clients/shared/rebind/traits/traits.ts';
import { certaintyInputs } from '../../../clients/shared/rebind/verification/certainty.ts';
import { openEnginePage } from '../support/engine-page.ts';

let page: Page;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(() => page?.browser().close());

/** Takes the fingerprint of `[data-it]` in one page and locates it in another one. */
async function located(before: string, after: string) {
  await page.setContent(`<!doctype html><body>${before}</body>`);
  const stored = await page.evaluate(
    `JSON.parse(JSON.stringify(pin.fingerprint(document.querySelector('[data-it]'))))`,
  );
  await page.setContent(`<!doctype html><body>${after}</body>`);
  return page.evaluate(
    `(([found]) => ({ state: found.state, mark: found.element?.dataset.mark ?? null }))(pin.locate(document, [pin.readStored(${JSON.stringify(stored)})]))`,
  );
}

const paper = (motto: string, ad: string) =>
  `<header><h1>The Weekly Loaf</h1>${motto}</header>${ad}<main><article><h2>Rye returns</h2><p>Dark bread sells.</p></article>
    <article><h2>Salt</h2><p>How much is too much.</p></article></main>`;
const AD = '<div class="ad"><p>Mills at half price</p></div>';
const MOTTO = '<p class="motto" data-it>News from ovens near you</p>';
const settings = (heading: string) => `<main>${heading}<div><h3>Language</h3><p>English</p></div></main>`;
const chat = (field: string, button: string) =>
  `<p>Did the parcel arrive?</p><p>Call them, please.</p><div><input ${field}><button>${button}</button></div>`;
const menu = (links: readonly string[], attributes: string) =>
  `<nav><a href="/w" ${attributes}>${links[0]}</a><a href="/t">${links[1]}</a><a href="/c">${links[2]}</a></nav><p>Founded 1998</p>`;

describe('the only element of its kind is bound beside an old neighbor, whatever its text', () => {
  test.each([
    ['a line', paper(MOTTO, AD), paper('<p class="motto" data-mark="it">All about bread</p>', '')],
    [
      'a heading in a new wrapper',
      settings('<h1 data-it>Settings</h1>'),
      settings('<header><h1 data-mark="it">Preferences</h1></header>'),
    ],
    [
      'the placeholder of a field',
      chat('placeholder="Write something" data-it', 'Send'),
      chat('placeholder="A note to Noor and Ben" data-mark="it"', 'Send message'),
    ],
    [
      'a link with its address',
      menu(['Works', 'Team', 'Get in touch'], 'data-it'),
      menu(['Our cases', 'Team', 'Say hello'], 'data-mark="it"'),
    ],
  ])('%s', async (_name, before, after) => {
    expect(await located(before, after)).toEqual({ state: 'bound', mark: 'it' });
  });

  test.each([
    ['there are two of its kind', paper('<p class="motto">Bread</p><p class="motto">Baked daily</p>', AD)],
    ['nothing beside it is left', '<main><p class="motto">All about bread</p><p>Closed today</p></main>'],
    ['a former neighbor took its place', paper('<p class="motto">Mills at half price</p>', '')],
  ])('but not when %s', async (_name, after) => {
    expect(await located(paper(MOTTO, AD), after)).not.toMatchObject({ state: 'bound' });
  });

  test('unless its text is elsewhere', async () => {
    const after = `${paper('<p class="motto">All about bread</p>', AD)}<p data-mark="it">News from ovens near you</p>`;
    expect(await located(paper(MOTTO, AD), after)).toEqual({ state: 'bound', mark: 'it' });
  });

  test('nor in a list, where all are of one kind', async () => {
    const list = (items: readonly string[]) =>
      `<h2>Team</h2><ul>${items.map((item) => `<li class="person">${item}</li>`).join('')}</ul>`;
    const before = list(['Ines', 'Paul', 'Mara']).replace('>Paul', ' data-it>Paul');
    expect(await located(before, list(['Ines', 'Otto', 'Mara']))).not.toMatchObject({ state: 'bound' });
  });
});

const ITEMS = [
  ['Wool blanket, gray', '79 €'],
  ['Linen pillow, two sizes', '35 €'],
  ['Cotton sheet, white', '49 €'],
  ['Down quilt for cold nights', '199 €'],
] as const;
const tiles = (of: number) =>
  `<div class="tiles">${ITEMS.map(
    ([name, price], i) =>
      `<div class="tile"><p>${name}</p><span>${price}</span><button ${i === of ? 'data-it' : ''}>View</button></div>`,
  ).join('')}</div>`;
const rows = (order: readonly number[], label: string) =>
  `<ul class="list">${order
    .map((i) => {
      const [name, price] = ITEMS[i] ?? ['', ''];
      return `<li class="row"><div class="text"><p>${name}</p></div><div class="buy"><span>${price}</span><button class="cta" data-mark="${i}">${label}</button></div></li>`;
    })
    .join('')}</ul>`;

describe('the only button of a card without a heading follows the words of its card', () => {
  test.each([
    ['with another label', [0, 1, 2, 3], 'Buy'],
    ['in another order', [3, 2, 1, 0], 'View'],
    ['with another label in another order', [2, 0, 3, 1], 'Buy'],
  ])('in a redesign %s', async (_name, order, label) => {
    for (const of of [0, 1, 2, 3])
      expect(await located(tiles(of), rows(order, label))).toEqual({ state: 'bound', mark: `${of}` });
  });

  test('but not to another card', async () => {
    expect(await located(tiles(1), rows([0, 2, 3], 'Buy'))).not.toMatchObject({ state: 'bound' });
  });
});

test('a card is not bound to the next one, whose title followed it', async () => {
  const room = (name: string, price: string, attributes = '') =>
    `<div class="room" ${attributes}><h3>${name}</h3><p>${price} la nuit</p><button>Réserver</button></div>`;
  const before = `${room('Chambre simple', '78 €', 'data-it')}${room('Chambre double', '98 €')}${room('Suite du jardin', '145 €')}`;
  const after = `${room('Chambre double', '95 €')}${room('', '145 €')}`;
  expect(await located(before, after)).not.toMatchObject({ state: 'bound' });
});

describe('another element of the same tag, with other words and another role, is not the reworded one', () => {
  const hero = (above: string, below: string) =>
    `<nav><a href="/w">Works</a><a href="/t">Team</a></nav><section class="hero">${above}<h1>Bread from our oven</h1>${below}
      <a class="cta" href="/shop">Order a loaf</a></section><section><h2>Opening hours</h2><p>Monday to Friday from seven</p></section>`;
  const before = hero('', '<p class="lead" data-it>We bake with rye from the valley.</p>');

  test.each([
    ['before the heading', hero('<p class="banner">Closed on public holidays</p>', '')],
    ['in the old place', hero('', '<p class="banner">Closed on public holidays</p>')],
    ['before the heading, without classes', hero('<p>Closed on public holidays</p>', '')],
  ])('%s', async (_name, after) => {
    expect(await located(before, after)).not.toMatchObject({ state: 'bound' });
  });

  test('nor without classes, beside other neighbors', async () => {
    const plain = before.replace(' class="lead"', '');
    expect(await located(plain, hero('<p>Closed on public holidays</p>', ''))).not.toMatchObject({ state: 'bound' });
  });

  test.each([
    ['with its classes', hero('', '<p class="lead" data-mark="it">Closed on public holidays</p>')],
    ['with its words in part', hero('', '<p class="intro" data-mark="it">Our rye comes from the valley.</p>')],
    [
      'without classes',
      hero('', '<p data-mark="it">Closed on public holidays</p>'),
      before.replace(' class="lead"', ''),
    ],
    ['with its classes in part', hero('', '<p class="lead wide" data-mark="it">Closed on public holidays</p>')],
  ])('but a reworded one in the old place is, %s', async (_name, after, earlier = before) => {
    expect(await located(earlier, after)).toEqual({ state: 'bound', mark: 'it' });
  });
});

const HELP = [
  'Track a parcel',
  'Hold your mail',
  'Request a refund',
  'File a claim',
  'Find a missing package',
  'Buy stamps',
];
/** A menu whose third link is replaced. */
const help = (link: string) =>
  `<h2>Receive</h2><ul>${HELP.map((text, i) => `<li><a href="/h${i}">${text}</a></li>`).join('')}</ul><p>Post office</p>`.replace(
    '<a href="/h2">Request a refund</a>',
    link,
  );

describe('a text with other words is judged by its surroundings', () => {
  test('a link between its old neighbors is bound', async () => {
    const before = help('<a data-it>Request a refund</a>');
    expect(await located(before, help('<a data-mark="it">Requesting refunds for services</a>'))).toEqual({
      state: 'bound',
      mark: 'it',
    });
  });

  describe('a line whose neighbors were reworded too', () => {
    const list = (third: string, fourth: string, isBefore = false) =>
      `<main><section><h2>Delivery</h2><div><ul>
      <li class="line">${isBefore ? 'Parcels leave within two days' : 'Boxes arrive within three days'}</li>
      <li class="line">${isBefore ? 'Letters need one week' : 'Postcards take ten days'}</li>
      <li class="line" ${third}</li><li class="line">${fourth}</li></ul></div></section></main>`;
    const before = list('data-it>Refunds are paid after thirty days', 'Ask our office', true);

    test('is bound', async () => {
      const after = list('data-mark="it">Your refunds take thirty days', 'Call our office');
      expect(await located(before, after)).toEqual({ state: 'bound', mark: 'it' });
    });

    test('is not, if a line was added', async () => {
      const after = list('>Coupons are paid after thirty days', 'Refunds by card take days</li><li>Call our office');
      expect(await located(before, after)).not.toMatchObject({ state: 'bound' });
    });
  });

  test('the link beside its old place is not', async () => {
    const after = help('').replace('<li></li>', '');
    expect(await located(help('<a data-it>Request a refund</a>'), after)).not.toMatchObject({ state: 'bound' });
  });

  test.each([
    ['the text of a button', '<button type="button">Requesting refunds for services</button>'],
    ['the text of a field', '<input placeholder="Requesting refunds for services">'],
  ])('nor is %s in the place of the link', async (_name, control) => {
    const before = help('<a data-it>Request a refund</a>');
    expect(await located(before, help(control))).not.toMatchObject({ state: 'bound' });
  });

  test('nor a link with an article in common', async () => {
    const before = help('<a href="/refunds" data-it>Read about the refunds</a>');
    const after = help('<a href="/funds">Review the funding</a>');
    expect(await located(before, after)).not.toMatchObject({ state: 'bound' });
  });

  test('numbers that both fingerprints lack are not equal', () => {
    const traits = { around: [3], kin: undefined, neighbors: [] } as unknown as Traits;
    const inputs = certaintyInputs({ target: traits } as Row, { traits } as Entry, 2);
    expect(inputs).toEqual([1, 2, 0, 0, 0]);
  });
});
