import type { Page } from 'puppeteer-core';
import { launchBrowser } from '../../support/browser.ts';
import { bundleEngine } from '../../support/client-bundle.ts';

/** Opens an empty page with the matching engine as the global `pin`, in a browser of its own. */
export async function openEnginePage(): Promise<Page> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(await bundleEngine());
  await page.goto('about:blank');
  return page;
}
