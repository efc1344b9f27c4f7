import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { PASSWORD, registerUser, type TestUser } from '../support/factories.ts';
import { invitationLink, waitForMail } from '../support/mails.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { respondLikeProxy } from './proxy-response.ts';

const ACCEPTED = 'The link was used: the invitation is accepted; log in';
const EXPIRED = 'The link is more than 7 days old; ask for the invitation to be sent again';

let app: TestApp;
let browser: Browser;
let owner: TestUser;
let addressCount = 0;
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
  addressCount += 1;
});

const newAddress = () => `guest+${addressCount}@example.com`;

/** @returns the link in the mail */
async function invite(email: string): Promise<string> {
  const body = { email, role: 'editor' };
  const path = `/organizations/${owner.organizationId}/invitations`;
  expect((await rest(app, 'POST', path, { token: owner.token, body })).status).toBe(201);
  return invitationLink(await waitForMail(app, email.replace('+', '\\+')));
}

/** Opens a link in a new browser context. */
async function open(link: string) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const consoleLines: string[] = [];
  page.on('console', (message) => consoleLines.push(message.text()));
  page.on('pageerror', (error) => consoleLines.push(String(error)));
  await page.goto(link);
  return {
    page,
    /** Console lines. */
    consoleLines,
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

test('when registration requires an invitation, the link permits only its address', async () => {
  const email = newAddress();
  const closed = await startTestApp({ databaseUrl: app.databaseUrl, env: { REGISTRATION: 'invited' } });
  const link = (await invite(email)).replace(app.url, closed.url);
  const page = await open(link);
  await page.fill({ email: `else.${email}`, name: 'Eve', password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toMatch(/^Registration requires an invitation: /);
  await page.fill({ email });
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of .*, as editor\./);
  expect(await rolesIn(email)).toEqual(['editor']);
  await page.close();
  await closed.close();
});

test('a new user creates an account and joins; the token is removed from the address', async () => {
  const email = newAddress();
  const link = await invite(email);
  const page = await open(link);
  expect(page.page.url()).toBe(`${app.url}/accept-invitation`);
  expect(await page.page.$eval('#email', (input) => (input as HTMLInputElement).value)).toBe(email);
  await page.fill({ name: 'Grace', password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of .*, as editor\. Log in to the dashboard with /);
  expect(await page.page.$('form')).toBeNull();
  expect(await page.page.$eval('#dashboard a', (link) => [link.offsetParent !== null, link.href])).toEqual([
    true,
    `${app.url}/app`,
  ]);
  expect(await rolesIn(email)).toEqual(['editor']);
  // The session has ended and the browser stores nothing.
  const live = { user: { email }, endedAt: null };
  await expect.poll(() => app.services.db.loginSession.count({ where: live })).toBe(0);
  expect(await page.page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length)).toBe(0);
  expect(page.consoleLines).toEqual([]);
  await page.close();

  const again = await open(link);
  await again.choose('login');
  await again.fill({ password: PASSWORD });
  await again.submit();
  await expect.poll(again.status).toBe(ACCEPTED);
  await again.close();
});

test('a user with an account logs in and joins, after a wrong password', async () => {
  const guest = await registerUser(app, 'Grace');
  const page = await open(await invite(guest.email));
  await page.choose('login');
  expect(await page.page.$eval('#name', (input) => (input as HTMLElement).offsetParent)).toBeNull();
  await page.fill({ password: 'not the password' });
  await page.submit();
  await expect.poll(page.status).toBe('The e-mail address or the password is wrong');
  await page.fill({ password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of /);
  expect(await rolesIn(guest.email)).toEqual(['editor']);
  await page.close();
});

test('an address with an account is asked to log in; a common password is rejected with a message', async () => {
  const guest = await registerUser(app);
  const page = await open(await invite(guest.email));
  await page.fill({ name: 'Grace', password: 'password123' });
  await page.submit();
  await expect.poll(page.status).toMatch(/^The password must not be one of the most common passwords/);
  await page.fill({ password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toBe('The e-mail address already has an account; log in instead');
  await page.close();
});

test('an account with another address is rejected, then the right one is accepted', async () => {
  const [guest, other] = [await registerUser(app), await registerUser(app)];
  const page = await open(await invite(guest.email));
  await page.choose('login');
  await page.fill({ email: other.email, password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toContain(`This invitation was sent to another address than ${other.email}`);
  await page.fill({ email: guest.email });
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of /);
  expect(await rolesIn(other.email)).toEqual([]);
  await page.close();
});

test('a retry after a failed link creates no second account', async () => {
  const email = newAddress();
  const page = await open(await invite(email));
  await page.fill({ name: 'Grace', password: PASSWORD });
  const { pool } = app.services;
  await pool.query(`UPDATE invitations SET expires_at = now() WHERE email = $1`, [email]);
  await page.submit();
  await expect.poll(page.status).toBe(EXPIRED);
  await pool.query(`UPDATE invitations SET expires_at = now() + interval '1 day' WHERE email = $1`, [email]);
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of /);
  await page.close();
});

test('a link without a token and an unreachable service show a message', async () => {
  const bare = await open(`${app.url}/accept-invitation`);
  expect(await bare.status()).toMatch(/^This link is incomplete\./);
  expect(await bare.page.$('form')).toBeNull();
  await bare.close();

  const page = await open(await invite(newAddress()));
  await page.fill({ name: 'Grace', password: PASSWORD });
  await page.page.setOfflineMode(true);
  await page.submit();
  await expect.poll(page.status).toBe('The service does not respond; try again.');
  await page.page.setOfflineMode(false);
  await page.submit();
  await expect.poll(page.status).toMatch(/^You are now a member of /);
  await page.close();
});

test('texts of the link and the service are never markup; the policy blocks other origins', async () => {
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
  expect(page.consoleLines.join()).toContain('Content Security Policy');
  await page.close();
  const response = await fetch(`${app.url}/accept-invitation`);
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(response.headers.get('referrer-policy')).toBe('same-origin');
});

test("a proxy's error page is reported as no response", async () => {
  const page = await open(await invite(newAddress()));
  await respondLikeProxy(page.page);
  await page.fill({ name: 'Grace', password: PASSWORD });
  await page.submit();
  await expect.poll(page.status).toBe('The service does not respond; try again.');
  await page.close();
});
