import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { sendVisitorMails } from '../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import { type OverlayPage, openPage } from '../clients/support/overlay-page.ts';
import { waitUntilRelayed } from '../contract/support/sql-statements.ts';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { demoProject } from '../support/demo.ts';
import { type Stream, transports, waitForSubscribers } from '../support/live-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { press, see } from './panel-actions.ts';

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

test('one person is visitor and member side by side, and follows the mail of the answer in a private window', async () => {
  const address = `http://localhost:${(site.address() as AddressInfo).port}/`;
  // Mails link pages of environments only.
  const body = { projectId: demo.projectId, name: 'Second origin', kind: 'development', url: address };
  expect((await rest(app, 'POST', '/environments', { token: demo.token, body })).status).toBe(201);
  const visitor = await openPage(await browser.createBrowserContext(), address);
  await visitor.choose('.hero .button');
  await (await visitor.see('input[type=email]')).type('you@visitor.example');
  await visitor.write('Is the shop open?');
  await visitor.see('.pin');

  const opened = new Promise<Page>((resolve) => visitor.page.once('popup', (popup) => resolve(popup as Page)));
  await visitor.page.locator('[target=pinbound-team]').click();
  const team = await opened;
  const { password } = await app.services.db.demo.findFirstOrThrow();
  await team.locator('input[type=email]').fill('demo@pinbound.example');
  await team.locator('input[type=password]').fill(password ?? '');
  await press(team, 'Log in');
  await team.locator('li[data-id] ::-p-text(Is the shop open?)').click();
  await see(team, 'Resolve and next');
  await team.locator('textarea').fill('Until six');
  await press(team, 'Send');
  await visitor.see('.badge.news');

  await waitUntilRelayed(app);
  await sendVisitorMails(systemContext(app.services), () => new Date(Date.now() + 600_000));
  const mails = await browser.newPage();
  await mails.goto(`${app.url}/demo/mails`);
  const link = await mails.locator('li a').waitHandle();
  const later = await openPage(await browser.createBrowserContext(), await link.evaluate(({ href }) => href));
  await later.until(
    "document.querySelector('svc-overlay').shadowRoot.querySelectorAll('.dialog article').length === 2",
  );
  expect(await later.text('.dialog')).toContain('Until six');
  await (await later.see('.reply textarea')).type('Thanks');
  await later.click('.reply .primary');
  await see(team, 'Thanks');
  expect([visitor.consoleLines, later.consoleLines]).toEqual([[], []]);
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
