import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { bundleModules } from './bundle.ts';

const MODULES = ['shared/fingerprint.ts', 'shared/locate.ts', 'shared/text.ts', 'shared/words.ts', 'shared/xpath.ts'];
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.evaluateOnNewDocument(await bundleModules(MODULES, 'pin'));
  await page.goto('about:blank');
});
afterAll(() => browser?.close());

const show = (body: string) => page.setContent(`<!doctype html><body>${body}</body>`);
/** Runs an expression in the page; `pin` holds the modules' exports, `$` finds one element. */
const run = <T>(expression: string) =>
  page.evaluate(`{ const $ = (selector) => document.querySelector(selector); ${expression} }`) as Promise<T>;
/** Takes a fingerprint, changes the page, looks for the element again: the id it has now, or null. */
const relocated = (target: string, change: string) =>
  run<string | null>(`const stored = pin.fingerprint($('${target}')); ${change};
    const found = pin.locate(document, stored); found && (found.dataset.mark ?? found.outerHTML)`);

describe('fingerprint', () => {
  test('of every element of a real page: a selector and an XPath that mean this one, and locate finds it', async () => {
    await page.setContent(await readFile(new URL('../../clients/demo/index.html', import.meta.url), 'utf8'));
    const result = await run<{ count: number; wrong: string[]; longest: number; bytes: number }>(`
      const elements = [...document.querySelectorAll('*')];
      const prints = elements.map((element) => pin.fingerprint(element));
      const wrong = elements.filter((element, i) => {
        const { selector, xpath } = prints[i];
        const matches = document.querySelectorAll(selector);
        return matches.length !== 1 || matches[0] !== element || pin.byXPath(document, xpath) !== element
          || pin.locate(document, prints[i]) !== element;
      });
      ({
        count: elements.length,
        wrong: wrong.map((element) => element.outerHTML.slice(0, 80)),
        longest: Math.max(...prints.map(({ selector }) => selector.length)),
        bytes: Math.max(...prints.map((print) => JSON.stringify(print).length)),
      })`);
    expect(result.count).toBeGreaterThan(150);
    expect(result.wrong).toEqual([]);
    expect(result.longest).toBeLessThan(120);
    expect(result.bytes).toBeLessThan(2048);
  });

  test.each([
    ['<button id="a" data-testid="buy:now" class="cta">Buy</button>', '[data-testid="buy\\:now"]'],
    ['<button id="buy-now" class="cta">Buy</button>', '#buy-now'],
    ['<button id="ember1234" class="css-1q2w3e4 buy-button">Buy</button><button></button>', 'button.buy-button'],
    ['<input name="user[mail]"><input>', 'input[name="user\\[mail\\]"]'],
    ['<button class="x1y2z3">Buy</button>', 'button'],
    ['<div id="cards"><p><b>1</b></p><p class="is-open"><b data-it>2</b></p></div>', '#cards > p:nth-of-type(2) > b'],
    ['<ul><li>1</li><li data-it>2</li></ul><ul><li>1</li><li>2</li></ul>', 'ul:nth-of-type(1) > li:nth-of-type(2)'],
  ])('%s gets a durable selector', async (html, selector) => {
    await show(html);
    const found = await run<string>("pin.fingerprint($('[data-it]') ?? $('body > *')).selector");
    expect(found.endsWith(selector)).toBe(true);
  });

  test('text is what a reader sees: squeezed, bounded, storable, without scripts or what was typed', async () => {
    await show(`<div>  A\n <b>bold</b>\tword <script>no</script><style>no</style><textarea>typed</textarea></div>
      <a aria-label=" Close  it "></a><img alt="A cat"><input type="submit" value="Send"><input value="secret"><p></p>`);
    await run("$('p').textContent = 'x\\u0000y\\ud800z ' + '😀'.repeat(300)");
    const texts = await run<string[]>('[...document.body.children].map((element) => pin.fingerprint(element).text)');
    expect(texts.slice(0, 5)).toEqual(['A bold word', 'Close it', 'A cat', 'Send', '']);
    expect(texts[5]).toMatch(/^x y z (😀)+$/u);
    expect(texts[5]?.length).toBeLessThanOrEqual(300);
    expect(await run('pin.fingerprint(document.body).text')).toBe('');
  });

  test('the box is in page coordinates, wherever the page is scrolled', async () => {
    await show(
      '<div style="height:500px"></div><p style="margin:0 0 3000px 12.345px;width:100px;height:20px">Here</p>',
    );
    const box = "JSON.stringify(pin.fingerprint($('p')).box)";
    const before = await run<string>(box);
    await run('scrollTo(0, 321)');
    expect(await run(box)).toBe(before);
    expect(JSON.parse(before)).toEqual({ x: 20.34, y: 508, width: 100, height: 20 });
  });

  test('stays small and correct on a page that is deep and uniform', async () => {
    await show('');
    const [bytes, isFound] = await run<[number, boolean]>(`let node = document.body;
      for (let i = 0; i < 900; i++) node = node.appendChild(document.createElement('div'));
      const print = pin.fingerprint(node); [JSON.stringify(print).length, pin.locate(document, print) === null]`);
    expect(bytes).toBeLessThan(8 * 1024);
    expect(isFound).toBe(true);
  });

  test.each([
    ['hero-title', true],
    ['productCard', true],
    ['col-3', true],
    ['step2', true],
    ['main_nav', true],
    ['css-1q2w3e', false],
    ['sc-bdVaJa', false],
    ['Button_root__x3F2a', false],
    ['ember1234', false],
    [':r1:', false],
    ['jss123', false],
    ['is-open', false],
    ['active', false],
    ['a8f7e6d5', false],
  ])('%s looks like words: %s', async (name, expected) => {
    expect(await run(`pin.isWordLike('${name}')`)).toBe(expected);
  });
});

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
    ['the order of cards turned round', "$('main').append($('section'))"],
  ])('survives %s', async (_name, change) => {
    await show(CARDS);
    expect(await relocated('[data-mark]', change)).toBe('it');
  });

  test.each([
    [
      'the element removed, a different one in its place',
      '[data-mark]',
      "$('[data-mark]').textContent = 'Sold out until Monday'",
    ],
    ['its card removed', '[data-mark]', "$('section:last-child').remove()"],
    [
      'moved, with a twin beside it',
      '[data-mark]',
      `const el = $('[data-mark]'); el.remove();
      $('section').remove(); document.body.append(el, el.cloneNode(true))`,
    ],
  ])('prefers nothing to a guess: %s', async (_name, target, change) => {
    await show(CARDS);
    expect(await relocated(target, change)).toBeNull();
  });

  test('does not take a selector that became ambiguous for an answer', async () => {
    await show('<button class="buy" data-mark="it">Order</button>');
    expect(
      await relocated('.buy', "document.body.prepend($('.buy').cloneNode(true)); $('.buy').dataset.mark = 'other'"),
    ).toBeNull();
  });

  test('needs no text to find an element that had none', async () => {
    await show('<main><img id="hero" src="data:," data-mark="it"></main>');
    expect(await relocated('#hero', "document.body.prepend(document.createElement('img'))")).toBe('it');
  });

  test('never throws and never searches long, whatever was stored', async () => {
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
    const result = await run<{ found: number; ms: number }>(`const started = performance.now();
      const look = ([selector, xpath, text]) => pin.locate(document, { selector, xpath, text });
      const found = ${JSON.stringify(hostile.map((text) => [text, text, text]))}.filter(look).length;
      ${JSON.stringify(random)}.forEach(look);
      ({ found, ms: performance.now() - started })`);
    expect(result.found).toBe(0);
    expect(result.ms).toBeLessThan(2000);
  });

  test('looks many lost elements up in one pass over the page', async () => {
    await show(`<div>${'<p>Some words of text</p>'.repeat(5000)}</div>`);
    const ms = await run<number>(`const started = performance.now(); const index = pin.textIndex(document);
      for (let i = 0; i < 500; i++) pin.locate(document, { selector: '.gone' + i, xpath: '/html/body/p', text: 'Gone ' + i }, index);
      performance.now() - started`);
    expect(ms).toBeLessThan(500);
  });
});
