import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { bundleModules } from '../../support/client-bundle.ts';

const SHARED = [
  'page/dom-access',
  'page/label',
  'page/text',
  'rebind/candidates/locator-hits',
  'rebind/fingerprint/fingerprint',
  'rebind/fingerprint/stored',
  'rebind/locate-at-once',
  'rebind/quotes/passage',
  'rebind/dom-index/dom-index',
  'rebind/traits/traits',
  'time-slices',
];
const OVERLAY = [
  ...['captions', 'hit-test', 'page-observer', 'visibility'].map((name) => `page/${name}`),
  ...['display-list', 'paint'].map((name) => `attachments/${name}`),
];
const MODULES = [...SHARED.map((name) => `shared/${name}.ts`), ...OVERLAY.map((name) => `overlay/${name}.ts`)];
let browser: Browser;
let page: Page;
let engine: string;

beforeAll(async () => {
  [browser, engine] = await Promise.all([launchBrowser(), bundleModules(MODULES, 'pin')]);
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.goto('about:blank');
  await page.evaluate(engine.replace(/^(?:"use strict";)?var pin=/, 'window.pin='));
});
afterAll(() => browser?.close());

const show = (body: string) => page.setContent(`<!doctype html><body>${body}</body>`);
const evaluate = <T>(code: string) => page.evaluate(`{ ${code} }`) as Promise<T>;

test.each([
  [1024, 1024],
  [1025, 1024],
  [1_000_000, 1024],
])('an attribute of %i characters is read up to %i', async (length, read) => {
  await show('<p></p>');
  expect(
    await evaluate(`const p = document.querySelector('p');
      p.setAttribute('class', 'a'.repeat(${length}));
      pin.attributeOf(p, 'class').length`),
  ).toBe(read);
});

test.each([
  ['/shop?page=2#top', '/shop'],
  ['#reviews', '#reviews'],
  ['#', ''],
  ['data:text/csv,name,price', ''],
])('the path of the address %s is "%s"', async (href, path) => {
  expect(await evaluate(`pin.pathOf(${JSON.stringify(href)})`)).toBe(path);
});

describe('stored paths', () => {
  const BODY = `<main id="m"><p>one</p><p data-k="a/b">two</p><svg><g></g><g class="x"></g></svg></main><p>three</p>`;
  const found = (xpath: string) =>
    evaluate<string | null>(`const target = pin.readStored({ xpath: ${JSON.stringify(xpath)} });
      const element = pin.hitsOf(document, target, pin.run(pin.buildDomIndexSteps(document)))[0]?.element ?? null;
      element && (element.textContent || element.getAttribute('class') || element.localName)`);

  test.each([
    ['/html/body/p', 'three'],
    ['/HTML[1]/BODY[1]/main[1]/P[2]', 'two'],
    ['//*[@id="m"]/p[1]', 'one'],
    ["//p[@data-k='a/b']", 'two'],
    ['//main[@id="m"]/p[2]', 'two'],
    ['/html/body/main/*[name()="svg"]/*[name()="g"][2]', 'x'],
    ['/html/body/main/*[local-name() = "svg"]/*[name()="g"][2]', 'x'],
  ])('%s is followed', async (xpath, expected) => {
    await show(BODY);
    expect(await found(xpath)).toBe(expected);
  });

  test.each([
    '//p',
    '//p[1]',
    '/html/body/main/p[9]',
    '/html/body/main/..',
    '/html/body/main/self::main',
    '//*[@id="none"]',
    'id("m")',
    '/html/body/main/p[@data-k][1]',
    '//p[@data-k="a/b"][1]',
    '//*[@id="m"]//p',
    '//*[@id="m" or count(//*)>0]',
    '/html/body/p[1][1]',
    '//p[contains(., "two")]',
    '/html/body/p | /html/body/p',
    ')(',
    '/',
    '',
  ])('%s matches nothing', async (xpath) => {
    await show(BODY);
    expect(await found(xpath)).toBeNull();
  });

  test('are not evaluated by the browser, which a short one can keep busy', async () => {
    await show(`<ul>${'<li><a>x</a><b><i>y</i></b></li>'.repeat(300)}</ul>`);
    const xpath = `//*${'[count(/*/*/*/*/*/*)>0]'.repeat(8)}`;
    expect(
      await evaluate(`let evaluated = 0;
        Document.prototype.evaluate = XPathEvaluator.prototype.evaluate = () => { evaluated++; };
        const [{ state }] = pin.locate(document, [pin.readStored({ selector: '', xpath: ${JSON.stringify(xpath)}, text: 'x' })]);
        ({ state, evaluated })`),
    ).toEqual({ state: 'orphaned', evaluated: 0 });
  });
});

