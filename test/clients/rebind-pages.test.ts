import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { bundleClient, bundleModules } from './bundle.ts';

const MODULES = ['fingerprint', 'locate', 'stored', 'slices'].map((name) => `shared/${name}.ts`);
let browser: Browser;
let page: Page;
let inject: string;

beforeAll(async () => {
  [browser, inject] = await Promise.all([launchBrowser(), bundleClient('shared/inject.ts')]);
  page = await browser.newPage();
  await page.evaluateOnNewDocument(await bundleModules(MODULES, 'pin'));
  await page.goto('about:blank');
});
afterAll(() => browser?.close());

const show = (body: string) => page.setContent(`<!doctype html><body>${body}</body>`);
const SAME =
  'const same = (element, change) => { const stored = JSON.parse(JSON.stringify(pin.fingerprint(element))); change(); return pin.locate(document, [pin.readStored(stored)])[0].element === element };';
const run = <T>(code: string) => page.evaluate(`{ ${SAME} ${code} }`) as Promise<T>;

describe('elements that are hard to reach', () => {
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
    await page.waitForFunction("document.querySelector('iframe').contentDocument.querySelector('button')");
    expect(
      await run(`const inner = document.querySelector('iframe').contentDocument;
        same(inner.querySelector('button'), () => inner.body.prepend(inner.createElement('hr')))`),
    ).toBe(true);
  });

  test.each(['aria-label="Search"', 'title="Search"', 'class="x"'])(
    'an icon button with %s, among others',
    async (mark) => {
      const icon = (name: string) => `<svg><use href="#icon-${name}"></use></svg>`;
      await show(
        `<nav><button aria-label="Menu">${icon('menu')}</button><button ${mark}>${icon('search')}</button></nav>`,
      );
      expect(
        await run(
          `same(document.querySelectorAll('button')[1], () => document.querySelector('nav').prepend(document.createElement('button')))`,
        ),
      ).toBe(true);
    },
  );
});

describe('many elements', () => {
  test('100 pins among 5 000 elements with hundreds of twins: all found, none wrongly, in slices', async () => {
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

  test('a search that is ended answers nothing', async () => {
    expect(await page.evaluate('pin.runInSlices(pin.locateSteps(document, []), AbortSignal.abort())')).toBeNull();
  });
});

test('the script for pages that others drive takes stored fingerprints and answers in JSON', async () => {
  await show('<h1>Bakery</h1><p class="intro">Baked every morning</p>');
  await page.evaluate(inject);
  const answer = await page.evaluate(`JSON.parse(JSON.stringify(pinboundLocate([
    { selector: '.intro', xpath: '/html/body/p', text: 'Baked every morning' },
    { selector: '.gone', xpath: '', text: 'Closed on every second Monday' },
    null])))`);
  expect(answer).toMatchObject([
    { state: 'bound', candidates: [{ fingerprint: { tag: 'p', text: 'Baked every morning' } }] },
    { state: 'orphaned' },
    { state: 'orphaned', confidence: 0, candidates: [] },
  ]);
});
