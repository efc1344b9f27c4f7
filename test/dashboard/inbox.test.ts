// Cost: about 15 s, one browser and one service.
import { beforeEach, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation, createProject, registerMember, type TestUser } from '../support/factories.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const owner = useOwner(app, beforeEach);
let colleague: TestUser;
let project: { id: string; projectKey: string };
beforeEach(async () => {
  colleague = await registerMember(app, owner.organizationId, 'editor');
  project = await createProject(app, owner);
});

const unread = async (user: TestUser) =>
  (await rest(app, 'GET', `/organizations/${owner.organizationId}/notifications/unread`, { token: user.token })).body
    .count;

test('a mention arrives live, is read by opening it, and the thread can be muted', async () => {
  const { id } = await createAnnotation(app, owner, project.id, { content: 'The price is wrong' });
  await expect.poll(() => unread(colleague)).toBe(1);
  const dashboard = await logIn(colleague, '/');
  const { page } = dashboard;
  await page.select('nav select[aria-label=Organization]', owner.organizationId);
  // The start page, which opens the project, does not overtake the click.
  await page.locator('nav a ::-p-text(Inbox)').click();
  await dashboard.see('New comment by Ada');
  await dashboard.see('Unread notifications: 1');
  expect(await dashboard.violations()).toEqual([]);
  await rest(app, 'POST', `/annotations/${id}/comments`, {
    token: owner.token,
    body: { content: 'Please look', mentions: [colleague.id] },
  });
  await dashboard.see('Ada mentioned you');
  await dashboard.see('Please look');
  await page.keyboard.press('j');
  await page.waitForSelector('article li ::-p-text(Please look)');
  await expect.poll(() => unread(colleague)).toBe(0);
  await dashboard.seeNot('Unread notifications');
  await page.select('select[aria-label="Notify me"]', 'muted');
  await expect.poll(async () => await page.$eval('select[aria-label="Notify me"]', ({ value }) => value)).toBe('muted');
  expect(dashboard.problems).toEqual([]);
});

test('a thread is snoozed by a key, out of the inbox and its count, and undo returns it', async () => {
  const { id } = await createAnnotation(app, owner, project.id, { content: 'The price is wrong' });
  await expect.poll(() => unread(colleague)).toBe(1);
  const dashboard = await logIn(colleague, '/');
  const { page } = dashboard;
  await page.select('nav select[aria-label=Organization]', owner.organizationId);
  await page.locator('nav a ::-p-text(Inbox)').click();
  await dashboard.see('New comment by Ada');
  await page.keyboard.press('j');
  await page.waitForSelector('select[aria-label=Snooze]');
  await expect.poll(() => unread(colleague)).toBe(0);
  await page.keyboard.press('z');
  await dashboard.see('stays out of your inbox until');
  await dashboard.seeNot('New comment by Ada');
  expect(await unread(colleague)).toBe(0);
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.click('button', 'Undo');
  await dashboard.see('New comment by Ada');
  const { body } = await rest(app, 'GET', `/organizations/${owner.organizationId}/notifications`, {
    token: colleague.token,
  });
  expect(body).toMatchObject([{ annotationId: id }]);
  expect(dashboard.problems).toEqual([]);
});

test('the list of snoozed threads says when they return, and returns them at once', async () => {
  const { id } = await createAnnotation(app, owner, project.id, { content: 'Sleeps until tomorrow' });
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await rest(app, 'PUT', `/annotations/${id}/snooze`, { token: owner.token, body: { until } });
  const dashboard = await logIn(owner, '/inbox?tab=snoozed');
  await dashboard.see('Sleeps until tomorrow');
  await dashboard.see('Back ');
  await inspect(dashboard);
  await dashboard.page.locator('button[aria-label$="to the inbox now"]').click();
  await dashboard.see('Nothing is snoozed');
  await dashboard.see('Press Z in a thread');
  const { data } = await graphql(
    app,
    'query ($id: ID!) { annotation(id: $id) { snoozedUntil } }',
    { id },
    { token: owner.token },
  );
  expect(data.annotation).toEqual({ snoozedUntil: null });
  expect(dashboard.problems).toEqual([]);
});

test('own work of all projects is one list, which opens threads beside it', async () => {
  const other = await createProject(app, owner);
  const { id } = await createAnnotation(app, owner, project.id, { content: 'Of the first' });
  await createAnnotation(app, owner, other.id, { content: 'Of the second' });
  await rest(app, 'PUT', `/annotations/${id}/assign`, { token: owner.token, body: { assigneeId: owner.id } });
  const dashboard = await logIn(owner, '/inbox?tab=everything', { width: 390, height: 844 });
  const { page } = dashboard;
  await dashboard.see('Of the second');
  await dashboard.see('Of the first');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.locator('nav a ::-p-text(Mine)').click();
  await dashboard.seeNot('Of the second');
  await page.locator('ol a ::-p-text(Of the first)').click();
  await page.waitForSelector('article h2 ::-p-text(Of the first)');
  expect(new URL(page.url()).pathname).toBe(`/app/inbox/comments/${id}`);
  expect(dashboard.problems).toEqual([]);
});

test('a name is completed by keyboard and mentions the member; notes offer no guests', async () => {
  const { id } = await createAnnotation(app, owner, project.id, { content: 'The price is wrong' });
  await registerMember(app, owner.organizationId, 'guest', [project.id]);
  const dashboard = await logIn(owner, `/projects/${project.id}/comments/${id}`);
  const { page } = dashboard;
  const offered = () => page.$$eval('[role=option]', (options) => options.map((option) => option.textContent).sort());
  const selected = () => page.$eval('[role=option][aria-selected=true]', ({ textContent }) => textContent);
  await page.waitForSelector('textarea');
  await page.type('textarea', 'Please look, @');
  await expect.poll(offered).toEqual(['Ada', 'editor', 'guest']);
  await page.keyboard.press('ArrowDown');
  await expect.poll(selected).toBe('editor');
  expect(await dashboard.violations()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.waitForSelector('[role=option]', { hidden: true });
  await page.keyboard.type('ed');
  await expect.poll(offered).toEqual(['editor']);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.$eval('textarea', ({ value }) => value)).toBe('Please look, @editor ');
  await dashboard.click('button', 'Send');
  await page.waitForSelector('article li ::-p-text(Please look, @editor)');
  const { body } = await rest(app, 'GET', `/annotations/${id}/comments`, { token: owner.token });
  expect(body[0].mentions).toEqual([colleague.id]);
  expect(await page.$eval('article li mark', ({ textContent }) => textContent)).toBe('@editor');
  await dashboard.click('button', 'Internal note');
  await page.type('textarea', '@');
  await expect.poll(offered).toEqual(['Ada', 'editor']);
  expect(dashboard.problems).toEqual([]);
});