describe('stored selectors', () => {
  const hits = (selector: string) =>
    evaluate<number>(
      `pin.hitsOf(document, pin.readStored({ selector: ${JSON.stringify(selector)}, text: 'x' }), pin.run(pin.buildDomIndexSteps(document))).length`,
    );
  const BODY = `<main><p id="1st" class="sm:w-1/2 größe" data-q='say "a]b"'>one</p><p><b>two</b></p></main>`;

  test.each([
    '#\\31 st',
    'main > p.sm\\:w-1\\/2:nth-of-type(1)',
    '.größe',
    `[data-q="say \\"a]b\\""]`,
    `p[data-q^='say']`,
    'html > body > main > p:nth-child(1)',
    'p:first-child',
    ':root > body p + p',
    'p:last-of-type > b',
  ])('%s is followed', async (selector) => {
    await show(BODY);
    expect(await hits(selector)).toBe(1);
  });

  test.each([
    'p:has(b)',
    'p:h\\61s(b)',
    'p:HAS(b)',
    'p:not([id])',
    'p:is(p p, #\\31 st)',
    'p:nth-child(1 of p)',
    'p:nth-last-child(odd of * ~ *)',
    'p ~ p',
    'p, [id="1st"]'.replace('p, ', 'i, '),
    '[id="1st"]/**/',
    '[[[',
  ])('%s is rejected', async (selector) => {
    await show(BODY);
    expect(await hits(selector)).toBe(0);
  });
});

describe('a form whose fields are named like members of elements', () => {
  /** Builds a form with a field for each name. */
  const form = (names: readonly string[]) =>
    `<main><form class="cart" title="Cart"><p>Before it</p>${names.map((name) => `<input type="hidden" name="${name}">`).join('')}
      <button id="add">Add to cart</button></form><p class="after">After it</p></main>`;

  test('is described, found and painted like any other', async () => {
    const names = await evaluate<string[]>(`const all = new Set();
      for (let at = HTMLFormElement.prototype; at !== Object.prototype; at = Object.getPrototypeOf(at))
        for (const name of Object.getOwnPropertyNames(at)) all.add(name);
      [...all]`);
    expect(names).toEqual(expect.arrayContaining(['id', 'children', 'getAttribute', 'parentElement', 'nodeType']));
    const look = `const elements = ['form', 'form p', '#add', '.after'].map((selector) => document.querySelector(selector));
      const prints = elements.map((element) => JSON.parse(JSON.stringify(pin.fingerprint(element))));
      const canvas = document.createElement('canvas').getContext('2d');
      pin.paint(canvas, pin.run(pin.buildDisplayList(new DOMRect(0, 0, 300, 150))));
      const stop = new AbortController();
      const listen = (_signal, target, name, handler) => target.addEventListener(name, handler);
      pin.observePage({ onLayout() {}, onMotion() {}, onContent() {} }, listen, stop.signal);
      stop.abort();
      const at = HTMLElement.prototype.getBoundingClientRect.call(elements[0]);
      const under = pin.elementAt(document.createElement('i'), at.left + 1, at.top + 1);
      ({
        prints: prints.map(({ selector, xpath, text, box, traits }) => ({ selector, xpath, text, box, traits })),
        found: pin.locate(document, prints.map(pin.readStored)).map(({ element }, i) => element === elements[i]),
        captions: elements.map(pin.captionOf),
        clippers: elements.map((element) => pin.clippingAncestors(element).length),
        passages: elements.map(pin.passageText),
        under: under === elements[0],
        steps: Object.entries(pin.ARROW_KEY_STEPS).map(([key, step]) => key + ' ' + elements.indexOf(step(elements[0]))
          + elements.indexOf(step(elements[1])) + elements.indexOf(step(elements[3]))),
      })`;
    await show(form(names.map((_, i) => `f${i}`)));
    const ordinary = await evaluate<{ found: boolean[] }>(look);
    await show(form(names));
    expect(await evaluate(look)).toEqual(ordinary);
    expect(ordinary.found).toEqual([true, true, true, true]);
  });
});

test('elements are found on a page whose library replaces array methods', async () => {
  const body =
    '<main><h1>Bread</h1><ul><li class="rye dark">Rye</li><li class="spelt">Spelt</li></ul><p>Closed on Mondays</p></main>';
  const look = `const elements = [...document.body.querySelectorAll('*')];
    const prints = elements.map((element) => pin.fingerprint(element));
    const stored = prints.map((print) => ({ ...pin.readStored(print), before: pin.readStored({ text: 'Something else' }) }));
    document.querySelector('h1').remove();
    pin.locate(document, stored).map(({ state, element }, i) => state + ' ' + (element === elements[i]))`;
  await show(body);
  const ordinary = await evaluate<string[]>(look);
  await show(body);
  // Like Prototype 1.6.
  await evaluate(`const toArray = function () { return [].concat(this); };
    Array.prototype.entries = toArray;
    Array.prototype.find = function (is, on) { let found; this.forEach((one, i) => { if (found === undefined && is.call(on, one, i)) found = one; }); return found; };
    Array.from = (list) => { const all = []; for (let i = 0; list && i < list.length; i++) all.push(list[i]); return all; };
    Array.prototype.toJSON = function () { return '[' + this.join(', ') + ']'; };`);
  expect(await evaluate(look)).toEqual(ordinary);
  expect(ordinary).toContain('bound true');
});
