import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { bundleModules } from '../../support/client-bundle.ts';

const MODULES = ['quote', 'quote-of'].map((name) => `shared/rebind/quotes/${name}.ts`);
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.evaluateOnNewDocument(await bundleModules(MODULES, 'pin'));
  await page.goto('about:blank');
});
afterAll(() => browser?.close());

const TEXT = `Our bread is baked every morning before five. We deliver it by bicycle until noon, and the
  <em>second</em> loaf is half the price. We deliver it by van on Sundays, when the mill is closed and the ovens rest.`;

/** Selects words of the paragraph like a visitor and quotes them. */
async function quote(words: string, occurrence = 0, html = TEXT) {
  await page.setContent(`<!doctype html><p>${html}</p>`);
  return page.evaluate(
    (wanted, nth) => {
      const p = document.querySelector('p') as HTMLElement;
      const walker = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
      let seen = 0;
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        for (let at = node.data.indexOf(wanted); at >= 0; at = node.data.indexOf(wanted, at + 1)) {
          if (seen++ < nth) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + wanted.length);
          // @ts-expect-error global of the bundle
          return pin.quoteOf(range, p);
        }
      }
      return null;
    },
    words,
    occurrence,
  );
}
/** Finds a passage on a page; returns its words and the last characters before them. */
const found = async (html: string, wanted: unknown) => {
  await page.setContent(`<!doctype html><p>${html}</p>`);
  return page.evaluate((stored) => {
    const p = document.querySelector('p') as HTMLElement;
    // @ts-expect-error global of the bundle
    const range: Range | null = pin.findQuote(p, stored);
    if (!range) return null;
    const before = document.createRange();
    before.setStart(p, 0);
    before.setEnd(range.startContainer, range.startOffset);
    return { words: range.toString().replace(/\s+/g, ' '), after: before.toString().replace(/\s+/g, ' ').slice(-12) };
  }, wanted);
};

describe('a passage', () => {
  test('is quoted with 40 characters of context, white space collapsed', async () => {
    expect(await quote('by bicycle')).toEqual({
      exact: 'by bicycle',
      prefix: 'ed every morning before five. We deliver it '.slice(-40),
      suffix: ' until noon, and the second loaf is half the price.'.slice(0, 40),
    });
  });

  test('that is very long is quoted by its beginning', async () => {
    const long = 'word '.repeat(400);
    const { exact } = (await quote(long.trim(), 0, long)) ?? {};
    expect([exact.length, exact.slice(0, 9)]).toEqual([299, 'word word']);
  });

  test('next to a cut surrogate pair has no lone surrogate', async () => {
    const stored = await quote('bread', 0, `${'😀'.repeat(30)} bread 😀😀`);
    expect(stored.prefix).toMatch(/^(😀)+ $/u);
  });

  test.each<[string, string, [string, number], { words: string; after: string } | null]>([
    ['as it was', TEXT, ['by bicycle', 0], { words: 'by bicycle', after: ' deliver it ' }],
    [
      'after other words were put before it',
      `News first. ${TEXT}`,
      ['by bicycle', 0],
      { words: 'by bicycle', after: ' deliver it ' },
    ],
    [
      'in other elements',
      TEXT.replace('by bicycle', '<b>by</b> <i>bi</i>cycle'),
      ['by bicycle', 0],
      { words: 'by bicycle', after: ' deliver it ' },
    ],
    [
      'the second of two equal ones',
      `Hello. ${TEXT}`,
      ['We deliver it', 1],
      { words: 'We deliver it', after: ' the price. ' },
    ],
    [
      'the first of two equal ones',
      `Hello. ${TEXT}`,
      ['We deliver it', 0],
      { words: 'We deliver it', after: 'efore five. ' },
    ],
    [
      'rewritten between the same words',
      TEXT.replace('by bicycle', 'on foot'),
      ['by bicycle', 0],
      { words: 'on foot', after: ' deliver it ' },
    ],
    [
      'edited, like everything around it',
      'Each day we bake. The mill was closed and the oven rests, so come on Monday.',
      ['the mill is closed and the ovens rest', 0],
      { words: 'The mill was closed and the oven rests,', after: 'ay we bake. ' },
    ],
    ['gone', 'Nothing of all that is here any more; come back in spring.', ['by bicycle', 0], null],
  ])('is found %s', async (_how, changed, [words, nth], expected) => {
    expect(await found(changed, await quote(words, nth))).toEqual(expected);
  });
});
