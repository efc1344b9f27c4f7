// Cost: about 10 s, one browser and one service.
import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerMember, registerUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';

const app = useTestApp({ jobs: true });
const { logIn } = useDashboard(app);

const settings = (id: string, screen = '') => `/projects/${id}/settings${screen}`;

test('an admin lists the origins that may show the panel; a wrong one is explained at the field and stays', async () => {
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  const stored = async () =>
    (await rest(app, 'GET', `/projects/${id}`, { token: owner.token })).body.panelOrigins as string[];
  const dashboard = await logIn(owner, settings(id));
  const { page } = dashboard;
  const save = () => page.locator('form:has(textarea[name=panelOrigins]) button[type=submit]').click();
  await page.locator('textarea[name=panelOrigins]').fill('shop.example');
  await save();
  await page.waitForSelector('textarea[name=panelOrigins][aria-invalid]');
  expect(await page.$eval('textarea[name=panelOrigins]', ({ value }) => value)).toBe('shop.example');
  expect(await stored()).toEqual([]);
  await page.locator('textarea[name=panelOrigins]').fill('https://shop.example\n\nhttp://localhost:3000');
  await save();
  await expect.poll(stored).toEqual(['https://shop.example', 'http://localhost:3000']);
  await page.reload();
  await page.locator('textarea[name=panelOrigins]').click();
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Delete');
  await save();
  await expect.poll(stored).toEqual([]);
  expect(dashboard.problems).toEqual([]);
});

test('labels are counted and merged, members are given access, comments are imported', async () => {
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  const editor = await registerMember(app, owner.organizationId, 'editor', []);
  const annotation = await createAnnotation(app, owner, id);
  const label = async (name: string): Promise<string> =>
    (await rest(app, 'POST', '/labels', { token: owner.token, body: { projectId: id, name, color: '#336699' } })).body
      .id;
  const [wrong, right] = [await label('copi'), await label('copy')];
  await rest(app, 'POST', '/annotations/changes', {
    token: owner.token,
    body: { organizationId: owner.organizationId, ids: [annotation.id], change: { addLabelIds: [wrong] } },
  });
  const dashboard = await logIn(owner, settings(id, '/labels'));
  const { page } = dashboard;
  await dashboard.see('Comments: 1');
  await dashboard.click('button', 'Merge copi');
  await dashboard.click('button', 'Merge');
  await page.waitForSelector('button[aria-label="Delete copi"]', { hidden: true });
  await dashboard.see('Comments: 1');
  const { body } = await rest(app, 'GET', `/annotations/${annotation.id}`, { token: owner.token });
  expect(body.labelIds).toEqual([right]);

  await dashboard.click('link', 'Access');
  await dashboard.click('button', 'Give access to editor');
  await page.waitForSelector('button[aria-label="Remove the access of editor"]');
  expect((await rest(app, 'GET', `/projects/${id}`, { token: editor.token })).status).toBe(200);

  await dashboard.click('link', 'Import');
  await page.waitForSelector('main select');
  await page.select('main select', 'other');
  await page.waitForSelector('input[type=file]');
  await page.evaluate(() => {
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    const files = new DataTransfer();
    const rows = 'content,url,author.name\n"Wrong, ""price""",shop.example/cart,Ida\nNo page,,Ida\n';
    files.items.add(new File([rows], 'comments.csv', { type: 'text/csv' }));
    input.files = files.files;
  });
  await dashboard.click('button', 'Preview');
  await dashboard.see('1 new, 0 already imported, 1 cannot be imported');
  await dashboard.see('https://shop.example/cart · Ida');
  await dashboard.see('url: is required');
  await inspect(dashboard);
  const count = () => app.services.db.annotation.count({ where: { projectId: id } });
  expect(await count()).toBe(1);
  await dashboard.click('button', 'Import 1');
  await dashboard.see('2 of 2 read: 1 imported, 0 skipped, 1 failed');
  await dashboard.see('url: is required');
  expect(dashboard.problems).toEqual([]);
});

test('a viewer reads settings and changes none; a guest sees what is left', async () => {
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  const viewer = await registerMember(app, owner.organizationId, 'viewer');
  const guest = await registerMember(app, owner.organizationId, 'guest', [id]);
  const links = ({ page }: DashboardPage) =>
    page.$$eval('main nav a', (all) => all.map(({ textContent }) => textContent));
  const forViewer = await logIn(viewer, settings(id));
  await forViewer.see('Owners and admins can change this.');
  expect(await links(forViewer)).toEqual(['General', 'Environments', 'Access', 'Labels', 'Guards', 'Activity']);
  expect(await forViewer.page.$('main button[type=submit]')).toBeNull();
  const forGuest = await logIn(guest, settings(id));
  await forGuest.see('Owners and admins can change this.');
  expect(await links(forGuest)).toEqual(['General', 'Environments', 'Labels']);
  await forGuest.open(settings(id, '/webhooks'));
  await forGuest.see('Owners and admins can change this.');
  await forGuest.seeNot('Add a webhook');
});
