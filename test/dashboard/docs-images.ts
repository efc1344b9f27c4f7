// `npm run docs:dashboard` writes docs/images/dashboard-*.webp: screens of the demo project with
// comments of visitors.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { openPage } from '../clients/support/overlay-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { freePort, startServer } from '../support/server-process.ts';
import { startShop } from './support/shop.ts';

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));
/** Elements of the demo page, and what visitors write about them. */
const COMMENTS = [
  ['.hero p', 'Is this still true before Christmas?'],
  ['.hero svg', 'The teapot looks flat next to the other pictures'],
  ['h1', 'Can this be one line on small screens?'],
  ['.hero a', 'The button should say “Shop tableware”. It is hard to see on a phone.'],
] as const;

const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-docs-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const server = await startServer({ DATA_DIR: dataDir, PORT: String(port), BASE_URL: url });
await server.ready();
const [, email = '', password = ''] = /Demo login\s+(\S+) \/ (\S+)/.exec(server.output()) ?? [];
const { body: session } = await rest({ url }, 'POST', '/auth/login', { body: { email, password } });
const token: string = session.accessToken;
const call = async (method: string, path: string, body?: object) => {
  const response = await rest({ url }, method, path, { token, body });
  if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
  return response.body;
};

const browser = await launchBrowser();
const [project] = await call('GET', `/projects/organization/${session.organization.id}`);
await call('POST', '/environments', { projectId: project.id, name: 'Staging', kind: 'staging', url: `${url}/` });
for (const [selector, content] of COMMENTS) {
  const overlay = await openPage(browser, `${url}/demo`);
  await overlay.choose(selector);
  await overlay.write(content);
  await overlay.see('.pin');
  await overlay.page.close();
}
const comments = () => call('GET', `/annotations/project/${project.id}`);
while ((await comments()).some(({ lastSeen }: { lastSeen: unknown }) => lastSeen === null)) await wait(500);
const [first] = await comments();
await call('PUT', `/annotations/${first.id}/status`, { status: 'in_progress' });
await call('PUT', `/annotations/${first.id}/assign`, { assigneeId: session.user.id });
const thread = `/annotations/${first.id}/comments`;
await call('POST', thread, { content: 'Thank you. Which phone do you use, and is it the color or the size?' });
const label = async (name: string, color: string) =>
  (await call('POST', '/labels', { projectId: project.id, name, color })).id;
const [copy, mobile] = [await label('copy', '#b4552d'), await label('mobile', '#3b6fd4')];
const change = (ids: string[], values: object) =>
  call('POST', '/annotations/changes', { organizationId: session.organization.id, ids, change: values });
const [, oneLine, teapot] = await comments();
await change([first.id], { priority: 'high', addLabelIds: [copy, mobile], dueOn: '2030-01-15' });
await change([oneLine.id], { addLabelIds: [mobile] });
await change([teapot.id], { priority: 'urgent' });
await call('POST', thread, { content: 'The contrast is 3.1 : 1. Let us change it here, too.', visibility: 'internal' });

/** Draws what the tab shows. */
async function draw(page: Page, name: string, size: { width: number; height: number }, scheme = 'light') {
  await page.setViewport(size);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.waitForNetworkIdle();
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(`${IMAGES}dashboard-${name}.webp`);
}
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const page = await browser.newPage();
await page.goto(`${url}/app`);
await page.waitForSelector('form');
await draw(page, 'log-in', DESK);
await page.type('input[name=email]', email);
await page.type('input[name=password]', password);
await page.keyboard.press('Enter');
await page.waitForSelector('ol a');
await draw(page, 'list-phone', PHONE);
await page.keyboard.press('j');
await page.waitForSelector('article li');
await page.waitForSelector('article button ::-p-text(mobile)');
await draw(page, 'thread', DESK);
await draw(page, 'thread-dark', DESK, 'dark');
await draw(page, 'thread-phone', PHONE);
await page.goto(`${url}/app/projects/${project.id}/board`);
await page.waitForSelector('[data-card]');
await draw(page, 'board', DESK);
await page.goto(`${url}/app/projects/${project.id}/pages/view?url=${encodeURIComponent(`${url}/demo`)}&resolved=true`);
await page.waitForSelector('[data-pin]');
await page.hover('[data-comment]');
await draw(page, 'page', DESK, 'dark');
await page.goto(`${url}/app/inbox`);
await page.waitForSelector('ol a');
await page.keyboard.press('j');
await page.waitForSelector('article');
await draw(page, 'inbox', DESK);
await page.goto(`${url}/app/new-project`);
const [name, address] = [await page.waitForSelector('form input'), await page.waitForSelector('input[inputmode=url]')];
await name?.type('Winter shop');
await address?.type(`${url}/demo`);
await page.keyboard.press('Enter');
await page.waitForSelector('figure img');
await draw(page, 'install', DESK);
const settings: [name: string, path: string][] = [
  ['environments', `/projects/${project.id}/settings/environments`],
  ['members', `/organizations/${session.organization.id}/settings/members`],
  ['notifications', '/account/notifications'],
];
for (const [subject, path] of settings) {
  await page.goto(`${url}/app${path}`);
  await page.waitForSelector('main section li, main section form');
  await draw(page, subject, DESK);
}

const shop = await startShop();
const capture = async () => {
  const body = { projectId: project.id, url: shop.url, viewport: { width: 1_280, height: 800 }, fullPage: true };
  const { data } = await call('POST', '/v1/snapshots', body);
  while ((await call('GET', `/v1/snapshots/${data.id}`)).data.status === 'processing') await wait(500);
  return data.id;
};
const before = await capture();
shop.redesign();
const after = await capture();
await page.setViewport(DESK);
await page.goto(`${url}/app/projects/${project.id}/compare?before=${before}&after=${after}`);
await page.waitForSelector('[data-mode=side]');
await page.keyboard.press('n');
await page.keyboard.press('n');
await page.waitForSelector('[data-state=selected]');
await draw(page, 'comparison', DESK);
await page.keyboard.press('w');
await draw(page, 'comparison-swipe', DESK);
await page.keyboard.press('d');
await page.waitForSelector('[data-pane=difference] img');
await draw(page, 'comparison-phone', PHONE, 'dark');
await shop.close();

await browser.close();
await server.stop();
await rm(dataDir, { recursive: true, force: true });
