import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnginePage } from '../support/engine-page.ts';

const WORDS: Readonly<Record<string, string>> = {
  Shop: 'Laden',
  'About us': 'Über uns',
  'Fresh bread every day': 'Jeden Tag frisches Brot',
  'We bake from four in the morning with flour of the region.':
    'Wir backen ab vier Uhr morgens mit Mehl aus der Region.',
  'Rye bread': 'Roggenbrot',
  'Dark and dense, keeps for a week': 'Dunkel und dicht, hält eine Woche',
  'Add to basket': 'In den Warenkorb legen',
  'Spelt bread': 'Dinkelbrot',
  'Light and nutty, best on the first day': 'Leicht und nussig, am besten am ersten Tag',
  'Opening hours: Monday to Friday, seven to six': 'Öffnungszeiten: Montag bis Freitag, sieben bis sechs',
  'Delivery from': 'Lieferung ab',
  'twenty euros': 'zwanzig Euro',
  'is free': 'ist kostenlos',
};
const BODY = `<header><nav><a href="/shop">Shop</a> <a href="/about">About us</a></nav></header>
  <main><h1>Fresh bread every day</h1><p class="lead">We bake from four in the morning with flour of the region.</p>
  <article><h2>Rye bread</h2><p>Dark and dense, keeps for a week</p><button>Add to basket</button></article>
  <article><h2>Spelt bread</h2><p>Light and nutty, best on the first day</p><button>Add to basket</button></article>
  <p>Opening hours: Monday to Friday, seven to six</p></main>
  <footer>Delivery from <b>twenty euros</b> is free</footer>`;
/** Elements with comments, by position among all of the selector. */
const PINS = [
  ['h1', 0],
  ['.lead', 0],
  ['h2', 0],
  ['button', 1],
  ['main > p', 1],
  ['b', 0],
  ['nav a', 1],
  ['article p', 1],
] as const;

/** Ways in which a page is shown in another language; each leaves other marks. */
const TRANSLATIONS = {
  'Chrome and the element of Google': `html.className = 'translated-ltr'; html.lang = 'de';
    replaceTexts((word) => { const outer = document.createElement('font'); const inner = document.createElement('font');
      for (const one of [outer, inner]) { one.dir = 'auto'; one.style.verticalAlign = 'inherit'; }
      inner.textContent = word; outer.append(inner); return outer; })`,
  'Chrome, without dir, to a language written from the right': `html.className = 'js translated-rtl'; html.lang = 'ar';
    replaceTexts((word) => { const outer = document.createElement('font'); outer.setAttribute('style', 'vertical-align: inherit;');
      outer.append(outer.cloneNode()); outer.firstChild.textContent = word; return outer; })`,
  Edge: `html.lang = 'de'; let hash = 1;
    replaceTexts((word, parent) => { parent.setAttribute('_msttexthash', String(100 + hash)); parent.setAttribute('_msthash', String(hash++));
      const one = document.createElement(parent.children.length ? 'font' : 'i');
      one.setAttribute('_mstmutation', '1'); one.textContent = word; return parent.children.length ? one : one.firstChild; })`,
  'the site itself, which names the language at the body': `html.removeAttribute('lang'); document.body.lang = 'de-AT';
    replaceTexts((word) => document.createTextNode(word))`,
  'the site itself, at the same address': `html.lang = 'de'; replaceTexts((word) => document.createTextNode(word))`,
};

let page: Page;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(() => page?.browser().close());

const show = (body = BODY, lang = 'en') =>
  page.setContent(`<!doctype html><html lang="${lang}"><body>${body}</body></html>`);
const translate = (how: string) =>
  page.evaluate(`{ const html = document.documentElement; const WORDS = ${JSON.stringify(WORDS)};
    const replaceTexts = (create) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); const all = [];
      while (walker.nextNode()) all.push(walker.currentNode);
      for (const text of all) { const word = WORDS[text.data.trim()]; if (word) text.replaceWith(create(word, text.parentElement)); }
    }; ${how} }`);
const elements = `${JSON.stringify(PINS)}.map(([selector, i]) => document.querySelectorAll(selector)[i])`;
/** Fingerprints of the innermost elements that a pointer would hit. */
const store = async (from = elements) =>
  JSON.stringify(
    await page.evaluate(`${from}.map((element) => { let inner = element;
      while (inner.firstElementChild?.localName === 'font') inner = inner.firstElementChild;
      return pin.fingerprint(inner) })`),
  );
