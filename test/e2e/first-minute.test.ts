import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OverlayPage, openPage } from '../clients/support/overlay-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { demoProject } from '../support/demo.ts';
import { type Stream, transports, waitForSubscribers } from '../support/live-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let site: Server;
let browser: Browser;
let demo: { token: string; projectId: string };

beforeAll(async () => {
  app = await startTestApp({ demo: true });
  demo = await demoProject(app);
  browser = await launchBrowser();
  // The demo page on another origin than the service.
  const page = await (await fetch(`${app.url}/demo`)).text();
  site = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
});

afterAll(async () => {
  await browser.close();
  site.close();
  await app.close();
});

test("a visitor's comment reaches the dashboard, the list and the page, and the reply reaches the visitor", async () => {
  const dashboard = subscribe();
  await waitForSubscribers(app, 1);
  const page = await openPage(browser, `http://localhost:${(site.address() as AddressInfo).port}/`);

  await page.choose('main h1', 0.3, 0.5);
  await page.write('Say that it is stoneware');
  await page.see('.pin');
  await expect.poll(() => dashboard.results).toHaveLength(1);
  const { kind, annotation } = dashboard.results[0].annotationChanged;
  expect(kind).toBe('created');
  expect(annotation).toMatchObject({
    number: 1,
    content: 'Say that it is stoneware',
    status: 'open',
    source: 'overlay',
  });
  expect(await page.distance('.pin', 'main h1')).toBeLessThan(3);

  const list = await rest(app, 'GET', `/annotations/project/${demo.projectId}`, { token: demo.token });
  expect(list.body).toHaveLength(1);
  expect(list.body[0]).toMatchObject({ id: annotation.id, metadata: { tag: 'h1' } });

  const resolved = await rest(app, 'PUT', `/annotations/${annotation.id}/status`, {
    token: demo.token,
    body: { status: 'resolved' },
  });
  expect(resolved.status).toBe(200);
  await expect.poll(() => dashboard.results).toHaveLength(2);
  expect(dashboard.results[1].annotationChanged).toMatchObject({
    kind: 'resolved',
    annotation: { status: 'resolved' },
  });
  await shows(page, 'Resolved');

  await rest(app, 'POST', `/annotations/${annotation.id}/comments`, {
    token: demo.token,
    body: { content: 'Done, see now' },
  });
  await shows(page, 'Done, see now');
  await page.page.keyboard.press('Escape');
  await page.page.locator('.ship').click();
  await page.until("document.querySelector('.redesign .shelf')");
  await expect.poll(() => page.distance('.pin', 'main h1')).toBeLessThan(3);
  expect(page.consoleLines).toEqual([]);
  dashboard.stop();
});

function subscribe(): Stream {
  const query = `subscription ($id: ID!) {
    annotationChanged(projectId: $id) { kind annotation { id number content status source } }
  }`;
  const open = transports['a WebSocket'];
  if (!open) throw new Error('live-client.ts names this transport');
  return open(app, { query, variables: { id: demo.projectId }, token: demo.token });
}

/** Opens the thread of the only pin and waits for a text in it. */
async function shows(page: OverlayPage, text: string): Promise<void> {
  if (!(await page.page.$('svc-overlay >>> [role=dialog]'))) await page.click('.pin');
  await expect.poll(() => page.text('[role=dialog]')).toContain(text);
}
