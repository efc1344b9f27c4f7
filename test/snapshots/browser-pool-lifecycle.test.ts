import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROFILE_PREFIX } from '../../src/infrastructure/capture/browser/browser-process.ts';
import { browserProcesses } from './support/browser-processes.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

let site: PageServer;
beforeAll(async () => {
  site = await servePages({ '/': page('<h1>There</h1>') });
});
afterAll(() => site.close());

const profiles = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`${PROFILE_PREFIX}${process.pid}-`));

test.each([0, 1, 20])('closing %i ms after captures started leaves no process and no file', async (ms) => {
  const pool = await testPool({ concurrency: 1 });
  await pool.select();
  const captures = Promise.allSettled([1, 2, 3].map(() => pool.capture(captureOf(site.url))));
  await new Promise((resolve) => setTimeout(resolve, ms));
  await pool.close();
  for (const capture of await captures) {
    expect(capture).toMatchObject({ status: 'rejected', reason: { name: 'BrowserError' } });
  }
  expect(browserProcesses('browser')).toEqual([]);
  expect(await profiles()).toEqual([]);
  await expect(pool.capture(captureOf(site.url))).rejects.toThrow('the browser pool is closed');
});

test('a browser is replaced after capturesPerBrowser captures', async () => {
  const pool = await testPool({ concurrency: 1, capturesPerBrowser: 2 });
  const used: number[] = [];
  for (let i = 0; i < 5; i++) {
    await pool.capture(captureOf(site.url));
    used.push(...browserProcesses('browser').slice(-1));
  }
  const [a, b, c, d, e] = used;
  expect([a === b, b === c, c === d, d === e]).toEqual([true, false, true, false]);
  await expect.poll(() => browserProcesses('browser')).toHaveLength(1);
  await pool.close();
  expect(await profiles()).toEqual([]);
});
