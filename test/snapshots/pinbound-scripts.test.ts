import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { launchBrowser } from '../support/browser.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

let app: TestApp;
let site: PageServer;
let pool: BrowserPool;
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
  });
  pool = await testPool();
});
afterAll(async () => {
  await pool.close();
  await site.close();
  await app.close();
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
  const browser = await launchBrowser();
  const visit = await browser.newPage();
  await visit.goto(`${site.url}/ours`);
  await visit.waitForSelector('svc-overlay');
  await expect.poll(collected).toBeGreaterThan(0);
  await browser.close();
});
