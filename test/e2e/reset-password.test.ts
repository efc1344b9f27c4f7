import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createResetToken } from '../contract/support/world.ts';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { registerUser } from '../support/factories.ts';
import { waitForMail } from '../support/mails.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { respondLikeProxy } from './proxy-response.ts';

const NEW = 'another long password';

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

async function open(link: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${app.url}/reset-password${link}`);
  return page;
}

async function submit(page: Page, text: string): Promise<void> {
  await page.$eval('form:not([hidden]) input', (input) => {
    input.value = '';
  });
  await page.type('form:not([hidden]) input', text);
  await page.click('form:not([hidden]) button');
}

const says = (page: Page) => expect.poll(() => page.$eval('[role=status]', ({ textContent }) => textContent));

test('the link in the mail opens a form that sets the password once, and removes the token from the address', async () => {
  const { id, email } = await registerUser(app);
  const link = `#token=${await createResetToken(app, id)}`;
  const page = await open(link);
  expect(page.url()).toBe(`${app.url}/reset-password`);
  await submit(page, 'Password123');
  await says(page).toBe('The password must not be one of the most common passwords');
  await submit(page, NEW);
  await says(page).toBe('The password is changed. Log in with it; all devices are logged out within 15 minutes.');
  expect(await page.$('form:not([hidden])')).toBeNull();
  expect((await rest(app, 'POST', '/auth/login', { body: { email, password: NEW } })).status).toBe(200);

  const again = await open(link);
  await submit(again, NEW);
  await says(again).toBe('The link is invalid, used or more than an hour old; request a new mail');
  await again.click('a');
  await again.waitForSelector('#ask:not([hidden])');
});

test('without a link, the page offers to send a mail with one', async () => {
  const { email } = await registerUser(app);
  const page = await open('');
  await submit(page, email);
  await says(page).toBe('If an account has this address, a mail with a link was sent to it.');
  expect(await waitForMail(app, email)).toContain('/reset-password#');
});

test('typed input is kept when the service does not respond', async () => {
  const { id } = await registerUser(app);
  const page = await open(`#token=${await createResetToken(app, id)}`);
  await page.setOfflineMode(true);
  await submit(page, NEW);
  await says(page).toBe('The service does not respond; try again.');
  await page.setOfflineMode(false);
  await page.click('#set button');
  await says(page).toContain('The password is changed');
});

test("a proxy's error page is reported as no response", async () => {
  const { id } = await registerUser(app);
  const page = await open(`#token=${await createResetToken(app, id)}`);
  await respondLikeProxy(page);
  await submit(page, NEW);
  await says(page).toBe('The service does not respond; try again.');
  expect(await page.$('form:not([hidden])')).not.toBeNull();
});
