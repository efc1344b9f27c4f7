import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { bundleClient, bundleEngine } from '../../support/client-bundle.ts';

let browser: Browser;
let page: Page;
let inject: string;

beforeAll(async () => {
  [browser, inject] = await Promise.all([launchBrowser(), bundleClient('shared/rebind/inject.ts')]);
  page = await browser.newPage();
  await page.evaluateOnNewDocument(await bundleEngine());
  await page.goto('about:blank');
});
afterAll(() => browser?.close());

const show = (body: string) => page.setContent(`<!doctype html><body>${body}</body>`);
const SAME =
  'const same = (element, change) => { const stored = JSON.parse(JSON.stringify(pin.fingerprint(element))); change(); return pin.locate(document, [pin.readStored(stored)])[0].element === element };';
const run = <T>(code: string) => page.evaluate(`{ ${SAME} ${code} }`) as Promise<T>;

describe('finds elements', () => {
  test('in an open shadow root', async () => {
    await show('<p>Before</p><x-card></x-card>');
    expect(
      await run(`const root = document.querySelector('x-card').attachShadow({ mode: 'open' });
        root.innerHTML = '<p>Words in the shadow of it</p><button>Press</button>';
        same(root.querySelector('button'), () => root.prepend(document.createElement('hr')))`),
    ).toBe(true);
  });

  test('in a frame of the same origin', async () => {
    await show('<p>Before</p><iframe srcdoc="<p>Words in the frame</p><button>Press</button>"></iframe>');
    await page.waitForFunction("document.querySelector('iframe')?.contentDocument?.querySelector('button')");
    expect(
      await run(`const inner = document.querySelector('iframe').contentDocument;
        same(inner.querySelector('button'), () => inner.body.prepend(inner.createElement('hr')))`),
    ).toBe(true);
  });

  test.each([
    { selector: 'main h1', xpath: '', text: '' },
    { selector: '.logo', xpath: '/html/body/a', text: '' },
    { selector: '.buy', xpath: '' },
  ])('by position alone, as API clients may store it: %j', async (stored) => {
    await show(
      '<a class="logo" href="/">Bowls</a><main><h1>Tableware that lasts</h1><button class="buy">Buy</button></main>',
    );
    const state = `pin.locate(document, [pin.readStored(${JSON.stringify(stored)})])[0]`;
    expect(await run(`const { state, element } = ${state}; [state, element.matches('${stored.selector}')]`)).toEqual([
      'bound',
      true,
    ]);
  });

  const use = (name: string) => `<svg><use href="/icons.svg#${name}"></use></svg>`;
  test.each([
    [
      'aria-label',
      `<button aria-label="Search">${use('x')}</button>`,
      `<button aria-label="Menu">${use('x')}</button>`,
    ],
    ['title', `<button title="Search">${use('x')}</button>`, `<button title="Menu">${use('x')}</button>`],
    ['alt', '<button><img alt="Search" src="data:,"></button>', '<button><img alt="Menu" src="data:,"></button>'],
    [
      'the file of its picture',
      '<button><img src="/i/search@2x.8f3a.svg"></button>',
      '<button><img src="/i/menu.7c1b.svg"></button>',
    ],
    ['the name of its symbol', `<button>${use('search')}</button>`, `<button>${use('menu')}</button>`],
    [
      'the title in its picture',
      '<button><svg><title>Search</title></svg></button>',
      '<button><svg><title>Menu</title></svg></button>',
    ],
  ])('an icon button identified only by %s, rather than another one at its position', async (_name, icon, other) => {
    await show(`<nav>${other}${icon}</nav>`);
    expect(
      await run(`const nav = document.querySelector('nav'); const button = nav.lastElementChild;
        same(button, () => document.body.prepend(button))`),
    ).toBe(true);
    await show(`<nav>${other}${icon}</nav>`);
    expect(
      await run(`const nav = document.querySelector('nav'); const button = nav.lastElementChild;
        const stored = JSON.parse(JSON.stringify(pin.fingerprint(button)));
        nav.prepend(button);
        pin.locate(document, [pin.readStored(stored)])[0].candidates[0].element === button`),
    ).toBe(true);
  });
});