/** State of each pin, and whether it is bound to its element. */
const located = (stored: string, from = elements) =>
  page.evaluate(`{ const all = ${from};
    pin.locate(document, ${stored}.map(pin.readStored)).map(({ state, element }, i) => state + (element ? ' ' + (element === all[i]) : '')) }`);
const bound = PINS.map(() => 'bound true');

describe.each(Object.entries(TRANSLATIONS))('a page translated by %s', (_name, how) => {
  test('keeps all pins of before', async () => {
    await show();
    const stored = await store();
    await translate(how);
    expect(await located(stored)).toEqual(bound);
  });

  test('gives all pins to readers of the original, and to its own', async () => {
    await show();
    await translate(how);
    const stored = await store();
    expect(await located(stored)).toEqual(bound);
    expect(stored).not.toMatch(/font[ [/>"]/);
    await show();
    expect(await located(stored)).toEqual(bound);
  });
});

describe('on a page in another language', () => {
  const [GOOGLE] = Object.values(TRANSLATIONS) as [string];

  test('fingerprints store the language, and whether the browser translated', async () => {
    await show();
    expect(JSON.parse(await store('[document.querySelector("h1")]'))[0].traits).toMatchObject({ language: 'en' });
    await translate(GOOGLE);
    const [{ traits, tag }] = JSON.parse(await store('[document.querySelector("h1")]'));
    expect(traits).toMatchObject({ language: 'de', translated: true });
    expect(tag).toBe('h1');
  });

  test('pins of fingerprints without a language are found', async () => {
    await show();
    const stored = (JSON.parse(await store()) as { traits: object }[]).map(({ traits, ...print }) => ({
      ...print,
      traits: { ...traits, language: undefined, around: undefined },
    }));
    await translate(GOOGLE);
    expect(await located(JSON.stringify(stored))).toEqual(bound);
  });

  test('an element inserted before another one does not take its pin', async () => {
    await show();
    const stored = await store('[document.querySelectorAll("article")[1].querySelector("h2")]');
    await translate(GOOGLE);
    await page.evaluate(
      'document.querySelector("main h1").insertAdjacentHTML("afterend", "<article><h2>Neu</h2><p>Weizen</p><button>Kaufen</button></article>")',
    );
    expect(await located(stored, '[null]')).not.toEqual(['bound false']);
  });

  test('the place counts more than a word that another element has there', async () => {
    const nav = (first: string, second: string) =>
      `<nav><a href="/a">${first}</a><a href="/b">${second}</a></nav><main><p>1</p></main>`;
    await show(nav('Home', 'Start'));
    const stored = await store('[...document.querySelectorAll("a")]');
    await show(nav('Start', 'Beginnen'), 'de');
    expect(await located(stored, '[...document.querySelectorAll("a")]')).toEqual(['bound true', 'bound true']);
  });

  test('another number, address or class at the place is another element', async () => {
    const card = (price: string, link: string, name: string) =>
      `<main><p>${price}</p><a href="${link}">More about it</a><p class="${name}">Our news</p></main>`;
    await show(card('Seats for 12 guests', '/en/rye', 'news'));
    const stored = await store('[...document.querySelectorAll("main *")]');
    await show(
      card('Platz: 15 Personen', '/de/hafer', 'imprint').replace('More about it', 'Mehr').replace('Our news', 'Das'),
      'de',
    );
    expect(await located(stored, '[...document.querySelectorAll("main *")]')).not.toContain('bound true');
    await show(
      card('Platz: 12 Personen', '/de/rye', 'news').replace('More about it', 'Mehr').replace('Our news', 'Das'),
      'de',
    );
    expect(await located(stored, '[...document.querySelectorAll("main *")]')).toEqual(
      PINS.slice(0, 3).map(() => 'bound true'),
    );
  });

  test('a new text in the same language is still another element', async () => {
    await show('<main><p>Opening hours</p></main>');
    const stored = await store('[document.querySelector("p")]');
    await show('<main><p>Newsletter subscription form</p></main>');
    expect(await located(stored, '[document.querySelector("p")]')).not.toContain('bound true');
  });

  test("a font of the page's author is an element", async () => {
    await show('<main><p>We <font color="red">bake</font> bread</p></main>');
    expect(JSON.parse(await store('[document.querySelector("font")]'))[0]).toMatchObject({ tag: 'font', text: 'bake' });
  });
});
