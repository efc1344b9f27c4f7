// Cost: about 15 s, one browser and one service.
import { beforeEach, expect, test, vi } from 'vitest';
import { createPersonalToken } from '../support/access-tokens.ts';
import { rest } from '../support/client.ts';
import { createAnnotation } from '../support/factories.ts';
import { useOwner, useProject } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const HOSTILE = '<img src=x onerror="document.title = 1">';
const owner = useOwner(app, beforeEach);
const project = useProject(app, owner, beforeEach);

const write = (content: string) => createAnnotation(app, owner, project.id, { content });
const read = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;
const list = () => `/projects/${project.id}`;

async function pressWithControl({ page }: DashboardPage, key: 'Enter'): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
}

test('a comment is answered, noted and resolved by keyboard, and the change is undone', async () => {
  await write('Second');
  const { id } = await write(`First ${HOSTILE}`);
  const dashboard = await logIn(owner, list());
  const { page } = dashboard;
  await dashboard.see(HOSTILE);
  await page.keyboard.press('j');
  await dashboard.see('There is no picture of the element yet.');

  await page.keyboard.press('r');
  await page.keyboard.type('We will change it');
  await pressWithControl(dashboard, 'Enter');
  await page.waitForSelector('article li ::-p-text(We will change it)');
  await page.keyboard.press('i');
  await page.keyboard.type('Only for us');
  await pressWithControl(dashboard, 'Enter');
  await page.waitForSelector('article li ::-p-text(Only for us)');
  const { body } = await rest(app, 'GET', `/annotations/${id}/comments`, { token: owner.token });
  expect(body.map((reply: { content: string; visibility: string }) => [reply.content, reply.visibility])).toEqual([
    ['We will change it', 'public'],
    ['Only for us', 'internal'],
  ]);

  await page.keyboard.press('e');
  await page.waitForSelector('article h2 ::-p-text(Second)');
  await expect.poll(async () => (await read(id)).status).toBe('resolved');
  await dashboard.click('button', 'Undo');
  await expect.poll(async () => (await read(id)).status).toBe('open');
  expect(await page.title()).toMatch(/^#1 Second/);
  expect(dashboard.problems).toEqual([]);
});

test('list and thread show live who works on a comment', async () => {
  const { id } = await write('The teapot looks flat');
  const dashboard = await logIn(owner, `${list()}/comments/${id}`);
  const { page } = dashboard;
  await page.waitForSelector('article h2 ::-p-text(The teapot looks flat)');
  const { token } = await createPersonalToken(app, owner, { name: `Claude ${HOSTILE}` });
  await rest(app, 'POST', `/annotations/${id}/claim`, { token, body: {} });
  for (const place of ['ol', 'article']) await page.waitForSelector(`${place} ::-p-text(is working on this until)`);
  await dashboard.see(`Claude ${HOSTILE} is working on this until`);
  await rest(app, 'POST', `/annotations/${id}/release`, { token, body: {} });
  await dashboard.seeNot('is working on this until');
  expect(dashboard.problems).toEqual([]);
});

test('the list is searched and filtered, and the address keeps both', async () => {
  await write('The price is wrong');
  const { id } = await write('The teapot looks flat');
  await rest(app, 'PUT', `/annotations/${id}/status`, { token: owner.token, body: { status: 'resolved' } });
  const dashboard = await logIn(owner, list());
  const { page } = dashboard;
  await dashboard.see('The price is wrong');
  expect(await page.$('ol ::-p-text(teapot)')).toBeNull();
  await page.select('select[aria-label=Status]', 'resolved');
  await dashboard.see('The teapot looks flat');
  await dashboard.seeNot('The price is wrong');
  await page.select('select[aria-label=Status]', 'any');
  await page.keyboard.press('/');
  await page.keyboard.type('pric');
  await dashboard.seeNot('The teapot looks flat');
  // A pause while typing searches for the first letters.
  await expect.poll(() => new URL(page.url()).search).toBe('?status=any&q=pric');
  await page.reload();
  await dashboard.see('The price is wrong');
  expect(new URL(page.url()).search).toBe('?status=any&q=pric');
  await page.type('input[type=search]', 'eless');
  await dashboard.see('No matching comments');
  await dashboard.click('button', 'Clear filters');
  await dashboard.see('The price is wrong');
  expect(dashboard.problems).toEqual([]);
});

test('changes of others appear at once: comments, replies, deletions', async () => {
  await write('First');
  const dashboard = await logIn(owner, list());
  await dashboard.see('First');
  // The stream is open when an update arrives; until then, each attempt writes another comment.
  let attempt = 0;
  await vi.waitUntil(
    async () => {
      attempt += 1;
      await write(`Attempt ${attempt}`);
      return dashboard.page
        .waitForSelector(`nav + main ::-p-text(Attempt ${attempt})`, { timeout: 2_000 })
        .then(Boolean, () => false);
    },
    { timeout: 60_000 },
  );
  const { id } = await write('Second');
  await dashboard.see('Second');
  await dashboard.page.locator('a ::-p-text(Second)').click();
  await dashboard.page.waitForSelector('textarea');
  await rest(app, 'POST', `/annotations/${id}/comments`, { token: owner.token, body: { content: 'From elsewhere' } });
  await dashboard.see('From elsewhere');
  await rest(app, 'DELETE', `/annotations/${id}`, { token: owner.token });
  await dashboard.see('Not found');
  expect(dashboard.problems).toEqual([]);
});

test.each([
  ['light', 1440, 900],
  ['dark', 390, 844],
])('list and thread have no violations of accessibility rules: %s, %i px', async (scheme, width, height) => {
  const { id } = await write('First');
  await rest(app, 'POST', `/annotations/${id}/comments`, {
    token: owner.token,
    body: { content: 'A note', visibility: 'internal' },
  });
  const dashboard = await logIn(owner, `${list()}/comments/${id}`, { width, height });
  await dashboard.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await dashboard.see('A note');
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.page.keyboard.press('Escape');
  await dashboard.page.waitForSelector('search');
  expect(await dashboard.violations()).toEqual([]);
});
