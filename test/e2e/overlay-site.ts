import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import { startSite } from '../clients/support/feedback-double.ts';
import { openPage } from '../clients/support/overlay-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { bundleOverlay } from '../support/client-bundle.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** Service of the overlay on the site. */
export let app: TestApp;
let browser: Browser;
let site: { url: string; close(): Promise<void> };
const pages = new Map<string, string>();

/**
 * Registers hooks that start a service, a browser, and a site on another origin with the overlay's
 * files.
 */
export function useOverlaySite(): void {
  beforeAll(async () => {
    const [files, ...started] = await Promise.all([bundleOverlay(), startTestApp(), launchBrowser(), startSite(pages)]);
    [app, browser, site] = started;
    for (const [name, text] of files) pages.set(`/${name}`, text);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await app?.close();
  });
}

/** Opens an address of the site on another device: nothing that a browser stores is shared. */
export async function openOnNewDevice(url: string): ReturnType<typeof openPage> {
  return openPage(await browser.createBrowserContext(), url);
}

/** Opens the site with this HTML. */
export function openSite(html: string): ReturnType<typeof openPage> {
  pages.set('/', html);
  return openPage(browser, `${site.url}/`);
}
