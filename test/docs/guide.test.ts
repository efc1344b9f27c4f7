// Cost: about 2 min, one service and one browser that opens every page, in both themes and on a
// phone.
import { readdirSync } from 'node:fs';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUIDE_PAGES } from '../../clients/dashboard/ui/guide-pages.ts';
import { violations } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Rules whose results differ between themes of the same layout. */
const COLORS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

const markdown = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.md'));
const DECISIONS = markdown('docs/decisions').map((name) => `/guide/decisions/${name.replace('.md', '')}`);
/** Address of every page. */
const PATHS = [
  '/guide/',
  '/guide/decisions',
  ...markdown('docs')
    .filter((name) => name !== 'README.md')
    .map((name) => `/guide/${name.replace('.md', '')}`),
  ...DECISIONS,
];

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const read = async (path: string) => (await fetch(app.url + path)).text();
/** Addresses that elements of a page name. */
const addressesIn = (html: string) =>
  [...html.matchAll(/<\w+ [^>]*?(?:href|src|data-texts)="([^"]+)"/g)].map(([, address = '']) => address);
const isIn = (html: string, anchor: string) => html.includes(` id="${decodeURIComponent(anchor)}"`);

describe('the guide', () => {
  test('has every document as a page', async () => {
    const statuses = await Promise.all(PATHS.map(async (path) => [path, (await fetch(app.url + path)).status]));
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  });

  test('has no broken link, anchor or picture', async () => {
    const pages = new Map(await Promise.all(PATHS.map(async (path) => [path, await read(path)] as const)));
    const broken: string[] = [];
    const files = new Set<string>();
    for (const [path, html] of pages) {
      for (const address of addressesIn(html).filter((each) => !/^https?:/.test(each))) {
        const { pathname, hash } = new URL(address, app.url + path);
        const target = pages.get(pathname);
        if (!target) files.add(pathname);
        else if (hash && !isIn(target, hash.slice(1))) broken.push(`${path}: ${address}`);
      }
    }
    expect(files.size).toBeGreaterThan(50);
    const headers = { accept: 'text/html' };
    for (const file of files) if (!(await fetch(app.url + file, { headers })).ok) broken.push(file);
    expect(broken).toEqual([]);
  });

  test('loads nothing from other origins', async () => {
    for (const path of PATHS) {
      const loaded = [...(await read(path)).matchAll(/<(?:img|script|link)[^>]* (?:src|href)="([^"]+)"/g)];
      expect(loaded.filter(([, address = '']) => !address.startsWith('/'))).toEqual([]);
    }
  });

  test('keeps files with a hash for good, and asks for pages again', async () => {
    const page = await fetch(`${app.url}/guide/overlay`);
    expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const again = await fetch(page.url, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    const files = addressesIn(await page.text()).filter((address) => address.startsWith('/guide/assets/'));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const { headers } = await fetch(app.url + file);
      expect([file, headers.get('cache-control')]).toEqual([file, 'public, max-age=31536000, immutable']);
    }
  });

  test('has its own page for addresses without one, which is never a copy', async () => {
    for (const path of ['/guide/nothing', '/guide/overlay/', '/guide/assets/nothing.js', '/guide/404']) {
      const response = await fetch(app.url + path, { headers: { 'if-none-match': '*' } });
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await response.text()).toContain('<h1 id="this-page-does-not-exist">');
    }
    const response = await fetch(`${app.url}/guide`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/guide/']);
  });

  test.each(Object.entries(GUIDE_PAGES))('explains the screen %s at %s', async (_screen, address) => {
    const [path = '', anchor] = address.split('#');
    const response = await fetch(`${app.url}/guide/${path}`);
    expect(response.status).toBe(200);
    if (anchor !== undefined) expect(isIn(await response.text(), anchor)).toBe(true);
  });
});

interface Tab {
  page: Page;
  /** Errors, violations of the content security policy, and requests to other origins. */
  problems: string[];
}

async function openTab(): Promise<Tab> {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on('console', (message) => ['error', 'warn'].includes(message.type()) && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => !request.url().startsWith(`${app.url}/`) && problems.push(request.url()));
  return { page, problems };
}

const theme = (page: Page, value: 'light' | 'dark') =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

