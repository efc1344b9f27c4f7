import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveResetToken } from '../contract/support/world.ts';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { registerUser } from '../support/factories.ts';
import { mailTo } from '../support/mails.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { answerLikeProxy } from './proxy-response.ts';

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

test('the link of the mail leads to a form that sets the password once, and leaves no token in the address', async () => {
  const { id, email } = await registerUser(app);
  const link = `#token=${await giveResetToken(app, id)}`;
  const page = await open(link);
  expect(page.url()).toBe(`${app.url}/reset-password`);
  await submit(page, 'Password123');
  await says(page).toBe('The password must not be one of the most common passwords');
  await submit(page, NEW);
  await says(page).toBe('The new password holds. Log in with it; all devices are logged out within 15 minutes.');
  expect(await page.$('form:not([hidden])')).toBeNull();
  expect((await rest(app, 'POST', '/auth/login', { body: { email, password: NEW } })).status).toBe(200);

  const again = await open(link);
  await submit(again, NEW);
  await says(again).toBe('The link is wrong, used or over an hour old; ask for a new mail');
  await again.click('a');
  await again.waitForSelector('#ask:not([hidden])');
});

test('without a link, a mail with one can be asked for', async () => {
  const { email } = await registerUser(app);
  const page = await open('');
  await submit(page, email);
  await says(page).toBe('If the address has an account, a mail with a link is on its way to it.');
  expect(await mailTo(app, email)).toContain('/reset-password#');
});

test('a service that does not answer loses nothing that was typed', async () => {
  const { id } = await registerUser(app);
  const page = await open(`#token=${await giveResetToken(app, id)}`);
  await page.setOfflineMode(true);
  await submit(page, NEW);
  await says(page).toBe('The service does not answer; try again.');
  await page.setOfflineMode(false);
  await page.click('#set button');
  await says(page).toContain('The new password holds');
});

test('what a proxy answers in the place of the service is told as no answer', async () => {
  const { id } = await registerUser(app);
  const page = await open(`#token=${await giveResetToken(app, id)}`);
  await answerLikeProxy(page);
  await submit(page, NEW);
  await says(page).toBe('The service does not answer; try again.');
  expect(await page.$('form:not([hidden])')).not.toBeNull();
});
