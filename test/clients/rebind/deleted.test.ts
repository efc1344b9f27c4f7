import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEnginePage } from '../support/engine-page.ts';

let page: Page;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(() => page?.browser().close());

const show = (body: string) => page.setContent(`<!doctype html><body>${body}</body>`);

/** Deletes each element in turn and returns wrong matches, located with all pins and alone. */
const boundWithout = (selector: string) =>
  page.evaluate(`{
    const elements = [...document.querySelectorAll(${JSON.stringify(selector)})].filter((element) => !element.firstElementChild);
    const stored = elements.map((element) => pin.readStored(JSON.parse(JSON.stringify(pin.fingerprint(element)))));
    const wrong = elements.flatMap((element, i) => {
      const mark = document.createComment('');
      element.replaceWith(mark);
      const together = pin.locate(document, stored)[i].element;
      const alone = pin.locate(document, [stored[i]])[0].element;
      mark.replaceWith(element);
      return [together, alone].filter(Boolean).map((found) => element.outerHTML + ' is bound to ' + found.outerHTML);
    });
    ({ count: elements.length, wrong }) }`);

const JAPANESE = ['赤い椅子', '青い机', '白い棚', '黒いランプ', '緑のソファ', '木のベッド'];
const ENGLISH = ['Red chair', 'Blue desk', 'White shelf', 'Black lamp', 'Green sofa', 'Wooden bed'];

test.each([
  ['Japanese', JAPANESE, 'は職人の手作りです。', 'カートに入れる'],
  ['English', ENGLISH, ', made by hand in our workshop.', 'Add to cart'],
])('in a %s card, the image is not bound to the heading, nor the heading to the image', async (_, names, made, buy) => {
  const cards = names.map(
    (name, i) => `<article class="card"><img src="/img/${i}.jpg" alt="${name}"><h3>${name}</h3><p>${name}${made}</p>
      <span class="price">${(i + 1) * 1200}</span><button>${buy}</button></article>`,
  );
  await show(`<header><nav><a href="/">Start</a><a href="/shop">Shop</a></nav></header><main>${cards.join('')}</main>`);
  expect(await boundWithout('body *')).toEqual({ count: 32, wrong: [] });
});

test.each([
  [
    'item of a list',
    'li',
    '<ul><li>Ships in three days</li><li>Mended for free for five years</li><li>Plastic-free parcels</li></ul>',
  ],
  [
    'button below a field',
    'button',
    '<form><label>Name <input name="n"></label><label>Message <textarea name="m"></textarea></label><button type="submit">Send message</button></form>',
  ],
  [
    'field',
    'input',
    '<form><input name="first" placeholder="First name"><input name="last" placeholder="Last name"></form>',
  ],
])('%s: the element at its position is not bound', async (_, selector, body) => {
  await show(`<main>${body}</main>`);
  expect(await boundWithout(selector)).toMatchObject({ wrong: [] });
});

test.each([
  ['The shop is closed on Sunday this month', 'moved'],
  ['Rain is expected on Wednesday in the north', 'bound'],
])('a paragraph changed to "%s" is %s', async (text, state) => {
  await show('<main><h1>News</h1><p>Rain is expected on Tuesday in the north</p></main>');
  expect(
    await page.evaluate(`{
      const element = document.querySelector('p');
      const stored = pin.readStored(pin.fingerprint(element));
      element.textContent = ${JSON.stringify(text)};
      const [{ state, candidates }] = pin.locate(document, [stored]);
      [state, candidates[0]?.element === element] }`),
  ).toEqual([state, true]);
});
