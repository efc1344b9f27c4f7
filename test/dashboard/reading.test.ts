// Cost: about 12 s, one browser and one service.
import type { HTTPRequest } from 'puppeteer-core';
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const COUNT = 40;
let owner: TestUser;
let project: { id: string };
beforeEach(async () => {
  owner = await registerUser(app, 'Ada');
  project = await createProject(app, owner);
});

const write = (content: string) => createAnnotation(app, owner, project.id, { content });
const list = () => `/projects/${project.id}`;

const size = ({ page }: DashboardPage) => page.$eval('ol li', (row) => Number(row.getAttribute('aria-setsize')));
const scrollTo = ({ page }: DashboardPage, top: number) =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((done) => {
        document.querySelector('ol')?.parentElement?.scrollTo(0, wanted);
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
    top,
  );
/** Number of pixels from the top of the window to a row. */
const topOf = ({ page }: DashboardPage, id: string) =>
  page.$eval(`li[data-id="${id}"]`, (row) => Math.round(row.getBoundingClientRect().top));

test('comments of others move neither the rows that are read nor the list to the open comment', async () => {
  const ids: string[] = [];
  for (let number = 1; number <= COUNT; number += 1) ids.push((await write(`Comment ${number}`)).id);
  const newest = ids.at(-1) ?? '';
  const dashboard = await logIn(owner, `${list()}/comments/${newest}`);
  const { page } = dashboard;
  await page.waitForSelector('textarea');
  await page.waitForSelector(`li[data-id="${newest}"]`);
  await scrollTo(dashboard, 1_000);
  await page.waitForFunction((id) => !document.querySelector(`li[data-id="${id}"]`), {}, newest);
  const read = await page.evaluate(() => {
    const pane = document.querySelector('ol')?.parentElement?.getBoundingClientRect().top ?? 0;
    const rows = [...document.querySelectorAll<HTMLElement>('ol li[data-id]')];
    return rows.find((row) => row.getBoundingClientRect().top > pane)?.dataset.id ?? '';
  });
  const top = await topOf(dashboard, read);
  for (const [added, text] of ['New', `New, with a text of several lines. ${'More words. '.repeat(20)}`].entries()) {
    await write(text);
    await expect.poll(() => size(dashboard)).toBe(COUNT + added + 1);
    expect(await topOf(dashboard, read)).toBe(top);
  }
  await scrollTo(dashboard, 0);
  await write('Seen at once');
  await page.waitForSelector('ol li:first-child ::-p-text(Seen at once)');
  expect(dashboard.problems).toEqual([]);
});

test('a list that cannot be loaded says why', async () => {
  const dashboard = await logIn(owner, list());
  const { page } = dashboard;
  await dashboard.see('No comments');
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    const isList = request.url() === `${app.url}/graphql` && request.postData()?.includes('query AnnotationList');
    const errors = [{ message: 'Over 600 requests a minute; retry in 5 s', extensions: { code: 'RATE_LIMITED' } }];
    const refusal = { status: 200, contentType: 'application/json', body: JSON.stringify({ data: null, errors }) };
    await (isList ? request.respond(refusal) : request.continue());
  });
  for (const path of [list(), `${list()}/board`]) {
    await dashboard.open(path);
    await dashboard.see('Could not load this.');
    await dashboard.see('Over 600 requests a minute; retry in 5 s');
  }
});

test('while a part of a screen is being loaded, the page stays usable', async () => {
  const environment = { projectId: project.id, name: 'Production', kind: 'production', url: 'https://shop.example' };
  await rest(app, 'POST', '/environments', { token: owner.token, body: environment });
  const dashboard = await logIn(owner, list());
  const { page } = dashboard;
  await dashboard.see('No comments');
  const held: HTTPRequest[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    // Texts of the command that starts the first deployment.
    if (/\/settings-en-\w+\.js$/.test(request.url())) held.push(request);
    else void request.continue();
  });
  await dashboard.click('link', 'Deployments');
  await expect.poll(() => held.length).toBe(1);
  await dashboard.click('link', 'Pages');
  await page.waitForFunction(() => document.title.includes('Pages'));
  await dashboard.click('link', 'Deployments');
  await held[0]?.continue();
  await dashboard.see('From a pipeline');
  expect(dashboard.problems).toEqual([]);
});
