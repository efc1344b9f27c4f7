// Cost: about 10 s, one browser, a service and a provider.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, registerUser } from '../support/factories.ts';
import { type OidcDouble, startOidcDouble } from '../support/servers/oidc-double.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';

let provider: OidcDouble;
beforeAll(async () => {
  provider = await startOidcDouble();
});
const app = useTestApp(() => ({ env: provider.env }));
afterAll(() => provider?.close());
const { logIn } = useDashboard(app);

test('a member links the account with the password, comes back, and unlinks it', async () => {
  const user = await registerUser(app, 'Ada');
  provider.behavior.claims = { sub: 'ada', email: 'ada@corp.example', name: 'Ada' };
  const dashboard = await logIn(user, '/account');
  const { page } = dashboard;
  await dashboard.see('Not linked');
  await inspect(dashboard);
  await dashboard.click('button', 'Link Looms ID');
  await page.locator('dialog input[name=currentPassword]').fill('wrong password');
  await dashboard.click('button', 'Continue at Looms ID');
  await dashboard.see('Is wrong');
  await inspect(dashboard);
  await page.locator('dialog input[name=currentPassword]').fill(PASSWORD);
  await dashboard.click('button', 'Continue at Looms ID');
  await page.waitForSelector('::-p-aria([name="Unlink Looms ID"][role="button"])');
  expect(new URL(page.url()).pathname).toBe('/app/account');
  expect(provider.calls()).toContain('GET /authorize');
  expect(await app.services.db.oidcIdentity.count({ where: { userId: user.id } })).toBe(1);
  await inspect(dashboard);
  await dashboard.click('button', 'Unlink Looms ID');
  await dashboard.see('After that, you log in with your password');
  await page.locator('dialog input[name=currentPassword]').fill(PASSWORD);
  await dashboard.click('button', 'Unlink');
  await page.waitForSelector('::-p-aria([name="Link Looms ID"][role="button"])');
  expect(await app.services.db.oidcIdentity.count({ where: { userId: user.id } })).toBe(0);
  expect(dashboard.problems.filter((text) => !text.includes('400'))).toEqual([]);
});

test('an identity of somebody else is refused, on a page that leads back', async () => {
  const [owner, other] = [await registerUser(app, 'Ada'), await registerUser(app, 'Bob')];
  provider.behavior.claims = { sub: 'theirs', email: 'theirs@corp.example', name: 'Ada' };
  await app.services.db.oidcIdentity.create({
    data: { id: crypto.randomUUID(), userId: owner.id, issuer: provider.url, subject: 'theirs' },
  });
  const dashboard = await logIn(other, '/account');
  const { page } = dashboard;
  await dashboard.click('button', 'Link Looms ID');
  await page.locator('dialog input[name=currentPassword]').fill(PASSWORD);
  await dashboard.click('button', 'Continue at Looms ID');
  await dashboard.see('belongs to another account');
  await page.locator('a').click();
  await dashboard.see('Not linked');
  expect(new URL(page.url()).pathname).toBe('/app/account');
});
