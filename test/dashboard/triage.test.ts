// Cost: about 15 s, one browser and one service.
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, registerMember } from '../support/factories.ts';
import { useOwner, useProject } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const owner = useOwner(app, beforeEach);
const project = useProject(app, owner, beforeEach);

const write = (content: string, values: object = {}) =>
  createAnnotation(app, owner, project.id, { content, ...values });
const read = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;
const change = (ids: string[], values: object) =>
  rest(app, 'POST', '/annotations/changes', {
    token: owner.token,
    body: { organizationId: owner.organizationId, ids, change: values },
  });
const list = () => `/projects/${project.id}`;

test('comments are chosen by key and box, changed together, and restored', async () => {
  const first = await write('First');
  const second = await write('Second');
  await write('Third');
  await change([second.id], { priority: 'high' });
  const dashboard = await logIn(owner, list());
  const { page } = dashboard;
  await page.waitForSelector('li[data-id]');
  await page.locator('input[aria-label="Select comment #1"]').click();
  await page.keyboard.down('Shift');
  await page.locator('input[aria-label="Select comment #2"]').click();
  await page.keyboard.up('Shift');
  await dashboard.see('2 selected');
  expect(await dashboard.violations()).toEqual([]);
  await page.select('[role=toolbar] select[aria-label=Priority]', 'urgent');
  await dashboard.see('Changed 2 comments');
  const priorities = async () => [(await read(first.id)).priority, (await read(second.id)).priority];
  await expect.poll(priorities).toEqual(['urgent', 'urgent']);
  await page.waitForSelector(`li[data-id="${first.id}"] ::-p-text(Urgent)`);
  await dashboard.click('button', 'Undo');
  await expect.poll(priorities).toEqual(['normal', 'high']);

  await page.keyboard.press('Escape');
  await dashboard.seeNot('2 selected');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('x');
  await dashboard.see('1 selected');
  await page.keyboard.down('Shift');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.up('Shift');
  await dashboard.see('2 selected');
  expect(dashboard.problems).toEqual([]);
});

test('comments are assigned to the service account of a program by its name', async () => {
  const { id } = await write('First');
  const rights = { role: 'editor', preset: 'fix', allProjects: true };
  const made = await rest(app, 'POST', '/access-tokens', {
    token: owner.token,
    body: { organizationId: owner.organizationId, name: 'Fix robot', ...rights },
  });
  const { userId } = made.body;
  const dashboard = await logIn(owner, list());
  const { page } = dashboard;
  await page.locator('input[aria-label="Select comment #1"]').click();
  await page.waitForSelector(`[role=toolbar] option[value="${userId}"]`);
  await page.select('[role=toolbar] select[aria-label=Assignee]', userId);
  await expect.poll(async () => (await read(id)).assigneeId).toBe(userId);
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await page.locator('[role=menuitem] ::-p-text(Assignee)').click();
  await page.locator('[role=menuitemcheckbox] ::-p-text(Fix robot)').click();
  await dashboard.see('Assignee: Fix robot');
  await dashboard.open(`${list()}/comments/${id}`);
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLSelectElement>('dl select[aria-label=Assignee]')?.selectedOptions[0]?.text ===
      'Fix robot',
  );
  await dashboard.open(`/projects/${project.id}/board?by=assignee`);
  await page.waitForSelector('::-p-text(Fix robot)');
  expect(dashboard.problems).toEqual([]);
});

test('a filter with counts is added, saved as a view, and opened from the sidebar', async () => {
  const { id } = await write('The price is wrong');
  await write('The teapot looks flat');
  await change([id], { priority: 'urgent', assigneeId: owner.id });
  const dashboard = await logIn(owner, list());
  const { page } = dashboard;
  await dashboard.see('The teapot looks flat');
  await page.keyboard.press('f');
  await page.locator('[role=menuitem] ::-p-text(Priority)').click();
  await page.locator('[role=menuitemcheckbox] ::-p-text(Urgent)').click();
  await dashboard.seeNot('The teapot looks flat');
  await expect
    .poll(() => page.$$eval('[role=menuitemcheckbox]', (items) => items.map((item) => (item as HTMLElement).innerText)))
    .toEqual(['Urgent\n1', 'High\n0', 'Normal\n1', 'Low\n0']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('[role=menu]'));
  expect(new URL(page.url()).search).toBe('?priority=urgent');
  await dashboard.see('Priority: Urgent');
  await dashboard.click('button', 'Save view');
  await dashboard.type('Name of the view', 'On fire');
  await dashboard.click('button', 'Save');
  await page.waitForSelector('nav a ::-p-text(On fire)');
  expect(await dashboard.violations()).toEqual([]);

  await dashboard.open(list());
  await dashboard.see('The teapot looks flat');
  await page.locator('nav a ::-p-text(On fire)').click();
  await dashboard.seeNot('The teapot looks flat');
  await page.waitForSelector('nav a[aria-current=page] ::-p-text(On fire)');

  // The file has the filtered list.
  const exported = page.waitForResponse((response) => /^text\/csv/.test(response.headers()['content-type'] ?? ''));
  await dashboard.click('button', 'Export');
  await dashboard.click('menuitem', 'As CSV, for spreadsheets');
  const table = await (await fetch((await exported).url())).text();
  expect(table).toContain('The price is wrong');
  expect(table).not.toContain('The teapot looks flat');

  const viewer = await registerMember(app, owner.organizationId, 'viewer');
  const ofViewer = await logIn(viewer, list());
  await ofViewer.see('The teapot looks flat');
  await ofViewer.seeNot('On fire');
  await dashboard.click('button', 'On fire');
  await dashboard.click('menuitemcheckbox', 'Share with the team');
  const isShared = async () =>
    (await app.services.pool.query("SELECT FROM annotation_views WHERE name = 'On fire' AND is_shared")).rowCount;
  await expect.poll(isShared).toBe(1);
  await ofViewer.page.reload();
  await ofViewer.page.locator('nav a ::-p-text(On fire)').click();
  await ofViewer.seeNot('The teapot looks flat');
  await ofViewer.click('button', 'On fire');
  await ofViewer.page.waitForSelector('[role=menu]');
  expect(await ofViewer.page.$$('[role=menu] [role^=menuitem]')).toEqual([]);
  expect([...dashboard.problems, ...ofViewer.problems]).toEqual([]);
});

test('labels and due date are set in the thread, and another reader sees them at once', async () => {
  const { id } = await write('First');
  const colleague = await registerMember(app, owner.organizationId, 'viewer');
  const [dashboard, other] = await Promise.all([
    logIn(owner, `${list()}/comments/${id}`),
    logIn(colleague, `${list()}/comments/${id}`),
  ]);
  const { page } = dashboard;
  await other.see('No capture has shown it yet');
  await page.waitForSelector('textarea');
  await page.keyboard.press('l');
  await page.waitForSelector('input[aria-label="Find or create a label"]');
  await page.type('input[aria-label="Find or create a label"]', 'copy');
  await page.keyboard.press('Enter');
  await other.see('Ada set the labels: copy');
  await page.keyboard.press('Escape');
  await page.$eval('input[type=date]', (field) => {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setter?.call(field, '2030-05-06');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    (field as HTMLElement).focus();
    (field as HTMLElement).blur();
  });
  await expect.poll(async () => (await read(id)).dueOn).toBe('2030-05-06');
  await other.see('Ada set the due date to May 6, 2030');
  expect(await dashboard.violations()).toEqual([]);
  expect([...dashboard.problems, ...other.problems]).toEqual([]);
});
