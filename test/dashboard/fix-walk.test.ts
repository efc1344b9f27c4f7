// Cost: about 30 s: six captures in Chromium, and one walk by visitor, team and reporter.
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { sendVisitorMails } from '../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import { openPage } from '../clients/support/overlay-page.ts';
import { waitUntilRelayed } from '../contract/support/sql-statements.ts';
import { type CustomerSite, startCustomerSite } from '../e2e/panel-site.ts';
import { launchBrowser } from '../support/browser.ts';
import { graphql, rest } from '../support/client.ts';
import { readDeployment } from '../support/deployments.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { type MailSink, startMailSink } from '../support/servers/mail-sink.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';

const REPORTER = 'grace@visitors.example';

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
const { logIn } = useDashboard(app);

/** The shop with a price of this weight. */
const shop = (weight: number, script: string) => `<!doctype html><html lang="en"><title>Bakery</title>
  <style>body { font: 18px sans-serif; margin: 40px } .price { font-size: 32px; font-weight: ${weight} }</style>${script}
  <header><nav><a href="/">Bakery</a> <a href="/about">About us</a></nav></header>
  <main><h1>Rye with walnuts</h1><p class="price">4,80 €</p><p>Baked every morning in Graz.</p><button>Put in basket</button></main>
  <footer>Closed on Sundays</footer></html>`;

const FIELDS = `status lastSeen { imageUrl }
  proof { answer isDisputed }
  verdicts(first: 10) { edges { node { verdict effect } } }`;

test('comment, fix, unrelated capture, deployment, review, mail, still wrong, rollback', async () => {
  const owner = await registerUser(app, 'Ada');
  const project = await createProject(app, owner);
  const options = JSON.stringify({ apiUrl: app.url, projectId: project.id, apiKey: project.projectKey });
  const script = `<script>window.SvcConfig = ${options}</script><script src="${app.url}/overlay.js" defer></script>`;
  const show = (weight: number) => site.pages.set('/', shop(weight, script));
  show(400);
  const environment = await rest(app, 'POST', '/environments', {
    token: owner.token,
    body: { projectId: project.id, name: 'Live', kind: 'production', url: site.sameSite },
  });
  const read = async (id: string) =>
    (await graphql(app, `{ annotation(id: "${id}") { ${FIELDS} } }`, {}, { token: owner.token })).data.annotation;
  const isSeen = async (id: string) => (await read(id)).lastSeen?.imageUrl;

  // A visitor asks for bold prices; the page is captured as it was then.
  const id = await commentOn('.price', 'Prices should be bold', REPORTER);
  await expect.poll(() => isSeen(id), { timeout: 60_000 }).toBeTruthy();

  // The fix is live, and another visitor's comment captures the page before any deployment does.
  show(700);
  const other = await commentOn('h1', 'Which flour is this?');
  await expect.poll(() => isSeen(other), { timeout: 60_000 }).toBeTruthy();

  // The deployment still says what happened to the comment.
  const team = await logIn(owner, `/projects/${project.id}/deployments`);
  const fix = await deployBy(team, owner, 'v2');
  expect(fix.counts).toMatchObject({ changed: 1, doesIt: 1, changedOtherwise: 0, wentBack: 0 });
  await team.page.waitForSelector(`[data-item="${id}"]`);
  await team.page.focus(`[data-item="${id}"]`);
  await team.page.keyboard.press('y');
  await expect.poll(async () => (await read(id)).status).toBe('resolved');

  // The reporter gets the proof by mail, looks, and says that it is still wrong.
  // Its pictures are kept by a job.
  const due = () => app.services.db.deploymentVerdict.count({ where: { annotationId: id, isProofDue: true } });
  await expect.poll(due, { timeout: 60_000 }).toBe(0);
  await waitUntilRelayed(app);
  await sendVisitorMails(systemContext(app.services), () => new Date(Date.now() + 3_600_000));
  const mailed = () =>
    sink.mails
      .filter(({ recipient }) => recipient === REPORTER)
      .map(({ text }) => text)
      .join('\n');
  await expect.poll(mailed).toMatch(/\/answer\/pbc_[\w-]{43}\/wrong/);
  const link = String(/http\S+\/answer\/pbc_[\w-]{43}\/wrong/.exec(mailed().replaceAll('=\n', ''))?.[0]);
  const reporter = await (await browser.createBrowserContext()).newPage();
  await reporter.goto(link);
  await reporter.type('textarea', 'Bolder, please');
  await reporter.click('button[type=submit], form button');
  await expect.poll(async () => (await read(id)).status).toBe('open');
  expect(await read(id)).toMatchObject({ proof: { answer: 'wrong', isDisputed: true } });
  await team.open(`/projects/${project.id}/comments/${id}`);
  await team.see('Bolder, please');

  // A rollback of the fix is never called a fix.
  show(400);
  await team.open(`/projects/${project.id}/deployments`);
  const rollback = await deployBy(team, owner, 'v1');
  expect(rollback.counts).toMatchObject({ doesIt: 0, wentBack: 1 });
  const found = await read(id);
  expect(found.status).toBe('open');
  expect(found.verdicts.edges.map(({ node }: { node: { effect: string } }) => node.effect)).toEqual([
    'went_back',
    'does_it',
  ]);
  expect(team.problems).toEqual([]);

  /** Comments on an element by the overlay, and returns the annotation's id. */
  async function commentOn(selector: string, text: string, email?: string): Promise<string> {
    const visitor = await openPage(await browser.createBrowserContext(), `${site.sameSite}/`);
    await visitor.choose(selector);
    if (email) await (await visitor.see('input[type=email]')).type(email);
    await visitor.write(text);
    const find = async () => {
      const { body } = await rest(app, 'GET', `/annotations/project/${project.id}`, { token: owner.token });
      return body.find(({ content }: { content: string }) => content === text)?.id;
    };
    await expect.poll(find).toBeTruthy();
    await visitor.page.close();
    return find();
  }

  /** Deploys by the dashboard's form, and waits for the report. */
  async function deployBy(dashboard: DashboardPage, reader: TestUser, commit: string) {
    await dashboard.click('button', 'Check a release');
    await dashboard.page.waitForSelector('dialog[open]');
    await dashboard.type('Commit or release', commit);
    await dashboard.page.locator('dialog button[type=submit]').click();
    await dashboard.page.waitForFunction(() => /\/deployments\/[\w-]{36}$/.test(location.pathname));
    const deploymentId = new URL(dashboard.page.url()).pathname.split('/').at(-1) ?? '';
    const state = async () => (await readDeployment(app, reader, deploymentId)).status;
    await expect.poll(state, { timeout: 120_000 }).not.toMatch(/queued|running/);
    expect(environment.status).toBe(201);
    return readDeployment(app, reader, deploymentId);
  }
});
