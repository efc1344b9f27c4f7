import type { Browser, HTTPRequest } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOptions } from '../../clients/overlay/public-api/config.ts';
import type { OverlayPage } from '../clients/support/overlay-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { bundleOverlay } from '../support/client-bundle.ts';
import { createProject, PASSWORD, registerUser, type TestUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fenceAt, fencesIn, fill, readPage, tableOf, type Values } from './support/markdown.ts';
import { Shell } from './support/shell.ts';
import { shapeOf } from './support/shown.ts';
import { type Site, startSite } from './support/site.ts';

const page = readPage('docs/overlay.md');
const METHODS = ['an attribute', 'a global object', 'own code'];

let app: TestApp;
let browser: Browser;
let site: Site;
let values: Values;
let user: TestUser;

beforeAll(async () => {
  const [script, started, launched] = await Promise.all([bundleOverlay(), startTestApp(), launchBrowser()]);
  [app, browser] = [started, launched];
  site = await startSite(browser, script);
  user = await registerUser(app);
  const project = await createProject(app, user);
  values = {
    'https://pinbound.example/overlay.js': `${site.url}/overlay.js`,
    'https://pinbound.example': app.url,
    '<PROJECT_ID>': project.id,
    '<PROJECT_KEY>': project.projectKey,
    '<ACCESS_TOKEN>': user.token,
  };
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await app?.close();
});

describe('installation', () => {
  test.each(METHODS.map((name, index) => ({ name, index })))('with $name', async ({ index }) => {
    const overlay = await site.show(fill(fenceAt(page, 'html', index).text, values));
    await overlay.see('.launcher');
    expect(overlay.consoleLines).toEqual([]);
    await overlay.page.close();
  });

  test('has no other method', () => {
    expect(fencesIn(page, 'html')).toHaveLength(METHODS.length);
  });

  test('lists all options', () => {
    const rows = tableOf(page, 'Option', 'Required', 'Meaning');
    const options = {
      apiUrl: 'https://pinbound.example',
      projectId: 'id',
      apiKey: 'pk_key',
      accessToken: 'token',
      language: 'de',
      words: { comment: 'Feedback' },
      theme: 'dark',
      launcher: false,
      shortcut: 'k',
      audience: 'members',
      collectConsole: false,
      collectRequests: false,
      pictures: false,
    };
    expect(typeof readOptions(options)).toBe('object');
    expect(rows.map(([name]) => name)).toEqual(Object.keys(options));
    for (const [name = '', required] of rows) {
      expect(typeof readOptions({ ...options, [name]: undefined }), name).toBe(
        required === 'yes' ? 'string' : 'object',
      );
    }
  });
});

test('logs members in and refreshes their token before it expires', async () => {
  const { page: shown, ...overlay } = await site.show(
    `<script src="${site.url}/overlay.js" defer></script>
     <form id="log-in"><input name="email"><input name="password" type="password"><button>Log in</button></form>
     <script type="module">${fill(fenceAt(page, 'js').text, values)}</script>`,
  );
  const paths: string[] = [];
  shown.on('request', (request) => {
    if (request.method() === 'POST') paths.push(new URL(request.url()).pathname);
  });
  await shown.type('[name=email]', user.email);
  await shown.type('[name=password]', PASSWORD);
  await shown.click('#log-in button');
  await overlay.see('.launcher');
  await shown.evaluate('const now = Date.now; Date.now = () => now() + 15 * 60_000');
  await overlay.choose('#total');
  await overlay.write('By a member');
  await overlay.see('.pin');
  expect(paths).toContain('/auth/refresh');
  const [annotation] = await app.services.db.annotation.findMany({ where: { content: 'By a member' } });
  expect(annotation?.authorId).toBe(user.id);
  await shown.close();
});

describe('under the documented content security policy', () => {
  let overlay: OverlayPage;
  const requests: HTTPRequest[] = [];

  beforeAll(async () => {
    const [, text = ''] = fenceAt(page, 'http').text.split(': ');
    const sources = text
      .replace('script-src https://pinbound.example', `script-src ${site.url}`)
      .replace('connect-src https://pinbound.example', `connect-src ${app.url}`);
    site.policy = `default-src 'none'; ${sources}; require-trusted-types-for 'script'`;
    browser.on('targetcreated', async (target) => {
      (await target.page())?.on('request', (request) => requests.push(request));
    });
    overlay = await site.show(fill(fenceAt(page, 'html').text, values));
  });

  const toService = () =>
    requests.filter((request) => request.url().startsWith(app.url) && request.method() !== 'OPTIONS');

  test('sends a comment as shown, and nothing else', async () => {
    await overlay.choose('#total');
    await overlay.write('The price is wrong');
    await overlay.see('.pin');
    const [sent, ...others] = toService().filter((request) => request.method() === 'POST');
    expect(others).toEqual([]);
    expect(new URL(sent?.url() ?? '').pathname).toBe('/annotations/public');
    const body = JSON.parse(sent?.postData() ?? '');
    expect(shapeOf(body)).toEqual(shapeOf(JSON.parse(fenceAt(page, 'json').text)));
    expect(body.metadata).toMatchObject({ tag: 'output', selector: '#total', text: '12 €' });
    const headers = sent?.headers() ?? {};
    for (const name of ['x-project-key', 'idempotency-key']) {
      expect(headers[name]).toBeTruthy();
      expect(page).toContain(`\`${name}\``);
    }
    expect(headers.cookie ?? headers.authorization).toBeUndefined();
    expect(overlay.consoleLines).toEqual([]);
  });

  test('reads from the two addresses shown', async () => {
    const shown = [...page.matchAll(/^- `GET ([^`]*)`/gm)].map(([, address = '']) => address.split('?')[0]);
    const read = toService()
      .filter((request) => request.method() === 'GET')
      .map((request) => new URL(request.url()).pathname);
    const key = values['<PROJECT_KEY>'] ?? '';
    expect(new Set(read)).toEqual(new Set(shown.map((address = '') => address.replace('<KEY>', key))));
  });

  test('stores one key of the local storage and no cookie', async () => {
    expect(await overlay.page.cookies()).toEqual([]);
    const stored = () => overlay.page.evaluate('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]');
    // It stores the token of the comment when the response arrives.
    await expect.poll(stored).toEqual(['svc-overlay']);
    expect(page).toContain("The overlay uses one key of your site's local storage, `svc-overlay`, and no cookie");
  });

  test('destroy() removes it', async () => {
    await overlay.page.evaluate(fenceAt(page, 'js', 1).text);
    expect(await overlay.page.$('svc-overlay')).toBeNull();
  });
});

test('sets allowed origins as shown, and rejects others', async () => {
  const [response] = await new Shell().run(fill(fenceAt(page, 'bash').text, values));
  expect(response?.body.allowedOrigins).toEqual(['https://shop.example', 'https://staging.shop.example']);
  const path = `/annotations/project/${values['<PROJECT_KEY>']}/public`;
  const statusFor = async (origin: string) => (await rest(app, 'GET', path, { headers: { origin } })).status;
  expect([await statusFor('https://shop.example'), await statusFor('https://elsewhere.example')]).toEqual([200, 403]);
});
