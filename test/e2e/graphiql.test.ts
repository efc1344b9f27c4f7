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
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${app.url}/graphql?query=${encodeURIComponent('{ me { email } }')}`);
  await page.locator('.graphiql-execute-button').click();
  // The editor breaks lines where they do not fit.
  await page.waitForFunction(() => document.querySelector('.result-window')?.textContent?.includes('demo@pinbound'));
  expect(complaints).toEqual([]);
});

test('loaded again, it shows the tabs that were there, and the one that was open', async () => {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(60_000);
  const tabs = async () => {
    await page.waitForSelector('.graphiql-tab-active');
    return page.$$eval('.graphiql-tab', (all) =>
      all.map((tab) => [tab.textContent?.trim(), tab.classList.contains('graphiql-tab-active')]),
    );
  };
  await page.goto(`${app.url}/graphql`);
  const atFirst = await tabs();
  expect(atFirst).toEqual([['Follow', true]]);
  await page.reload();
  expect(await tabs()).toEqual(atFirst);
});

test('its page is small and kept by nobody, its parts are packed and known again', async () => {
  const page = await fetch(`${app.url}/graphql`, { headers: { accept: 'text/html' } });
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const html = await page.text();
  expect(html.length).toBeLessThan(4_096);
  const script = `${app.url}/graphql/graphiql.js`;
  const packed = await fetch(script, { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  const etag = packed.headers.get('etag') ?? '';
  expect((await fetch(script, { headers: { 'accept-encoding': 'gzip', 'if-none-match': etag } })).status).toBe(304);
  const plain = await fetch(script, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe(await packed.text());
});
