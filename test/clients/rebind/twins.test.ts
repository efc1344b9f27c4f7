import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnginePage } from '../support/engine-page.ts';

let page: Page;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(() => page?.browser().close());

interface Item {
  title: string;
  text: string;
  price: string;
}
const item = (title: string, text: string, price: string): Item => ({ title, text, price });
const ITEMS = [
  item('Country sourdough', 'Rye and wheat, baked at four in the morning', '6.80'),
  item('Almond croissant', 'Butter, almonds from Sicily, still warm', '3.20'),
  item('Rye with caraway', 'Dark, dense, keeps for a week', '5.40'),
  item('Spelt baguette', 'Light and nutty, best on the first day', '2.90'),
  item('Cinnamon knot', 'Sweet dough with brown sugar', '2.60'),
  item('Poppy seed roll', 'Crisp, for breakfast', '0.90'),
];
const REORDERED = [2, 0, 5, 3, 1, 4].flatMap((index) => ITEMS[index] ?? []);

const shop = (items: readonly Item[], heading = 'h3') =>
  `<header><h1>Bakery</h1><nav><a href="/">Home</a><a href="/cart">Basket</a></nav></header><main class="grid">${items
    .map(
      ({ title, text, price }) =>
        `<article class="card"><${heading} class="title">${title}</${heading}><p>${text}</p><span>€${price}</span>
          <button class="buy" data-of="${title}">Add to basket</button></article>`,
    )
    .join('')}</main>`;
/** A redesign: other tags, classes, wrappers and texts. */
const redesigned = (items: readonly Item[], textOf: (text: string) => string, heading = 'h2') =>
  `<div id="root"><header class="x1"><h1>Bakery</h1></header><section><div class="wrap"><ul class="list">${items
    .map(
      ({ title, text, price }) =>
        `<li class="it-77"><div class="pic"></div><div class="body-3"><${heading} class="tt">${title}</${heading}>
          <p class="dd">${textOf(text)}</p><div class="row"><b>${price} €</b><button class="k2" data-of="${title}">Add to
          basket</button></div></div></li>`,
    )
    .join('')}</ul></div></section></div>`;

/** Locates the buttons of a page in another one; returns titles of their cards, or the states. */
async function followed(before: string, after: string): Promise<string[]> {
  await page.setContent(`<!doctype html><body>${before}</body>`);
  const stored = await page.evaluate(
    `[...document.querySelectorAll('.buy')].map((button) => JSON.parse(JSON.stringify(pin.fingerprint(button))))`,
  );
  await page.setContent(`<!doctype html><body>${after}</body>`);
  return (await page.evaluate(
    `${JSON.stringify(stored)}.map((fingerprint) => {
      const [{ state, element }] = pin.locate(document, [pin.readStored(fingerprint)]);
      return element ? element.dataset.of : state; })`,
  )) as string[];
}

const TITLES = ITEMS.map(({ title }) => title);
const reworded = (text: string) => `${text.split(' ').slice(0, 2).join(' ')}, fresh every day`;

describe('equal buttons are told apart by the titles of their cards', () => {
  test.each([
    ['cards in another order', shop(REORDERED)],
    ['a redesign in another order', redesigned(REORDERED, (text) => text)],
    ['a redesign with other texts', redesigned(REORDERED, reworded)],
    ['a redesign that shows titles and prices only', redesigned(REORDERED, () => '')],
    ['a redesign with a further card', redesigned([item('Oat square', 'With honey', '2.10'), ...REORDERED], () => '')],
  ])('in %s', async (_name, after) => {
    expect(await followed(shop(ITEMS), after)).toEqual(TITLES);
  });

  test('and by the words of their cards, where cards have no headings', async () => {
    const after = redesigned(REORDERED, (text) => text, 'div');
    expect(await followed(shop(ITEMS, 'div'), after)).toEqual(TITLES);
  });

  test('but not if the card is gone, or two cards have its title', async () => {
    const [first, ...others] = ITEMS;
    const without = await followed(
      shop(ITEMS),
      redesigned(others, () => ''),
    );
    expect(without.slice(1)).toEqual(TITLES.slice(1));
    expect(without[0]).toMatch(/^(moved|orphaned)$/);
    const twice = first ? [first, ...others, { ...first, price: '4.40' }] : others;
    expect(
      (
        await followed(
          shop(ITEMS),
          redesigned(twice, () => ''),
        )
      )[0],
    ).toMatch(/^(moved|orphaned)$/);
  });
});
