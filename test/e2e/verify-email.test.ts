// Cost: about 5 s, one service and one browser.
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { registerUser } from '../support/factories.ts';
import { verificationMailsTo } from '../support/mails.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

async function open(link: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(link);
  return page;
}

const status = (page: Page) => expect.poll(() => page.$eval('[role=status]', ({ textContent }) => textContent));

test('the link in the mail verifies the address once, after a click', async () => {
  const { email, token } = await registerUser(app);
  await expect.poll(() => verificationMailsTo(app, email)).toHaveLength(1);
  const [mail = ''] = await verificationMailsTo(app, email);
  const link = /\S+\/verify-email#token=[\w-]{43}/.exec(mail)?.[0] ?? '';
  const verifiedAt = async () => (await rest(app, 'GET', '/auth/me', { token })).body.emailVerifiedAt;
  const page = await open(link);
  expect(page.url()).toBe(`${app.url}/verify-email`);
  expect(await verifiedAt()).toBeNull();
  await page.click('button');
  await status(page).toBe('The address is verified. You can close this page.');
  expect(await verifiedAt()).not.toBeNull();
  const again = await open(link);
  await again.click('button');
  await status(again).toBe(
    'The link is invalid, used, more than a day old, or was sent to an earlier address; request a new mail',
  );
});

test('an incomplete link says what to do', async () => {
  const page = await open(`${app.url}/verify-email`);
  await status(page).toBe('This link is incomplete. Open the link in the mail, or request a new mail.');
  expect(await page.$('button')).toBeNull();
});
