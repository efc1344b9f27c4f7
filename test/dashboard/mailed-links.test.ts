// Cost: about 12 s, one browser, two services and a provider.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createResetToken } from '../contract/support/world.ts';
import { rest } from '../support/client.ts';
import { PASSWORD, registerUser, type TestUser } from '../support/factories.ts';
import { invitationLink, verificationMailsTo, waitForMail } from '../support/mails.ts';
import { type OidcDouble, startOidcDouble } from '../support/servers/oidc-double.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { newPage, logIn } = useDashboard(app);
let provider: OidcDouble;
/** Requires invitations, and has a provider. */
let closed: TestApp;
let owner: TestUser;
let addressCount = 0;
beforeAll(async () => {
  provider = await startOidcDouble();
  closed = await startTestApp({ databaseUrl: app.databaseUrl, env: { ...provider.env, REGISTRATION: 'invited' } });
});
afterAll(async () => {
  await closed.close();
  await provider.close();
});
beforeEach(async () => {
  owner = await registerUser(app, 'Ada');
  await rest(app, 'PATCH', `/organizations/${owner.organizationId}`, { token: owner.token, body: { name: 'Tea <b>' } });
  addressCount += 1;
});

const newAddress = () => `guest+${addressCount}@example.com`;

/** @returns the link in the mail */
async function invite(email: string): Promise<string> {
  const path = `/organizations/${owner.organizationId}/invitations`;
  const { status } = await rest(app, 'POST', path, { token: owner.token, body: { email, role: 'editor' } });
  expect(status).toBe(201);
  return invitationLink(await waitForMail(app, email.replace('+', '\\+')));
}
async function openLink(link: string): Promise<DashboardPage> {
  const dashboard = await newPage();
  await dashboard.page.goto(link);
  return dashboard;
}
const join = ({ page }: DashboardPage) => page.locator('form [type=submit]').click();
const refill = async ({ page }: DashboardPage, text: string) => {
  await page.$eval('input[name=password]', (input) => input.select());
  await page.type('input[name=password]', text);
};
const rolesIn = async (email: string) => {
  const where = { user: { email }, organizationId: owner.organizationId };
  return (await app.services.db.membership.findMany({ where })).map(({ role }) => role);
};

test('a new person reads who invites, creates an account and joins; a failure creates no second one', async () => {
  const email = newAddress();
  const link = await invite(email);
  const dashboard = await openLink(link);
  await dashboard.see('Join Tea <b>');
  await dashboard.see(`Ada (${owner.email}) invites you. Your role: Editor.`);
  expect(dashboard.page.url()).toBe(`${app.url}/app/accept-invitation`);
  expect(await dashboard.page.$eval('input[name=email]', (input) => input.value)).toBe(email);
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.type('Your name', 'Grace');
  await dashboard.type('Password', 'password123');
  await join(dashboard);
  await dashboard.see('The password must not be one of the most common passwords');
  await refill(dashboard, PASSWORD);
  await dashboard.page.setOfflineMode(true);
  await join(dashboard);
  await dashboard.see('The service is not responding. Your input is kept. Try again.');
  await dashboard.page.setOfflineMode(false);
  const { pool } = app.services;
  await pool.query('UPDATE invitations SET expires_at = now() WHERE email = $1', [email]);
  await join(dashboard);
  await dashboard.see('The link is more than 7 days old; ask for the invitation to be sent again');
  await pool.query("UPDATE invitations SET expires_at = now() + interval '1 day' WHERE email = $1", [email]);
  await join(dashboard);
  await dashboard.page.waitForSelector('nav');
  await dashboard.see('Tea <b>');
  expect(await rolesIn(email)).toEqual(['editor']);
  expect(await dashboard.page.evaluate(() => sessionStorage.length + document.cookie.length)).toBe(0);

  const again = await openLink(link);
  await again.see('The invitation is accepted');
  expect(await again.violations()).toEqual([]);
});

