// Cost: about 10 s, one browser and one service.
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

let owner: TestUser;
let project: { id: string; projectKey: string };
beforeEach(async () => {
  owner = await registerUser(app, 'Ada');
  project = await createProject(app, owner);
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
  await page.click('nav a ::-p-text(Mine)');
  await dashboard.seeNot('Of the second');
  await page.locator('ol a ::-p-text(Of the first)').click();
  await page.waitForSelector('article h2 ::-p-text(Of the first)');
  expect(new URL(page.url()).pathname).toBe(`/app/inbox/comments/${id}`);
  expect(dashboard.problems).toEqual([]);
});
