import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnginePage } from '../support/engine-page.ts';

let page: Page;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(() => page?.browser().close());

/** Takes the fingerprint of `#it` in one page and locates it in another one. */
async function located(before: string, after: string, wantedTexts: readonly string[]) {
  await page.setContent(`<!doctype html><body>${before}</body>`);
  const stored = await page.evaluate(
    `JSON.parse(JSON.stringify(pin.fingerprint(document.querySelector('[data-it]'))))`,
  );
  await page.setContent(`<!doctype html><body>${after}</body>`);
  const pin = JSON.stringify({ ...(stored as object), wantedTexts });
  return (await page.evaluate(
    `(([found]) => ({ state: found.state, mark: found.element?.dataset.mark ?? null }))(pin.locate(document, [pin.readStored(${pin})]))`,
  )) as { state: string; mark: string | null };
}

const cart = (button: string) =>
  `<header><nav><a href="/">Home</a><a href="/shop">Shop</a></nav></header><main><h1>Your cart</h1>
    <p>Two loaves, one croissant</p><p>Total €14.20</p>${button}<p>Free delivery by bike from €20</p></main>`;
const BEFORE = cart('<button class="button primary" type="button" data-it>Continue</button>');
const card = (title: string, attributes = '', label = 'Add to cart') =>
  `<article class="card"><h3>${title}</h3><p>Baked at four in the morning</p><button ${attributes}>${label}</button></article>`;

describe('the text that a comment asks for', () => {
  test.each([
    [
      'the old place with the old classes',
      cart('<button class="button primary" type="button" data-mark="it">Place order</button>'),
    ],
    ['the old place with other classes', cart('<button class="cta" type="button" data-mark="it">Place order</button>')],
    [
      'another place between the old neighbors',
      cart(
        '<div class="row"><div><button class="button primary" type="button" data-mark="it">Place order</button></div></div>',
      ),
    ],
  ])('binds the element that shows it in %s', async (_name, after) => {
    expect(await located(BEFORE, after, ['Place order'])).toEqual({ state: 'bound', mark: 'it' });
  });

  test.each([
    ['a time', 'Dentist 9:30', 'Dentist 10:30', '10:30'],
    ['a price', 'Room 98 € a night', 'Room 95 € a night', '95 €'],
  ])('binds the element that shows %s instead of its own', async (_name, text, now, wanted) => {
    const day = (number: number, attributes: string, event: string) =>
      `<div class="day"><b>${number}</b><span class="event" ${attributes}>${event}</span></div>`;
    const other = day(9, '', text.replace(/\d+/, '14'));
    const before = `<h1>June</h1><div class="grid">${day(2, 'data-it', text)}${day(4, '', 'Lunch')}${other}</div>`;
    const after = `<h1>June</h1><div class="grid">${day(2, 'data-mark="it"', now)}${day(4, '', 'Lunch')}${other}</div>`;
    expect(await located(before, after, [wanted])).toEqual({ state: 'bound', mark: 'it' });
  });

  test('binds the only heading at its path, although all that is beside it was reworded', async () => {
    const hero = (heading: string, link: string) =>
      `<nav><a href="/w">Works</a></nav><div class="hero">${heading}<a class="cta" href="/c">${link}</a></div><div><p>Founded 1998</p></div>`;
    const after = hero('<h1 data-mark="it">Brands that people remember</h1>', 'Plan your project');
    expect(
      await located(hero('<h1 data-it>We build brands</h1>', 'Start'), after.replace('Works', 'Projects'), [
        'Brands that people remember',
      ]),
    ).toEqual({ state: 'bound', mark: 'it' });
  });

  test('binds the reworded button of one of several cards', async () => {
    const titles = ['Country sourdough', 'Almond croissant', 'Rye with caraway'];
    const before = titles.map((title, i) => card(title, i === 1 ? 'data-it' : '')).join('');
    const one = titles.map((title, i) => card(title, `data-mark="${i}"`, i === 1 ? 'Buy now' : 'Add to cart')).join('');
    const all = titles.map((title, i) => card(title, `data-mark="${i}"`, 'Buy now')).join('');
    expect(await located(before, one, ['Buy now'])).toEqual({ state: 'bound', mark: '1' });
    expect(await located(before, all, ['Buy now'])).toEqual({ state: 'bound', mark: '1' });
  });

  test.each([
    [
      'a twin elsewhere, the element is gone',
      `${cart('')}<aside><button class="button primary">Place order</button></aside>`,
    ],
    [
      'a twin in the header, the element says something else',
      `<div class="bar"><button class="button primary">Place order</button></div>${cart('<a class="button" href="/pay">Pay</a>')}`,
    ],
    [
      'a former neighbor that took the place',
      cart('<button class="button primary" type="button">Place order</button>'),
      cart(
        '<button class="button primary" type="button" data-it>Continue</button><button class="button primary" type="button">Place order</button>',
      ),
    ],
    [
      'the button of another card',
      card('Almond croissant', '', 'Buy now') + card('Rye with caraway'),
      card('Country sourdough', 'data-it') + card('Almond croissant') + card('Rye with caraway'),
    ],
  ])('binds nothing to %s', async (_name, after, before = BEFORE) => {
    expect(await located(before, after, ['Place order', 'Buy now'])).not.toMatchObject({ state: 'bound' });
  });
});
