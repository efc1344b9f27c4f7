// `npm run docs:dashboard` writes docs/images/dashboard-*.webp: screens of the demo project.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { launchBrowser } from '../support/browser.ts';
import { graphql, rest } from '../support/client.ts';
import { freePort, startServer } from '../support/server-process.ts';

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));

const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-docs-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const server = await startServer({ DATA_DIR: dataDir, PORT: String(port), BASE_URL: url, DEMO_HISTORY: 'on' });
await server.ready();
const [, email = '', password = ''] = /Demo login\s+(\S+) \/ (\S+)/.exec(server.output()) ?? [];
const { body: session } = await rest({ url }, 'POST', '/auth/login', { body: { email, password } });
const token: string = session.accessToken;
const call = async (path: string) => {
  const response = await rest({ url }, 'GET', path, { token });
  if (response.status >= 400) throw new Error(`GET ${path}: ${JSON.stringify(response.body)}`);
  return response.body;
};

const browser = await launchBrowser();
const [project] = await call(`/projects/organization/${session.organization.id}`);
const path = `/projects/${project.id}`;
const DEPLOYMENTS = 'query ($id: ID!) { project(id: $id) { deployments(first: 1) { nodes { id branch status } } } }';
const deployment = async () => {
  const { data } = await graphql({ url }, DEPLOYMENTS, { id: project.id }, { token });
  return data.project.deployments.nodes[0];
};
const comments = (): Promise<{ id: string; number: number; status: string }[]> =>
  call(`/annotations/project/${project.id}`);
const idOf = async (number: number) => (await comments()).find((comment) => comment.number === number)?.id;
// The review of the redesign is the end of the history.
const isComplete = async () =>
  (await deployment())?.branch === 'redesign' &&
  (await comments()).some(({ number, status }) => number === 5 && status === 'resolved');
while (!(await isComplete())) await wait(500);

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
const open = async (target: string, selector: string) => {
  await page.goto(`${url}/app${target}`);
  await page.waitForSelector(selector);
};
await open('', 'form');
await draw(page, 'log-in', DESK);
await page.type('input[name=email]', email);
await page.type('input[name=password]', password);
await page.keyboard.press('Enter');
await page.waitForSelector('ol a');
await open(path, 'ol a');
await draw(page, 'list-phone', PHONE);
await open(`${path}/comments/${await idOf(3)}`, 'article button ::-p-text(mobile)');
await draw(page, 'thread', DESK);
await draw(page, 'thread-dark', DESK, 'dark');
await draw(page, 'thread-phone', PHONE);
await open(`${path}/comments/${await idOf(5)}?status=resolved`, 'article input[type=range]');
await draw(page, 'proof', DESK);
await open(`${path}/board`, '[data-card]');
await draw(page, 'board', DESK);
const pageOf = (address: string, more = '') =>
  `${path}/pages/view?url=${encodeURIComponent(url + address)}&width=1280${more}`;
await open(pageOf('/demo/staging', '&resolved=true'), '[data-pin]');
await page.hover('[data-comment]');
await draw(page, 'page', DESK, 'dark');
await open(pageOf('/demo', '&heat=points'), 'main canvas');
await draw(page, 'heat-map', DESK);
await open('/inbox', 'ol a');
await page.keyboard.press('j');
await page.waitForSelector('article');
await draw(page, 'inbox', DESK);
await open('/new-project', 'form input');
const [name, address] = [await page.waitForSelector('form input'), await page.waitForSelector('input[inputmode=url]')];
await name?.type('Winter shop');
await address?.type(`${url}/demo`);
await page.keyboard.press('Enter');
await page.waitForSelector('figure img');
await draw(page, 'install', DESK);
const settings: [name: string, path: string][] = [
  ['environments', `${path}/settings/environments`],
  ['members', `/organizations/${session.organization.id}/settings/members`],
  ['notifications', '/account/notifications'],
];
for (const [subject, target] of settings) {
  await open(target, 'main section li, main section form');
  await draw(page, subject, DESK);
}
await open(`${path}/deployments/${(await deployment()).id}`, 'main img');
await draw(page, 'deployment', DESK);

const { data: snapshots } = await call(
  `/v1/projects/${project.id}/snapshots?url=${encodeURIComponent(`${url}/demo/staging`)}`,
);
const [after, before] = snapshots.filter(({ viewport }: { viewport: { width: number } }) => viewport.width === 1_280);
await open(`${path}/compare?before=${before.id}&after=${after.id}`, '[data-mode=side]');
await page.keyboard.press('n');
await page.keyboard.press('n');
await page.waitForSelector('[data-state=selected]');
await draw(page, 'comparison', DESK);
await page.keyboard.press('w');
await draw(page, 'comparison-swipe', DESK);
await page.keyboard.press('d');
await page.waitForSelector('[data-pane=difference] img');
await draw(page, 'comparison-phone', PHONE, 'dark');

await browser.close();
await server.stop();
await rm(dataDir, { recursive: true, force: true });
