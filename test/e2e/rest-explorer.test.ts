import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp({ env: { BASE_URL: 'https://feedback.example' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

test('a request can be sent from any address at which the page was opened', async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${app.url}/docs#/Billing/listPlans`);
  await page.locator('#operations-Billing-listPlans .try-out__btn').click();
  await page.locator('#operations-Billing-listPlans .execute').click();
  const status = await page.waitForSelector(
    '#operations-Billing-listPlans .live-responses-table tbody .response-col_status',
  );
  expect(await status?.evaluate(({ textContent }) => textContent?.trim())).toMatch(/^200/);
  const url = await page.$eval('#operations-Billing-listPlans .request-url pre', ({ textContent }) => textContent);
  expect(url).toBe(`${app.url}/billing/plans`);
});
