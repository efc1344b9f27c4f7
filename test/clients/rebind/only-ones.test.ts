import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnginePage } from '../support/engine-page.ts';

let page: Page;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(() => page?.browser().close());

/** Pins every marked element alone; returns where each is bound in the next page, or its state. */
async function follow(before: string, after: string, language = 'en'): Promise<Record<string, string>> {
  await page.setContent(`<!doctype html><html lang="en"><body>${before}</body></html>`);
  const stored = await page.evaluate(`[...document.querySelectorAll('[data-is]')].map((element) => {
    const mark = element.dataset.is; delete element.dataset.is;
    return [mark, JSON.parse(JSON.stringify(pin.fingerprint(element)))];
  })`);
  await page.setContent(`<!doctype html><html lang="${language}"><body>${after}</body></html>`);
  return (await page.evaluate(`{
    for (const element of document.querySelectorAll('[data-is]')) { element.mark = element.dataset.is; delete element.dataset.is; }
    Object.fromEntries(${JSON.stringify(stored)}.map(([mark, one]) => {
      const [{ state, element }] = pin.locate(document, [pin.readStored(one)]);
      return [mark, element ? element.mark ?? 'another element' : state];
    })) }`)) as Record<string, string>;
}

const shown = (part: string) => `<header><h1>Bakery</h1></header><main>${part}</main><footer>Founded 1998</footer>`;

describe('an element with a text of its own is bound', () => {
  const menu = (heading: string, links: readonly string[]) =>
    `<div><h3>${heading}</h3><ul>${links.map((text) => `<li><a href="#" ${text === 'Online shipping' ? 'data-is="link"' : ''}>${text}</a></li>`).join('')}</ul></div>`;
  const OTHERS = ['Careers', 'Press', 'Investors', 'Blog', 'Imprint'];

  test('a link of a menu with other links', async () => {
    const before = shown(
      menu('Learn', ['Basics', 'Online shipping', 'Labels', 'Rates', 'Forms']) + menu('About', OTHERS),
    );
    const after = shown(
      menu('Mail', ['Sending', 'Online shipping', 'Brokers', 'Insurance', 'Receipts', 'Customs']) +
        menu('About', OTHERS),
    );
    expect(await follow(before, after)).toEqual({ link: 'link' });
  });
});