describe('many elements', () => {
  test('finds 100 pins among 5,000 elements with hundreds of duplicates, none wrongly, in slices', async () => {
    await show(
      `<main>${Array.from({ length: 620 }, (_, i) => `<article class="card"><h3>Product ${i}</h3><p>Number ${i * 7} of the list</p><div><span>€ ${i}</span><a href="/p/${i}">More</a><button>Add to cart</button></div></article>`).join('')}</main>`,
    );
    const result = await page.evaluate(`(async () => {
      const buttons = [...document.querySelectorAll('button')].filter((_, i) => i % 6 === 0).slice(0, 100);
      const prints = buttons.map((button) => pin.readStored(JSON.parse(JSON.stringify(pin.fingerprint(button)))));
      document.querySelector('main').prepend(document.createElement('hr'));
      let ticks = 0;
      const timer = setInterval(() => ticks++, 1);
      const found = await pin.runInSlices(pin.locateSteps(document, prints));
      clearInterval(timer);
      return { elements: document.querySelectorAll('*').length, ticks,
        right: found.filter(({ element }, i) => element === buttons[i]).length,
        wrong: found.filter(({ element }, i) => element && element !== buttons[i]).length };
    })()`);
    expect(result).toMatchObject({ right: 100, wrong: 0 });
    expect((result as { elements: number }).elements).toBeGreaterThan(4300);
    expect((result as { ticks: number }).ticks).toBeGreaterThan(0);
  });

  test('returns null for an aborted search', async () => {
    expect(await page.evaluate('pin.runInSlices(pin.locateSteps(document, []), AbortSignal.abort())')).toBeNull();
  });

  test('pauses within the search for one pin among thousands of similar elements', async () => {
    await show(`<ul>${'<li><i></i></li>'.repeat(3_000)}</ul>`);
    const pauses = await run<number>(`const print = pin.readStored(pin.fingerprint(document.querySelector('i')));
      document.querySelector('li').remove();
      const steps = pin.locateSteps(document, [print], null, pin.run(pin.buildDomIndexSteps(document)));
      let pauses = 0;
      while (!steps.next().done) pauses++;
      pauses`);
    expect(pauses).toBeGreaterThan(30);
  });
});

describe('the script for pages under automation', () => {
  const locate = async (pins: unknown) => {
    await page.evaluate(inject);
    return page.evaluate(`JSON.parse(JSON.stringify(pinboundLocate(${JSON.stringify(pins)})))`) as Promise<
      LocatedPin[]
    >;
  };
  interface LocatedPin {
    readonly state: string;
    readonly candidates: readonly { readonly fingerprint: { readonly selector: string; readonly text: string } }[];
  }

  test('takes stored fingerprints and returns JSON', async () => {
    await show('<h1>Bakery</h1><p class="intro">Baked every morning</p>');
    expect(
      await locate([
        { selector: '.intro', xpath: '/html/body/p', text: 'Baked every morning' },
        { selector: '.gone', xpath: '', text: 'Closed on every second Monday' },
        null,
      ]),
    ).toMatchObject([
      { state: 'bound', candidates: [{ fingerprint: { tag: 'p', text: 'Baked every morning' } }] },
      { state: 'orphaned', candidates: [] },
      { state: 'orphaned', confidence: 0, candidates: [] },
    ]);
  });

  const RYE = { selector: '#rye', xpath: '/html/body/p[1]', text: 'Dark and dense, keeps for a whole week' };
  const GONE = { selector: '#gone', text: 'Until Sunday: a watering can with every order' };

  test('falls back to the original fingerprint when the last one is not found', async () => {
    await show(`<p id="rye">${RYE.text}</p>`);
    expect(await locate([[GONE, RYE], [GONE]])).toMatchObject([
      { state: 'bound', candidates: [{ fingerprint: { selector: '#rye' } }] },
      { state: 'orphaned' },
    ]);
  });

  test('does not bind a second pin by its original fingerprint to the element of another pin', async () => {
    await show(`<p id="rye">${RYE.text}</p>`);
    const other = { selector: '#old', xpath: '/html/body/main/p[1]', text: 'Dark and dense, keeps for a whole month' };
    const [first, second] = await locate([[RYE], [GONE, other]]);
    expect(first).toMatchObject({ state: 'bound', candidates: [{ fingerprint: { selector: '#rye' } }] });
    expect(second?.state).not.toBe('bound');
    // Alone, the second pin is bound.
    expect(await locate([[GONE, other]])).toMatchObject([{ state: 'bound' }]);
  });

  test('locates 1,000 uncertain pins in one call', async () => {
    const card = (i: number) =>
      `<article class="card"><h3>Product ${i}</h3><p>Number ${i * 7} of the list</p><div><a href="/p/${i}">More</a></div></article>`;
    const row = (i: number) => card(i) + card(i);
    await show(`<main>${Array.from({ length: 500 }, (_, i) => row(i)).join('')}</main>`);
    // Two pins per product, which was unique and now has a duplicate; removed ones in between.
    const pins = Array.from({ length: 1_000 }, (_, i) => {
      const at = i >> 1;
      const heading = { tag: 'h3', selector: 'h3', text: `Product ${at}`, traits: { twins: { index: 0, count: 1 } } };
      return i % 2 ? [{ ...heading, xpath: `/html/body/main/article[${at}]/h3` }, heading] : [heading, GONE];
    });
    const results = await locate(pins);
    expect(results).toHaveLength(1_000);
    expect(results.filter(({ state }) => state === 'moved').length).toBeGreaterThan(900);
    for (const { candidates } of results) {
      expect(candidates.length).toBeLessThanOrEqual(3);
      for (const { fingerprint } of candidates) expect(fingerprint.selector).not.toBe('');
    }
  });
});
