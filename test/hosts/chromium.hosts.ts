// Costs about 4 s for each host, two at a time: a page without the product, and one with it.
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { visit } from './support/actions.ts';
import { HOSTS } from './support/hosts.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

for (const host of HOSTS) test.concurrent(host.name, ({ expect }) => visit(browser, host, expect));
