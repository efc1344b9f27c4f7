import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';

/** Repetitions of a measurement. */
export const SAMPLES = 15;
/** Time after which the page has loaded further rows and has nothing left to do. */
export const SETTLE_MS = 1_000;
/** Selector of a comment in the list. */
export const ROW = 'ol li[data-id]';

/** Opens a tab of desktop size. */
export async function openPage(browser: Browser | BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  // tsx wraps functions in this helper, which functions that run in the page call, too.
  await page.evaluateOnNewDocument('globalThis.__name = (value) => value');
  await page.goto('about:blank');
  return page;
}

/** Logs in by the form. */
export async function logIn(page: Page, url: string, next = ''): Promise<void> {
  await page.goto(`${url}/app/login${next && `?next=${encodeURIComponent(next)}`}`);
  await page.locator('input[type=email]').fill('b@example.com');
  await page.locator('input[type=password]').fill('a long password');
  await page.keyboard.press('Enter');
  await page.waitForSelector('nav');
}

/** Opens the list, and waits until nothing is left to do. */
export async function openList(page: Page, list: string): Promise<void> {
  await page.goto(`${list}?status=any`);
  await page.waitForSelector(ROW);
  await pause(SETTLE_MS);
}