/** Opens the guide, searches, and returns the headings of the results. */
async function search(page: Page, words: string): Promise<string[]> {
  await page.goto(`${app.url}/guide/`);
  await page.waitForSelector('.find:not([hidden])');
  await page.keyboard.press('/');
  await page.type('.search input', words);
  const results = () => page.$$eval('.search li', (found) => found.map((each) => each.textContent ?? ''));
  await expect.poll(results).not.toEqual([]);
  await expect.poll(() => page.$eval('.search li mark', (mark) => mark.textContent)).toBeTruthy();
  return results();
}

describe('a page of the guide', () => {
  // The decisions have one layout.
  test.each([...PATHS.filter((path) => !DECISIONS.slice(1).includes(path)), '/guide/nothing'])(
    '%s is accessible in both themes, fits a phone and breaks no policy',
    async (path) => {
      const { page, problems } = await openTab();
      await page.setViewport(DESK);
      await theme(page, 'light');
      await page.goto(app.url + path);
      await page.waitForSelector('.find:not([hidden])');
      expect(await violations(page)).toEqual([]);
      await theme(page, 'dark');
      expect(await violations(page, undefined, COLORS)).toEqual([]);
      await page.setViewport(PHONE);
      // The script makes what is too wide focusable in the second frame.
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
      expect(await violations(page)).toEqual([]);
      expect(problems.filter((each) => !each.includes('404'))).toEqual([]);
      await page.browserContext().close();
    },
    60_000,
  );

  test('is found by its words, also mistyped, by keyboard', async () => {
    const { page, problems } = await openTab();
    expect((await search(page, 'content security policy'))[0]).toMatch(/^Content security policyThe overlay/);
    expect((await search(page, 'guset invit')).join()).toContain('Invite a guest');
    await page.keyboard.press('ArrowDown');
    const selected = await page.$eval('.search [aria-selected=true]', (option) => option.getAttribute('data-url'));
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).toBe(`${app.url}${selected}`);
    expect(await page.evaluate(() => document.querySelector(':target') !== null)).toBe(true);
    await page.goto(`${app.url}/guide/`);
    await page.click('.find');
    await page.type('.search input', 'qqqqxxxx');
    await page.waitForSelector('.search ::-p-text(No results for “qqqqxxxx”.)');
    expect(await violations(page, '.search')).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.$('dialog[open]')).toBeNull();
    expect(problems).toEqual([]);
    await page.browserContext().close();
  });

  test('says that the texts of the search could not be loaded, and tries again', async () => {
    const { page } = await openTab();
    await page.goto(`${app.url}/guide/`);
    await page.waitForSelector('.find:not([hidden])');
    await page.setOfflineMode(true);
    await page.keyboard.press('/');
    await page.waitForSelector('.search ::-p-text(Check your connection and try again.)');
    await page.setOfflineMode(false);
    await page.type('.search input', 'overlay');
    await page.waitForSelector('.search li');
    await page.browserContext().close();
  });

  test('keeps the theme that was chosen, also for the dashboard', async () => {
    const { page } = await openTab();
    await theme(page, 'light');
    await page.goto(`${app.url}/guide/panel`);
    await page.click('.theme:not([hidden])');
    expect(await page.evaluate(() => localStorage.getItem('pinbound-theme'))).toBe('dark');
    await page.reload();
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
    await page.goto(`${app.url}/app/login`);
    await page.waitForSelector('[data-theme=dark] form');
    await page.browserContext().close();
  });

  test('shows the list of pages on a phone, and closes it by key', async () => {
    const { page } = await openTab();
    await page.setViewport(PHONE);
    await page.goto(`${app.url}/guide/panel`);
    await page.waitForSelector('.menu:not([hidden])');
    const isShown = () => page.$eval('.pages', (pages) => pages.checkVisibility());
    expect(await isShown()).toBe(false);
    await page.click('.menu');
    expect(await isShown()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await isShown()).toBe(false);
    await page.click('.menu');
    await Promise.all([page.waitForNavigation(), page.click('.pages a[href="/guide/embed"]')]);
    expect(page.url()).toBe(`${app.url}/guide/embed`);
    await page.browserContext().close();
  });

  test('has its text and its list of pages without the script', async () => {
    const { page } = await openTab();
    await page.setJavaScriptEnabled(false);
    await page.setViewport(PHONE);
    await page.goto(`${app.url}/guide/panel`);
    expect(await page.$eval('.pages', (pages) => (pages as HTMLElement).innerText)).toContain('The overlay');
    await page.browserContext().close();
  });
});
