// Cost: about 12 s, one browser and one service.
import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createProject, PASSWORD, registerUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';

const ADMIN = 'admin-of-all@example.com';
const app = useTestApp({ env: { ADMIN_EMAIL: ADMIN } });
const { logIn, newPage } = useDashboard(app);

test('a user changes name and password, makes a token, and ends a session', async () => {
  const user = await registerUser(app);
  await createProject(app, user);
  const dashboard = await logIn(user, '/account');
  const { page } = dashboard;
  await page.locator('input[name=name]').fill('Ada Lovelace');
  await page.keyboard.press('Enter');
  await dashboard.see('Saved');
  await page.waitForSelector('nav button ::-p-text(Ada Lovelace)');
  await inspect(dashboard);
  await page.locator('input[name=newPassword]').fill('another long password');
  await page.locator('input[name=currentPassword]').fill('wrong password');
  await page.keyboard.press('Enter');
  await page.waitForSelector('form [role=alert]:not(:empty), input[name=currentPassword][aria-invalid]');
  await page.locator('input[name=currentPassword]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dashboard.see('Password changed');
  await page.reload();
  await page.waitForSelector('input[name=newPassword]');

  await dashboard.click('link', 'Access tokens');
  await dashboard.click('button', 'New token');
  await page.locator('dialog input[name=name]').fill('Pipeline');
  await dashboard.click('button', 'Create');
  await page.waitForSelector('code ::-p-text(pbt_)');
  const token = await page.$eval('[data-secret] code', (code) => code.textContent);
  expect((await rest(app, 'GET', '/organizations', { token })).status).toBe(200);
  await inspect(dashboard);
  await dashboard.click('button', 'Revoke Pipeline');
  await dashboard.click('button', 'Revoke');
  await page.waitForSelector('li ::-p-text(Revoked)');
  expect((await rest(app, 'GET', '/organizations', { token })).status).toBe(401);

  await dashboard.click('link', 'Notifications');
  await dashboard.click('radio', 'New comments: In the app and in a weekly mail');
  await dashboard.click('button', 'Save');
  await dashboard.see('Saved');
  await inspect(dashboard);
  await page.reload();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name=annotation]:checked')?.value === 'weekly_digest',
  );
  await dashboard.click('link', 'Sessions');
  await dashboard.click('button', 'End all sessions');
  await page.locator('dialog button[type=submit]').click();
  await dashboard.see('Log in to Pinbound');
  expect(dashboard.problems).toEqual([]);
});

test('an administrator of the installation sees users, mails and versions; others do not', async () => {
  const user = await registerUser(app);
  const other = await logIn(user, '/installation');
  await other.see('Not found');
  const { body } = await rest(app, 'POST', '/auth/register', {
    body: { email: ADMIN, password: PASSWORD, name: 'Operator' },
  });
  await app.services.db.user.update({ where: { id: body.user.id }, data: { emailVerifiedAt: new Date() } });
  const dashboard = await newPage();
  await dashboard.open('/login?next=%2Finstallation');
  await dashboard.type('E-mail', ADMIN);
  await dashboard.type('Password', PASSWORD);
  await dashboard.page.keyboard.press('Enter');
  await dashboard.see('PostgreSQL');
  await inspect(dashboard);
  await dashboard.click('link', 'Users');
  await dashboard.page.locator('input[type=search]').fill(user.email);
  await dashboard.page.waitForFunction(
    (email) => {
      const rows = [...document.querySelectorAll('main li')];
      return rows.length === 1 && rows[0]?.textContent.includes(email);
    },
    {},
    user.email,
  );
  await inspect(dashboard);
  expect(dashboard.problems).toEqual([]);
});