test('a person with an account logs in and joins; an address with an account is told so', async () => {
  const guest = await registerUser(app, 'Grace');
  const dashboard = await openLink(await invite(guest.email));
  await dashboard.type('Your name', 'Grace');
  await dashboard.type('Password', PASSWORD);
  await join(dashboard);
  await dashboard.see('The e-mail address already has an account; log in instead');
  await dashboard.click('radio', 'I have an account');
  await refill(dashboard, 'not the password');
  await join(dashboard);
  await dashboard.see('The e-mail address or the password is wrong');
  await refill(dashboard, PASSWORD);
  await join(dashboard);
  await dashboard.page.waitForSelector('nav');
  expect(await rolesIn(guest.email)).toEqual(['editor']);
});

test('a person who is logged in joins by one click, with the invited address only', async () => {
  const [guest, other] = [await registerUser(app, 'Grace'), await registerUser(app, 'Eve')];
  const link = await invite(guest.email);
  const dashboard = await logIn(other, '/');
  await dashboard.page.goto(link);
  await dashboard.see(`The invitation is for ${guest.email}. You are logged in as ${other.email}.`);
  await dashboard.click('button', 'Log out and continue');
  await dashboard.see('I am new here');
  expect(await rolesIn(other.email)).toEqual([]);

  const known = await logIn(guest, '/');
  await known.page.goto(link);
  await known.click('button', 'Join');
  await known.page.waitForSelector('nav');
  expect(await rolesIn(guest.email)).toEqual(['editor']);
});

test('where accounts need an invitation, the log-in says so, and a provider’s log-in returns to the invitation', async () => {
  const email = newAddress();
  const link = (await invite(email)).replace(app.url, closed.url);
  provider.behavior.claims = { sub: email, email, email_verified: true, name: 'Grace' };
  const dashboard = await newPage();
  await dashboard.page.goto(`${closed.url}/app/login`);
  await dashboard.see('Accounts are created by invitation');
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.page.goto(link);
  await dashboard.page.locator('a ::-p-text(Log in with)').click();
  await dashboard.click('button', 'Join');
  await dashboard.page.waitForSelector('nav');
  expect(await rolesIn(email)).toEqual(['editor']);
  expect(await dashboard.page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a link sets a new password once; links that are used or incomplete say what to do', async () => {
  const { id, email } = await registerUser(app);
  const link = `${app.url}/reset-password#token=${await createResetToken(app, id)}`;
  const dashboard = await openLink(link);
  await dashboard.type('New password', 'another long password');
  expect(dashboard.page.url()).toBe(`${app.url}/app/reset-password`);
  expect(await dashboard.violations()).toEqual([]);
  await join(dashboard);
  await dashboard.see('Password changed.');
  const body = { email, password: 'another long password' };
  expect((await rest(app, 'POST', '/auth/login', { body })).status).toBe(200);

  const again = await openLink(link);
  await again.type('New password', 'another long password');
  await join(again);
  await again.see('The link is invalid, used or more than an hour old; request a new mail');
  await again.page.locator('a ::-p-text(Request a new link)').click();
  await again.see('you get a mail with a link');
  await again.page.goto(`${app.url}/reset-password`);
  await again.see('you get a mail with a link');
  await again.page.goto(`${app.url}/accept-invitation`);
  await again.see('This link is incomplete');
  await again.page.goto(`${app.url}/accept-invitation#token=unknown`);
  await again.see('The link is unknown; open the link in the mail again');
});

test('a link verifies the address once, after a click', async () => {
  const { email, token } = await registerUser(app);
  await expect.poll(() => verificationMailsTo(app, email)).toHaveLength(1);
  const [mail = ''] = await verificationMailsTo(app, email);
  const link = /\S+\/verify-email#token=[\w-]{43}/.exec(mail)?.[0] ?? '';
  const verifiedAt = async () => (await rest(app, 'GET', '/auth/me', { token })).body.emailVerifiedAt;
  const dashboard = await openLink(link);
  await dashboard.see('This address was entered for a Pinbound account.');
  expect(await verifiedAt()).toBeNull();
  expect(await dashboard.violations()).toEqual([]);
  await join(dashboard);
  await dashboard.see('Address verified.');
  expect(await verifiedAt()).not.toBeNull();
  const again = await openLink(link);
  await again.page.waitForSelector('form');
  await join(again);
  await again.see('The link is invalid, used, more than a day old, or was sent to an earlier address');
});
