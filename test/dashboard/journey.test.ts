// Cost: about 25 s: one walk through the dashboard and a customer's page, with a capture.
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { sendVisitorMails } from '../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import { openPage } from '../clients/support/overlay-page.ts';
import { waitUntilRelayed } from '../contract/support/sql-statements.ts';
import { type CustomerSite, startCustomerSite } from '../e2e/panel-site.ts';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { registerUser } from '../support/factories.ts';
import { type MailSink, startMailSink } from '../support/servers/mail-sink.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';

const VISITOR = 'grace@visitors.example';
const SECRET = 'The baker forgot it again';

let sink: MailSink;
let site: CustomerSite;
let browser: Browser;
beforeAll(async () => {
  [sink, site, browser] = await Promise.all([startMailSink(), startCustomerSite(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await sink.close();
});
const app = useTestApp(() => ({ jobs: true, env: { SMTP_URL: sink.url } }));
const { logInByForm } = useDashboard(app);

const pageWith = (scripts: string) =>
  `<!doctype html><html lang="en"><title>Bakery</title>${scripts}<h1>Fresh bread</h1><p>Every morning</p></html>`;

test('from the log-in by the wizard to a comment of a visitor, which is discussed, resolved and mailed', async () => {
  // The captured page has no script yet, and another origin than the service.
  const address = `${site.sameSite}/`;
  site.pages.set('/', pageWith(''));
  const owner = await registerUser(app, 'Ada');
  const dashboard = await logInByForm(owner, '/');
  const { page } = dashboard;

  await dashboard.type('Name of the project', 'Bakery');
  await dashboard.type('Address of the site', address);
  await dashboard.click('button', 'Create');
  await page.waitForSelector('figure img[alt=Bakery]');
  await dashboard.see('The script has not been seen yet.');
  const [script = ''] = await page.$$eval('pre', (blocks) => blocks.map(({ textContent }) => textContent));
  expect(script).toContain('overlay.js');
  site.pages.set('/', pageWith(script));

  const visitor = await openPage(await browser.createBrowserContext(), address);
  await visitor.see('.launcher');
  await app.services.scriptSightings.flush();
  await dashboard.see(`The script was seen on ${site.sameSite}.`);

  await page.locator('nav a ::-p-text(Inbox)').click();
  await dashboard.see('No notifications');
  await visitor.choose('h1');
  await (await visitor.see('input[type=email]')).type(VISITOR);
  await visitor.write('Which bread?');
  await visitor.see('.pin');
  await page.waitForSelector('main ol a ::-p-text(Which bread?)');

  await page.keyboard.press('j');
  await page.waitForSelector('article textarea');
  await page.waitForSelector(`select[aria-label=Assignee] option[value="${owner.id}"]`);
  await page.select('select[aria-label=Assignee]', owner.id);
  await dashboard.see('Ada assigned Ada');
  await page.keyboard.press('l');
  await page.locator('input[aria-label="Find or create a label"]').fill('assortment');
  await page.keyboard.press('Enter');
  await dashboard.see('Ada set the labels: assortment');
  await page.keyboard.press('Escape');
  await dashboard.click('button', 'Internal note');
  await page.type('article textarea', SECRET);
  await dashboard.click('button', 'Add note');
  await page.waitForSelector(`article li ::-p-text(${SECRET})`);
  await dashboard.click('button', 'Reply');
  await page.type('article textarea', 'Rye, with walnuts');
  await dashboard.click('button', 'Send');
  await page.waitForSelector('article li ::-p-text(Rye, with walnuts)');

  await visitor.see('.badge.news');
  await visitor.click('.pin');
  await expect.poll(() => visitor.text('.dialog')).toContain('Rye, with walnuts');
  expect(await visitor.text('.dialog')).not.toContain(SECRET);

  await dashboard.click('button', 'Resolve and next');
  await visitor.see('.dialog .status.resolved');
  const [project] = (await rest(app, 'GET', `/projects/organization/${owner.organizationId}`, { token: owner.token }))
    .body;
  const [stored] = (await rest(app, 'GET', `/annotations/project/${project.id}`, { token: owner.token })).body;
  expect(stored).toMatchObject({ status: 'resolved', assigneeId: owner.id, labelIds: [expect.any(String)] });

  await waitUntilRelayed(app);
  await sendVisitorMails(systemContext(app.services), () => new Date(Date.now() + 600_000));
  const mails = () => sink.mails.filter(({ recipient }) => recipient === VISITOR).map(({ text }) => text);
  await expect.poll(() => mails().length).toBeGreaterThan(0);
  expect(mails().join()).toContain('Rye, with walnuts');
  expect(mails().join()).toMatch(/resolved/i);
  expect(mails().join()).not.toContain(SECRET);
  expect([dashboard.problems, visitor.consoleLines]).toEqual([[], []]);
});
