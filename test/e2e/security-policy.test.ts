// Cost: about 8 s, one service and one browser.
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** Every HTML page and an element that its scripts create or change. */
const PAGES = [
  ['/', '.version'],
  ['/demo', 'svc-overlay >>> button'],
  ['/docs', '.opblock'],
  ['/graphql', '.graphiql-tab-active'],
  ['/app/login', 'form'],
] as const;

describe.each(PAGES)('the page %s', (path, selector) => {
  test('runs its own scripts and styles, and no script or frame that is inserted', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    const violations: string[] = [];
    await page.exposeFunction('report', (directive: string) => violations.push(directive));
    await page.evaluateOnNewDocument(() => {
      const { report } = globalThis as unknown as { report: (directive: string) => void };
      document.addEventListener('securitypolicyviolation', (event) => report(event.effectiveDirective));
    });
    await page.goto(app.url + path);
    await page.waitForSelector(selector);
    expect(violations).toEqual([]);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.injected = true';
      const handler = document.createElement('img');
      handler.setAttribute('onerror', 'globalThis.injected = true');
      handler.src = 'data:,';
      const base = document.createElement('base');
      base.href = 'https://evil.example/';
      document.body.append(script, handler, base);
    });
    await expect
      .poll(() => [...new Set(violations)].sort())
      .toEqual(['base-uri', 'script-src-attr', 'script-src-elem']);
    expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false);
    await page.close();
  });

  test('cannot be embedded, and sends no path to other sites', async () => {
    const { headers } = await fetch(app.url + path, { headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'self'(?! 'unsafe)/);
    expect(policy).not.toMatch(/script-src [^;]*'unsafe-/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });
});
