import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp({ demo: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

test('GraphiQL runs within its content security policy, signed in as the demo', async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(`${app.url}/graphql?query=${encodeURIComponent('{ me { email } }')}`);
  await page.locator('.graphiql-execute-button').click();
  // The editor wraps long lines.
  await page.waitForFunction(() => document.querySelector('.result-window')?.textContent?.includes('demo@pinbound'));
  expect(errors).toEqual([]);
});

test('a reload restores the tabs and the active one', async () => {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(60_000);
  const tabs = async () => {
    await page.waitForSelector('.graphiql-tab-active');
    return page.$$eval('.graphiql-tab', (all) =>
      all.map((tab) => [tab.textContent?.trim(), tab.classList.contains('graphiql-tab-active')]),
    );
  };
  await page.goto(`${app.url}/graphql`);
  const initialTabs = await tabs();
  expect(initialTabs).toEqual([['Follow', true]]);
  await page.reload();
  expect(await tabs()).toEqual(initialTabs);
});

test('its page is small and not cached; its assets are compressed and have an ETag', async () => {
  const page = await fetch(`${app.url}/graphql`, { headers: { accept: 'text/html' } });
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const html = await page.text();
  expect(html.length).toBeLessThan(4_096);
  const script = `${app.url}/graphql/graphiql.js`;
  const compressed = await fetch(script, { headers: { 'accept-encoding': 'gzip' } });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  const etag = compressed.headers.get('etag') ?? '';
  expect((await fetch(script, { headers: { 'accept-encoding': 'gzip', 'if-none-match': etag } })).status).toBe(304);
  const plain = await fetch(script, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe(await compressed.text());
});
