import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { demoProject } from '../support/demo.ts';
import { freePort, killServers, startServer } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

const OUTAGE_MS = 8_000;

let browser: Browser;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  [browser, database] = await Promise.all([launchBrowser(), createTestDatabase()]);
});
afterAll(async () => {
  await browser?.close();
  await killServers();
  await database?.drop();
});

test('an outage of the collector of 8 s loses no event of a page that stays open', async () => {
  const env = { DATABASE_URL: database.url, PORT: String(await freePort()), LOG_LEVEL: 'silent' };
  const first = await startServer(env);
  await first.ready();
  const { projectId } = await demoProject(first);
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>Shop</title><button>Buy</button><script src="${first.url.replace('127.0.0.1', 'localhost')}/embed.min.js" data-project-key="${projectId}" defer></script>`,
    );
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const clicks = async (): Promise<number[]> => {
    const { rows } = await client.query<{ at: string }>(
      "SELECT e->>'timestamp' AS at FROM collected_batches b, json_array_elements(events) AS e WHERE e->>'type' = 'click'",
    );
    return rows.map(({ at }) => Number(at));
  };

  await page.click('button');
  await expect.poll(async () => (await clicks()).length).toBe(1);

  const killedAt = Date.now();
  await page.click('button');
  await first.kill();
  for (let i = 0; i < 10; i++) {
    await page.click('button');
    await delay(500);
  }
  await delay(Math.max(0, killedAt + OUTAGE_MS - Date.now()));
  const second = await startServer(env);
  await second.ready();
  expect(Date.now() - killedAt).toBeGreaterThan(OUTAGE_MS);
  await page.click('button');
  await expect.poll(async () => (await clicks()).length, { timeout: 60_000 }).toBe(13);
  await delay(3_000);
  expect(new Set(await clicks()).size).toBe(13);
  expect(await clicks()).toHaveLength(13);

  await client.end();
  await page.close();
  site.closeAllConnections();
  site.close();
});
