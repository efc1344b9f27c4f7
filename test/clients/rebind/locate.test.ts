import fc from 'fast-check';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnginePage } from '../support/engine-page.ts';

let page: Page;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(() => page?.browser().close());

const show = (body: string) => page.setContent(`<!doctype html><body>${body}</body>`);
/** Runs an expression in the page; `pin` has the exports of the modules, `$` finds one element. */
const run = <T>(expression: string) =>
  page.evaluate(`{ const $ = (selector) => document.querySelector(selector); ${expression} }`) as Promise<T>;
/** Result for one element, with the `data-mark` of the element that it is bound to. */
interface Found {
  readonly state: string;
  readonly mark: string | null;
  readonly candidates: number;
  readonly confidence: number;
}
/** Takes a fingerprint, changes the page and locates the element. */
const relocated = (target: string, change: string) =>
  run<Found>(`const stored = JSON.parse(JSON.stringify(pin.fingerprint($('${target}')))); ${change};
    const [found] = pin.locate(document, [pin.readStored(stored)]);
    const { state, element, candidates, confidence } = found;
    ({ state, mark: element && (element.dataset.mark ?? element.outerHTML), candidates: candidates.length, confidence })`);

describe('locate', () => {
  const CARDS = `<main><section><h2>Rye</h2><p>Dark and dense, keeps for a week</p><button class="buy">Order rye</button></section>
    <section><h2>Spelt</h2><p data-mark="it">Light and nutty, best on the first day</p><button class="buy">Order spelt</button></section></main>`;

  test.each([
    ['another card before it', "$('main').prepend($('section').cloneNode(true))"],
    [
      'a wrapper around it',
      "const el = $('[data-mark]'); const wrapper = document.createElement('div'); el.replaceWith(wrapper); wrapper.append(el)",
    ],
    ['its text edited', "$('[data-mark]').textContent = 'Light and nutty, best on the second day'"],
    ['its text in another case', "$('[data-mark]').textContent = 'LIGHT AND NUTTY, BEST ON THE FIRST DAY'"],
    [
      'the whole page rebuilt around it',
      "const el = $('[data-mark]'); document.body.innerHTML = '<div><div></div></div>'; $('div div').append(el)",
    ],
    ['the cards in reverse order', "$('main').append($('section'))"],
  ])('survives %s', async (_name, change) => {
    await show(CARDS);
    expect(await relocated('[data-mark]', change)).toMatchObject({ state: 'bound', mark: 'it' });
  });

  test('prefers the only long text that is similar to another element at the place', async () => {
    const cells = [
      'Rapids Fun stories for kids on the go',
      'Video Direct Video distribution made easy',
      'Web Services Scalable cloud computing services',
    ];
    const table = (rows: readonly (readonly string[])[]) =>
      `<footer><table>${rows.map((row) => `<tr>${row.map((text) => `<td><a>${text}</a></td>`).join('')}</tr>`).join('')}</table></footer>`;
    await show(table([['Music Stream millions of songs', ...cells.map((text) => `Acme ${text}`)]]));
    const before = JSON.parse(JSON.stringify(await run(`pin.fingerprint([...document.querySelectorAll('a')][2])`)));
    await show(
      table([
        [
          'Music Stream millions of songs',
          'Inspire Digital educational resources',
          `Acme ${cells[0]}`,
          `Acme ${cells[2]}`,
        ],
        ['Drive Cloud storage from Acme', 'Six Pm Score deals on fashion brands'],
        ['Photos Unlimited photo storage', `Prime ${cells[1]}`, 'Shops Designer fashion brands'],
      ]),
    );
    expect(
      await run(
        `pin.locate(document, [pin.readStored(${JSON.stringify(before)})])[0].candidates[0].element.textContent`,
      ),
    ).toBe(`Prime ${cells[1]}`);
  });

  test('distinguishes cards with the same words in markup without white space', async () => {
    await show('<main></main>');
    const found = await run<boolean[]>(`
      const words = 'garden spade rake seed water soil plant tree flower bucket hose glove'.split(' ');
      let at = 1;
      const say = (count) => Array.from({ length: count }, () => words[(at = (at * 7 + 13) % 1009) % words.length]).join(' ');
      const card = (_, i) => '<article><h3>' + say(3) + ' ' + i + '</h3><p>' + say(12) + ' ' + i + '</p><p>' + say(2) + '</p><b>' + i + ' €</b></article>';
      $('main').innerHTML = Array.from({ length: 60 }, card).join('');
      const cards = [...document.querySelectorAll('article')];
      const stored = cards.map((element) => pin.readStored(JSON.parse(JSON.stringify(pin.fingerprint(element)))));
      $('main').append(...[...cards].reverse());
      pin.locate(document, stored).map(({ element }, i) => element === cards[i])`);
    expect(found.filter(Boolean)).toHaveLength(60);
  });

  test.each([
    [
      'the element removed, a different one in its place',
      '[data-mark]',
      "$('[data-mark]').textContent = 'Sold out until Monday'",
    ],
    ['its card removed', '[data-mark]', "$('section:last-child').remove()"],
    [
      'moved, with a duplicate next to it',
      '[data-mark]',
      `const el = $('[data-mark]'); el.remove();
      $('section').remove(); document.body.append(el, el.cloneNode(true))`,
    ],
  ])('binds nothing instead of guessing: %s', async (_name, target, change) => {
    await show(CARDS);
    expect((await relocated(target, change)).mark).toBeNull();
  });

  test('does not trust a selector that became ambiguous', async () => {
    await show('<button class="buy" data-mark="it">Order</button>');
    expect(
      await relocated('.buy', "document.body.prepend($('.buy').cloneNode(true)); $('.buy').dataset.mark = 'other'"),
    ).toMatchObject({ state: 'moved', mark: null, candidates: 2 });
  });

  test('finds an element without text', async () => {
    await show('<main><img id="hero" src="data:," data-mark="it"></main>');
    expect(await relocated('#hero', "document.body.prepend(document.createElement('img'))")).toMatchObject({
      mark: 'it',
    });
  });

  test('never throws and comes to an end, whatever is stored', async () => {
    await show(`<div>${'<p>text</p>'.repeat(3000)}</div>`);
    const hostile = [
      '*:has(* *)',
      '//*//*//*//*',
      '//*[count(/descendant::*) > 1]',
      '[[[',
      ')(',
      '1+1',
      '/',
      'p'.repeat(5000),
      '//*[',
    ];
    const random = fc.sample(fc.tuple(fc.string(), fc.string(), fc.string()), 200);
    const found =
      await run<number>(`const look = ([selector, xpath, text]) => pin.locate(document, [pin.readStored({ selector, xpath, text })])[0].element;
      const found = ${JSON.stringify(hostile.map((text) => [text, text, text]))}.filter(look).length;
      pin.locate(document, ${JSON.stringify(random)}.map(([selector, xpath, text]) => pin.readStored({ selector, xpath, text })));
      found`);
    expect(found).toBe(0);
  });
});
