import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { PASSWORD, registerUser, type TestUser } from '../support/factories.ts';
import { invitationLink, mailTo } from '../support/mails.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { answerLikeProxy } from './proxy-response.ts';

const TOKEN_ENDED =
  /^The link is unknown, used, replaced by a newer mail, or over 7 days old; ask to be invited again$/;

let app: TestApp;
let browser: Browser;
let owner: TestUser;
let made = 0;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  owner = await registerUser(app);
  made += 1;
});

const newAddress = () => `guest+${made}@example.com`;

/** @returns the link in the mail */
async function invite(email: string): Promise<string> {
  const body = { email, role: 'editor' };
  const path = `/organizations/${owner.organizationId}/invitations`;
  expect((await rest(app, 'POST', path, { token: owner.token, body })).status).toBe(201);
  return invitationLink(await mailTo(app, email.replace('+', '\\+')));
}

/** Opens a link in a browser context of its own. */
async function open(link: string) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.goto(link);
  return {
    page,
    /** What the console has said. */
    said,
    fill: async (values: Record<string, string>) => {
      for (const [id, value] of Object.entries(values)) {
        await page.$eval(`#${id}`, (input) => {
          (input as HTMLInputElement).value = '';
        });
        await page.type(`#${id}`, value);
      }
    },
    choose: (account: 'login' | 'register') => page.click(`[value=${account}]`),
    submit: () => page.click('button'),
    status: () => textOf(page, '[role=status]'),
    close: () => context.close(),
  };
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent ?? '');

const rolesIn = async (email: string) => {
  const { db } = app.services;
  const members = await db.membership.findMany({
    where: { user: { email }, organizationId: owner.organizationId },
    select: { role: true },
  });
  return members.map(({ role }) => role);
};

test('where only the invited can register, the link lets its address in and nobody else', async () => {
  const email = newAddress();
  const closed = await startTestApp({ databaseUrl: app.databaseUrl, env: { REGISTRATION: 'invited' } });
  const link = (await invite(email)).replace(app.url, closed.url);
  const page = await open(link);
  await page.fill({ email: `else.${email}`, name: 'Eve', password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toMatch(/^Only invited people can register here: /);
  await page.fill({ email });
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of .*, as editor\./);
  expect(await rolesIn(email)).toEqual(['editor']);
  await page.close();
  await closed.close();
});

test('somebody new makes an account and joins; the link keeps its token to itself', async () => {
  const email = newAddress();
  const link = await invite(email);
  const page = await open(link);
  expect(page.page.url()).toBe(`${app.url}/accept-invitation`);
  expect(await page.page.$eval('#email', (input) => (input as HTMLInputElement).value)).toBe(email);
  await page.fill({ name: 'Grace', password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of .*, as editor\. .* log in there with /);
  expect(await page.page.$('form')).toBeNull();
  expect(await rolesIn(email)).toEqual(['editor']);
  // Its session has ended, and nothing is left in the browser.
  const live = { user: { email }, endedAt: null };
  await expect.poll(() => app.services.db.loginSession.count({ where: live })).toBe(0);
  expect(await page.page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length)).toBe(0);
  expect(page.said).toEqual([]);
  await page.close();

  const again = await open(link);
  await again.choose('login');
  await again.fill({ password: PASSWORD });
  await again.submit();
  await expect.poll(again.status).toMatch(TOKEN_ENDED);
  await again.close();
});

test('somebody with an account logs in and joins, after a wrong password', async () => {
  const guest = await registerUser(app, 'Grace');
  const page = await open(await invite(guest.email));
  await page.choose('login');
  expect(await page.page.$eval('#name', (input) => (input as HTMLElement).offsetParent)).toBeNull();
  await page.fill({ password: 'not the password' });
  await page.submit();
  await expect.poll(page.status).toBe('The e-mail or the password is wrong');
  await page.fill({ password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of /);
  expect(await rolesIn(guest.email)).toEqual(['editor']);
  await page.close();
});

test('an address that has an account is told to log in; a common password is refused in words', async () => {
  const guest = await registerUser(app);
  const page = await open(await invite(guest.email));
  await page.fill({ name: 'Grace', password: 'password123' });
  await page.submit();
  await expect.poll(page.status).toMatch(/^The password must not be one of the most common passwords/);
  await page.fill({ password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toBe('The e-mail address has an account already; log in instead');
  await page.close();
});

test('an account of another address is refused, and that of the right one can follow', async () => {
  const [guest, stranger] = [await registerUser(app), await registerUser(app)];
  const page = await open(await invite(guest.email));
  await page.choose('login');
  await page.fill({ email: stranger.email, password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toContain(`This invitation went to another address than ${stranger.email}`);
  await page.fill({ email: guest.email });
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of /);
  expect(await rolesIn(stranger.email)).toEqual([]);
  await page.close();
});

test('an account that was made before the link had failed is not made twice', async () => {
  const email = newAddress();
  const page = await open(await invite(email));
  await page.fill({ name: 'Grace', password: PASSWORD });
  const { pool } = app.services;
  await pool.query(`UPDATE invitations SET expires_at = now() WHERE email = $1`, [email]);
  await page.submit();
  await expect.poll(page.status).toMatch(TOKEN_ENDED);
  await pool.query(`UPDATE invitations SET expires_at = now() + interval '1 day' WHERE email = $1`, [email]);
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of /);
  await page.close();
});

test('a link without its token, and a service that does not answer, are told in words', async () => {
  const bare = await open(`${app.url}/accept-invitation`);
  expect(await bare.status()).toMatch(/^This link is not complete\./);
  expect(await bare.page.$('form')).toBeNull();
  await bare.close();

  const page = await open(await invite(newAddress()));
  await page.fill({ name: 'Grace', password: PASSWORD });
  await page.page.setOfflineMode(true);
  await page.submit();
  await expect.poll(page.status).toBe('The service does not answer; try again.');
  await page.page.setOfflineMode(false);
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of /);
  await page.close();
});

test('what stands in the link or comes from the service is text, never markup; the policy forbids strangers', async () => {
  await rest(app, 'PATCH', `/organizations/${owner.organizationId}`, {
    token: owner.token,
    body: { name: '<img src=x onerror=alert(1)>' },
  });
  const email = newAddress();
  const page = await open((await invite(email)).replace('&email=', '&email=%22%3E%3Cb%3E&email='));
  await page.fill({ email, name: '<b>', password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toContain('<img src=x onerror=alert(1)>');
  expect(await page.page.$('img')).toBeNull();
  const blocked = await page.page.evaluate(() =>
    fetch('http://127.0.0.1:9/').then(
      () => false,
      () => true,
    ),
  );
  expect(blocked).toBe(true);
  expect(page.said.join()).toContain('Content Security Policy');
  await page.close();
  const answer = await fetch(`${app.url}/accept-invitation`);
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(answer.headers.get('referrer-policy')).toBe('same-origin');
});

test('what a proxy answers in the place of the service is told as no answer', async () => {
  const page = await open(await invite(newAddress()));
  await answerLikeProxy(page.page);
  await page.fill({ name: 'Grace', password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toBe('The service does not answer; try again.');
  await page.close();
});
