// Cost: about 10 s, one browser and one service.
import { expect, test, vi } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser } from '../support/factories.ts';
import { GITHUB } from '../support/servers/github-double.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { startTrackerDouble } from '../support/servers/tracker-double.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';

const app = useTestApp({ jobs: true });
const { logIn } = useDashboard(app);

const settings = (id: string, screen = '') => `/projects/${id}/settings${screen}`;
/** Values of a field as people see it. */
const fieldText = ({ page }: DashboardPage, name: string) =>
  page.$eval(`input[name=${name}]`, (input) => (input as HTMLInputElement).value);

test('an admin changes a project; what is invalid is explained at its field and stays', async () => {
  const owner = await registerUser(app);
  const { id, slug } = await createProject(app, owner);
  const dashboard = await logIn(owner, settings(id));
  const { page } = dashboard;
  await dashboard.see('Comments that visitors see');
  await inspect(dashboard);

  await page.locator('input[name=slug]').fill('Not a slug');
  await dashboard.click('button', 'Save');
  await page.waitForSelector('input[name=slug][aria-invalid]');
  expect(await fieldText(dashboard, 'slug')).toBe('Not a slug');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('slug');
  await page.locator('input[name=slug]').fill(`${slug}-new`);
  await page.locator('input[name=name]').fill('Tea & cups');
  await page.keyboard.press('Enter');
  await dashboard.see('Saved');
  await page.waitForSelector('nav a ::-p-text(Tea & cups)');

  await page.locator('input[name=hideWebdriver]').click();
  await page.locator('form:has([name=hideWebdriver]) button[type=submit]').click();
  const stored = async () => (await rest(app, 'GET', `/projects/${id}`, { token: owner.token })).body.hideWebdriver;
  await expect.poll(stored).toBe(true);

  await dashboard.click('link', 'Environments');
  await dashboard.click('button', 'Add an environment');
  await page.locator('dialog input[name=name]').fill('Staging');
  await page.locator('dialog input[name=url]').fill('ftp://shop.example');
  await dashboard.click('button', 'Create');
  await page.waitForSelector('dialog input[name=url][aria-invalid]');
  await page.locator('dialog input[name=url]').fill('https://shop.example');
  await dashboard.click('button', 'Create');
  await page.waitForSelector('li ::-p-text(https://shop.example)');
  await inspect(dashboard);
  await dashboard.click('button', 'Set: Credentials of Staging');
  await page.locator('dialog textarea[name=headers]').fill('X-Bypass let-me-in');
  await page.locator('dialog button[type=submit]').click();
  await page.waitForSelector('dialog textarea[name=headers][aria-invalid]');
  await page.locator('dialog textarea[name=headers]').fill('X-Bypass: let-me-in');
  await page.locator('dialog button[type=submit]').click();
  await page.waitForSelector('li ::-p-text(X-Bypass · /)');
  expect(await page.content()).not.toContain('let-me-in');
  await dashboard.click('button', 'Remove: Credentials of Staging');
  await page.locator('dialog button[type=submit]').click();
  await page.waitForFunction(() => !document.body.textContent.includes('X-Bypass'));

  await dashboard.click('link', 'Danger zone');
  await dashboard.click('button', 'Delete the project');
  const isLocked = () => page.$eval('dialog button[type=submit]', (button) => (button as HTMLButtonElement).disabled);
  await page.waitForSelector('dialog input');
  expect(await isLocked()).toBe(true);
  await page.locator('dialog input').fill('Tea & cups');
  await page.locator('dialog button[type=submit]').click();
  await page.waitForFunction((gone) => !location.pathname.includes(gone), {}, id);
  expect((await rest(app, 'GET', `/projects/${id}`, { token: owner.token })).status).toBe(404);
  expect(dashboard.problems).toEqual([]);
});

test('a webhook is created, tested and followed; its secret is shown once', async () => {
  const receiver = await startReceiver();
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  const dashboard = await logIn(owner, settings(id, '/webhooks'));
  const { page } = dashboard;
  await dashboard.click('button', 'Add a webhook');
  await page.locator('dialog input[name=url]').fill(receiver.url);
  await dashboard.click('button', 'Create');
  await dashboard.see('whsec_');
  await page.locator('main li a').click();
  await dashboard.click('button', 'Send a test');
  await vi.waitUntil(() => receiver.requests.length > 0, { timeout: 60_000 });
  await page.waitForSelector('li ::-p-text(Delivered)');
  await dashboard.click('button', 'Redeliver test');
  await dashboard.see('Attempts: 2');
  await inspect(dashboard);
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('whsec_');
  expect(dashboard.problems).toEqual([]);
  await receiver.close();
});

test('a token of a pipeline says at its field which value is wrong, with its buttons in sight', async () => {
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  const dashboard = await logIn(owner, settings(id, '/tokens'));
  const { page } = dashboard;
  await page.setViewport({ width: 390, height: 640 });
  await dashboard.click('button', 'New token');
  await page.locator('dialog input[name=name]').fill('Deployments');
  await page.select('dialog select[name=provider]', 'github');
  // Pipelines deploy and check; another choice of rights stays possible.
  expect(await page.$eval('dialog select[name=preset]', (field) => (field as HTMLSelectElement).value)).toBe('ci');
  await page.locator('dialog input[name="pipeline.repository"]').fill('acme');
  await page.locator('dialog textarea').fill('main\n\n release/* ');
  await page.focus('dialog input[name="pipeline.issuer"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('input[name="pipeline.repository"][aria-invalid]:focus');
  await dashboard.see('Must be the path of a repository');
  expect(
    await page.$eval('dialog button[type=submit]', (button) => button.getBoundingClientRect().bottom),
  ).toBeLessThan(640);
  await inspect(dashboard);
  await page.locator('dialog input[name="pipeline.repository"]').fill('acme/shop');
  await page.keyboard.press('Enter');
  await page.waitForSelector('li ::-p-text(acme/shop @ main, release/*)');
  expect(dashboard.problems).toEqual([]);
});

test('a tracker is connected by the list of its repositories, tested, and gets existing comments', async () => {
  const tracker = await startTrackerDouble(GITHUB);
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  await createAnnotation(app, owner, id, { content: 'Wrong price' });
  const dashboard = await logIn(owner, settings(id, '/integrations'));
  const { page } = dashboard;
  await dashboard.see('Not connected');
  await dashboard.click('button', 'Connect GitHub');
  await page.waitForSelector('dialog[open]');
  await page.locator('dialog input[name=token]').fill('github_pat_wrong_0123456789');
  await page.locator('dialog input[name=baseUrl]').fill(tracker.url);
  await dashboard.click('button', 'Choose from a list');
  await dashboard.see('Bad credentials');
  await page.locator('dialog input[name=token]').fill(tracker.settings.token ?? '');
  await dashboard.click('button', 'Choose from a list');
  await page.waitForSelector('dialog select[name=repository]');
  await page.select('dialog select[name=repository]', tracker.settings.repository ?? '');
  await inspect(dashboard);
  await page.locator('dialog button[type=submit]').click();
  await dashboard.see('Copy it now: it is not shown again.');
  await dashboard.see('Connected');
  await page.locator('main li a').click();
  await dashboard.click('button', 'Test the connection');
  await dashboard.see('✓');
  await dashboard.click('button', 'Send existing comments');
  await page.locator('dialog[open] button[type=submit]').click();
  await vi.waitUntil(() => tracker.issues.length === 1, { timeout: 60_000 });
  await page.waitForSelector('li ::-p-text(Completed)');
  await inspect(dashboard);
  expect(dashboard.problems).toEqual([]);
  await tracker.close();
});
