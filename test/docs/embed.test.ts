import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fenceAt, fill, readPage, type Values } from './support/markdown.ts';
import { type Site, startSite } from './support/site.ts';

const page = readPage('docs/embed.md');

let app: TestApp;
let browser: Browser;
let site: Site;
let values: Values;
beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), launchBrowser()]);
  site = await startSite(browser, new Map());
  const user = await registerUser(app);
  const { projectKey } = await createProject(app, user);
  values = { 'https://pinbound.example': app.url, '<PROJECT_KEY>': projectKey };
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await app?.close();
});

test.each([
  ['script element', fenceAt(page, 'html').text],
  ['script that adds the element', `<script type="module">${fenceAt(page, 'js').text}</script>`],
])('collects with the %s', async (_name, head) => {
  const batches = async () => {
    const { rows } = await app.services.pool.query<{ count: number }>('SELECT count(*)::int FROM collected_batches');
    return rows[0]?.count ?? 0;
  };
  const before = await batches();
  const { page: visited } = await site.show(fill(head, values));
  await expect.poll(batches).toBeGreaterThan(before);
  await visited.close();
});
