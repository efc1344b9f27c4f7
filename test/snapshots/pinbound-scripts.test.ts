import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type ScriptObstacle, scriptObstacles } from '../../src/resolvers/core/snapshots/script-obstacles.ts';
import { launchBrowser } from '../support/browser.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

let app: TestApp;
let site: PageServer;
let pool: BrowserPool;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  const { id: projectId, projectKey } = await createProject(app, await registerUser(app));
  const config = JSON.stringify({ apiUrl: app.url, projectId, apiKey: projectKey });
  const body = '<h1>Fresh bread</h1><p>Every morning</p>';
  site = await servePages({
    '/plain': page(body),
    '/ours': page(
      body,
      `<script src="${app.url}/embed.min.js" data-project-key="${projectKey}" defer></script>
       <script>window.SvcConfig = ${config}</script><script src="${app.url}/overlay.js" defer></script>`,
    ),
    '/framed': page('<iframe src="/plain" style="width:100vw;height:100vh;border:0"></iframe>'),
    ...Object.fromEntries(
      POLICIES.map(([path, policy]) => {
        const meta = path.endsWith('meta')
          ? `<meta http-equiv="Content-Security-Policy" content="${policy(app.url)}">`
          : '';
        const html = page(
          body,
          `${meta}<script src="${app.url}/overlay.js" data-svc-config='${config}' defer></script>`,
        );
        return [
          path,
          (_request: IncomingMessage, response: ServerResponse) => {
            if (!meta) response.setHeader('content-security-policy', policy(app.url));
            response.setHeader('content-type', 'text/html').end(html);
          },
        ];
      }),
    ),
  });
  pool = await testPool();
  browser = await launchBrowser();
});
afterAll(async () => {
  await pool.close();
  await browser.close();
  await site.close();
  await app.close();
});

/** Policies by page: as a capture reports them, and as Chromium applies them in a visit. */
const POLICIES: [path: string, policy: (own: string) => string, obstacles: ScriptObstacle[], violated: string[]][] = [
  ['/ours-permitted', (own) => `script-src ${own}; connect-src ${own}; img-src 'none'`, [], []],
  ['/ours-scripts', () => "script-src 'self'", ['script_source'], ['script-src-elem']],
  ['/ours-nonce', () => "script-src 'nonce-a' 'strict-dynamic'", ['script_nonce'], ['script-src-elem']],
  ['/ours-requests', (own) => `default-src 'self'; script-src ${own}`, ['connections', 'panel'], ['connect-src']],
  ['/ours-meta', () => "connect-src 'self'", ['connections'], ['connect-src']],
];

test.each(POLICIES)('%s: a capture reports what Chromium forbids', async (path, _policy, obstacles, violated) => {
  const { record } = await pool.capture(captureOf(site.url + path));
  expect(scriptObstacles(record, { width: 400, height: 300 }, { scripts: app.url, api: app.url })).toEqual(obstacles);
  const visit = await browser.newPage();
  await visit.evaluateOnNewDocument(() => {
    const found = new Set<string>();
    Object.assign(globalThis, { found });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      if (blockedURI !== 'inline') found.add(effectiveDirective);
    });
  });
  await visit.goto(site.url + path);
  if (!violated.includes('script-src-elem')) await visit.waitForSelector('svc-overlay');
  await expect
    .poll(() => visit.evaluate(() => [...(globalThis as unknown as { found: Set<string> }).found]))
    .toEqual(violated);
  await visit.close();
});

test('a page in a frame is reported', async () => {
  const { record } = await pool.capture(captureOf(`${site.url}/framed`));
  expect(scriptObstacles(record, { width: 400, height: 300 }, { scripts: app.url, api: app.url })).toEqual(['frame']);
});

const collected = async () => (await app.services.pool.query('SELECT FROM collected_batches')).rowCount;

test('Pinbound’s scripts are not in the image, and a capture is not a visit', async () => {
  const plain = await pool.capture(captureOf(`${site.url}/plain`));
  for (const options of [{ waitForSelector: 'svc-overlay', delay: 1_000 }, { fullPage: true }]) {
    const plainToo = await pool.capture(captureOf(`${site.url}/plain`, { ...options, waitForSelector: null }));
    const ours = await pool.capture(captureOf(`${site.url}/ours`, options));
    expect(ours.image.equals(plainToo.image)).toBe(true);
    expect(ours.record.elements).toEqual(plain.record.elements);
    expect(ours.record.failedRequests).toEqual([]);
  }
  expect(await collected()).toBe(0);

  // A real visitor of the same page is counted and sees the overlay.
  const visit = await browser.newPage();
  await visit.goto(`${site.url}/ours`);
  await visit.waitForSelector('svc-overlay');
  await expect.poll(collected).toBeGreaterThan(0);
  await visit.close();
});
