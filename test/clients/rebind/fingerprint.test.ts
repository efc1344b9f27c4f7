import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { bundleModules } from '../../support/client-bundle.ts';

const MODULES = [
  'locators/word-like',
  'time-slices',
  ...['fingerprint/fingerprint', 'fingerprint/stored', 'dom-index/dom-index', 'traits/traits', 'locate-at-once'].map(
    (name) => `rebind/${name}`,
  ),
].map((name) => `shared/${name}.ts`);
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
/** Runs an expression in the page; `pin` has the exports of the modules, `$` finds one element. */
const run = <T>(expression: string) =>
  page.evaluate(`{ const $ = (selector) => document.querySelector(selector); ${expression} }`) as Promise<T>;

describe('fingerprint', () => {
  const MASKED = [
    '<div data-svc-mask><p id="it">Secret <img alt="Secret"></p><a href="mailto:secret@x" aria-label="Secret">Secret</a></div>',
    '<div contenteditable="plaintext-only"><p id="it">Secret</p></div>',
    '<div contenteditable><p id="it">Secret</p></div>',
  ];
  test.each(MASKED)('%s: masked and typed text is in no fingerprint, including those of neighbors', async (html) => {
    await show(`<ul><li><b id="before">Order 7</b>${html}<b id="after">Pay</b><i id="icon" data-svc-mask title="Secret"></i></li>
      <li>Order 8</li></ul><div id="host"></div>`);
    const prints = await run<string>(`
      const root = $('#host').attachShadow({ mode: 'open' });
      root.innerHTML = '<p>Secret</p>';
      $('#host').setAttribute('data-svc-mask', '');
      JSON.stringify([...document.body.querySelectorAll('*'), root.firstChild].map((element) => pin.fingerprint(element)))`);
    expect(prints).not.toMatch(/secret/i);
    expect(prints).toContain('Order 7');
    expect(await run("pin.locate(document, [pin.readStored(pin.fingerprint($('#it')))])[0].element === $('#it')")).toBe(
      true,
    );
  });

  test.each([
    ['/cart?session=s-1#pay', '/cart?'],
    ['https://bakery.example/reset?token=t-1', 'https://bakery.example/reset?'],
    ['?page=2', '?'],
    ['#access_token=t-1', '#'],
    ['#prices', '#prices'],
    ['#/cart?token=t-1', '#/cart?'],
    ['/shop#!/rye', '/shop#!/rye'],
    ['/rye', '/rye'],
  ])('reduces the address %s to %s, which matches the full one', async (address, kept) => {
    const links = ['/spelt', address, '/oats'].map((href) => `<a href="${href}"><i></i></a>`);
    await show(links.join(''));
    expect(await run(`pin.fingerprint($('a:nth-child(2)')).traits.href`)).toBe(kept);
    const traits = (href: string) =>
      run(`JSON.stringify(pin.traitsOf({ tag: 'a', href: ${JSON.stringify(href)} }).href)`);
    expect(await traits(kept)).toBe(await traits(address));
  });

  test('of every element of a real page has a unique selector and XPath, and locates the element', async () => {
    await page.setContent(await readFile(new URL('../../../clients/demo/index.html', import.meta.url), 'utf8'));
    const result = await run<{ count: number; wrong: string[]; longest: number; bytes: number }>(`
      const elements = [...document.querySelectorAll('body, body *:not(script)')];
      const prints = elements.map((element) => pin.fingerprint(element));
      const found = pin.locate(document, prints.map(pin.readStored));
      const wrong = elements.filter((element, i) => {
        const { selector, xpath } = prints[i];
        const matches = document.querySelectorAll(selector);
        return matches.length !== 1 || matches[0] !== element || document.evaluate(xpath, document, null, 9, null).singleNodeValue !== element
          || found[i].element !== element;
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

  test('has the visible text: collapsed, limited, storable, without scripts and typed text', async () => {
    await show(`<div>  A\n <b>bold</b>\tword <script>no</script><style>no</style><textarea>typed</textarea></div>
      <a aria-label=" Close  it "></a><img alt="A cat"><input type="submit" value="Send"><input value="secret"><p></p>`);
    await run("$('p').textContent = 'x\\u0000y\\ud800z ' + '😀'.repeat(300)");
    const texts = await run<string[]>('[...document.body.children].map((element) => pin.fingerprint(element).text)');
    expect(texts.slice(0, 5)).toEqual(['A bold word', 'Close it', 'A cat', 'Send', '']);
    expect(texts[5]).toMatch(/^x y z (😀)+$/u);
    expect(texts[5]?.length).toBeLessThanOrEqual(300);
    expect(await run('pin.fingerprint(document.body).text')).toBe('');
  });

  test('has the box in page coordinates at any scroll position', async () => {
    await show(
      '<div style="height:500px"></div><p style="margin:0 0 3000px 12.345px;width:100px;height:20px">Here</p>',
    );
    const box = "JSON.stringify(pin.fingerprint($('p')).box)";
    const before = await run<string>(box);
    await run('scrollTo(0, 321)');
    expect(await run(box)).toBe(before);
    expect(JSON.parse(before)).toEqual({ x: 20.34, y: 508, width: 100, height: 20 });
  });

  test('stays small and correct on a deep and uniform page', async () => {
    await show('');
    const [bytes, isFound] = await run<[number, boolean]>(`let node = document.body;
      for (let i = 0; i < 900; i++) node = node.appendChild(document.createElement('div'));
      const print = pin.fingerprint(node); [JSON.stringify(print).length, pin.locate(document, [pin.readStored(print)])[0].element === node]`);
    expect(bytes).toBeLessThan(8 * 1024);
    expect(isFound).toBe(true);
  });

  test('is the same with and without a given index: duplicates, cards, icons', async () => {
    await show(`<ul>${'<li><b>Seed</b> 1 <button>Buy</button><i class="icon"></i></li>'.repeat(3)}<li>Soil <button>Buy</button></li></ul>
      <i class="icon"></i><i class="icon big"></i><i></i><i></i><p data-svc-mask>Secret</p><h2><b>Buy</b></h2><img alt="Buy">`);
    const [alone, givenIndex] = await run<[string[], string[]]>(`
      const elements = [...document.querySelectorAll('*')];
      const domIndex = pin.run(pin.buildDomIndexSteps(document));
      [undefined, domIndex].map((one) => elements.map((element) => JSON.stringify(pin.fingerprint(element, one))))`);
    expect(alone).toEqual(givenIndex);
    expect(alone.map((print) => JSON.parse(print).traits.twins)).toContainEqual({ index: 3, count: 4, inCard: 1 });
  });

  test('does not search a deep page for a selector that matches other elements', async () => {
    const nested = (depth: number): string => `<div class="grid text">${depth ? nested(depth - 1) : '<p></p>'}</div>`;
    await show(nested(30).repeat(3));
    const searches = await run<number>(`
      const { querySelectorAll } = Document.prototype;
      let count = 0;
      Document.prototype.querySelectorAll = function (selector) { count++; return querySelectorAll.call(this, selector); };
      try { pin.fingerprint([...document.getElementsByTagName('p')][1]); } finally { Document.prototype.querySelectorAll = querySelectorAll; }
      count`);
    expect(searches).toBeLessThan(5);
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
  ])('isWordLike(%s) is %s', async (name, expected) => {
    expect(await run(`pin.isWordLike('${name}')`)).toBe(expected);
  });
});
