// Cost: about 12 s, one browser and one service; deployments run without a browser of their own.
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { advance, deploy, readDeployment } from '../support/deployments.ts';
import { createAnnotation, createProject, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';
import { drawnShop, FIRST_LOOK } from './support/drawn-shop.ts';
import { inspect } from './support/inspect.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const SITE = 'https://shop.example';
const VIEWPORTS = [1_280, 390].map((width) => ({ width, height: 800 }));
const NEXT_LOOK = {
  ...FIRST_LOOK,
  button: { text: 'Shop tableware', color: '#1f7a43' },
  price: '79 €',
  badge: undefined,
  footer: 'Shipping, returns and repairs',
};

let owner: TestUser;
let projectId: string;
let environmentId: string;
beforeEach(async () => {
  owner = await registerUser(app, 'Ada');
  projectId = (await createProject(app, owner)).id;
  const body = { projectId, name: 'Staging', kind: 'staging', url: SITE };
  environmentId = (await rest(app, 'POST', '/environments', { token: owner.token, body })).body.id;
});

const annotate = (selector: string, content: string, path = '/') =>
  createAnnotation(app, owner, projectId, { url: SITE + path, content, metadata: { selector } });
const begin = async (commit: string): Promise<string> => {
  const order = { commit, branch: 'warm-buttons', pages: ['/', '/cart'], viewports: VIEWPORTS };
  return (await deploy(app, { token: owner.token, projectId, environmentId }, order)).body.data.id;
};
/** Runs a deployment of each look, and returns the id of the last one. */
async function runAll(looks = [FIRST_LOOK, NEXT_LOOK]): Promise<string> {
  let id = '';
  for (const [index, look] of looks.entries()) {
    id = await begin(`3f9c2ab1e4d5c6b7a8990011223344556677889${index}`);
    await advance(app, await drawnShop(look));
  }
  return id;
}

test('deployments are started, followed and cancelled', async () => {
  const dashboard = await logIn(owner, `/projects/${projectId}/deployments`);
  const { page } = dashboard;
  await dashboard.see('No deployments yet');
  await dashboard.see(`curl -sf ${app.url}/v1/projects/${projectId}/deployments`);
  await inspect(dashboard);
  await dashboard.click('button', 'Start a deployment');
  await page.waitForSelector('dialog[open] form');
  await inspect(dashboard);
  await dashboard.type('Commit or release', 'v1.0');
  await dashboard.type('Pages', 'https://other.example/');
  await page.locator('dialog button[type=submit]').click();
  await dashboard.see('is not a page of this environment');
  await page.$eval('textarea[name=pages]', (field) => {
    field.value = '/\n/cart';
  });
  await page.locator('input[name=viewports][value="390"]').click();
  await page.locator('dialog button[type=submit]').click();
  await dashboard.see('0 of 2 captured');
  await dashboard.click('link', 'Deployments');
  await dashboard.see('v1.0');

  // Changes by others appear without a reload.
  const { body } = await deploy(
    app,
    { token: owner.token, projectId, environmentId },
    { commit: 'v1.1', pages: ['/'] },
  );
  await page.waitForSelector(`[data-deployment="${body.data.id}"]`);
  await page.waitForSelector('[data-status=superseded]');
  await dashboard.click('button', 'Cancel the deployment of v1.1');
  await page.waitForSelector(`[data-deployment="${body.data.id}"][data-status=cancelled]`);
  expect(await page.$$eval('[data-deployment] a', (links) => links.map((link) => link.textContent))).toEqual([
    'v1.1',
    'v1.0',
  ]);
  await app.services.pool.query(
    `INSERT INTO deployments (id, project_id, environment_id, commit, status, created_at, updated_at)
     SELECT gen_random_uuid(), $1, $2, 'old ' || n, 'cancelled', now() - interval '1 day', now() FROM generate_series(1, 29) AS n`,
    [projectId, environmentId],
  );
  await page.reload();
  await dashboard.click('button', 'Show more');
  await expect.poll(() => page.$$eval('[data-deployment]', ({ length }) => length)).toBe(31);
  expect(dashboard.problems).toEqual([]);
});

test('a report names what changed, by who asked for it', async () => {
  const asked = await annotate('#button', 'The button should say “Shop tableware”.');
  const badge = await annotate('#badge', 'Remove the badge');
  await annotate('#heading', 'Can this be one line?');
  const id = await runAll();
  const dashboard = await logIn(owner, `/projects/${projectId}/deployments`);
  const { page } = dashboard;
  await dashboard.see('1 changed as somebody asked');
  await inspect(dashboard);
  await page.locator('[data-deployment] a ::-p-text(3f9c2ab1)').click();
  await dashboard.see('Shows the text that was asked for');
  await dashboard.see('text “See the collection” → “Shop tableware”');
  await dashboard.see('Comments whose element looks as before: 1');
  await inspect(dashboard);

  const selected = () => page.$eval('[data-item][aria-current=true]', (item) => item.getAttribute('data-item'));
  await page.keyboard.press('n');
  await expect.poll(() => new URL(page.url()).searchParams.get('item')).toBe(asked.id);
  await page.keyboard.press('n');
  await expect.poll(() => new URL(page.url()).searchParams.get('item')).not.toBe(asked.id);
  const second = await selected();
  await page.reload();
  await page.waitForSelector(`[data-item="${second}"][aria-current=true]`);
  await page.locator('button[aria-pressed] ::-p-text(changes nobody asked for)').click();
  await dashboard.seeNot('Remove the badge');
  await dashboard.see('footer “Shipping, returns and repairs”');
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('[data-item] [role=img] img')].some(
      (image) => image.naturalWidth > 0,
    ),
  );
  // The thread of a lost element says between which captures it vanished, and has its timeline.
  await dashboard.open(`/projects/${projectId}/comments/${badge.id}`);
  await page.waitForSelector('section[aria-label="Where it last was"] img');
  await dashboard.see('It vanished between');
  await page.waitForSelector('section[aria-label="History of the element"] a[title^="3f9c2ab1"]');
  await inspect(dashboard);
  expect(dashboard.problems).toEqual([]);

  const viewer = await registerMember(app, owner.organizationId, 'viewer');
  const phone = await logIn(viewer, `/projects/${projectId}/deployments/${id}`, { width: 390, height: 844 });
  await phone.see('Asked for in #1');
  await phone.page.evaluate(() => localStorage.setItem('pinbound-language', 'de'));
  await phone.open(`/projects/${projectId}/deployments/${id}`);
  await phone.see('Gewünscht in #1');
});

test('changes are reviewed by keyboard, at once, and undone', async () => {
  const asked = await annotate('#button', 'The button should say “Shop tableware”.');
  const id = await runAll();
  const dashboard = await logIn(owner, `/projects/${projectId}/deployments/${id}`);
  const { page } = dashboard;
  const statusOf = async () => (await rest(app, 'GET', `/annotations/${asked.id}`, { token: owner.token })).body.status;
  const unreviewed = async () => (await readDeployment(app, owner, id)).counts.unreviewed;
  await dashboard.see('Approve and resolve');
  const all = await unreviewed();
  await page.keyboard.press('n');
  await page.waitForSelector(`[data-item="${asked.id}"][aria-current=true]`);
  await page.keyboard.press('y');
  await page.waitForSelector(`[data-item="${asked.id}"] [data-decision=approved]`);
  await expect.poll(statusOf).toBe('resolved');
  await page.waitForSelector(`[data-item][aria-current=true]:not([data-item="${asked.id}"])`);

  // One decision covers the same change wherever it is.
  const like = await page.$eval('[data-item][aria-current=true]', (item) => item.getAttribute('data-item'));
  const before = await unreviewed();
  await page.keyboard.press('m');
  await page.waitForSelector(`[data-item="${like}"] [data-decision=rejected]`);
  await expect.poll(unreviewed).toBeLessThan(before - 1);
  await dashboard.see('Failed');
  await page.waitForSelector(`[data-item][aria-current=true]:not([data-item="${asked.id}"], [data-item="${like}"])`);
  for (const key of [like, asked.id]) {
    await page.keyboard.press('p');
    await page.waitForSelector(`[data-item="${key}"][aria-current=true]`);
  }
  await page.keyboard.press('u');
  await dashboard.see('The review is undone');
  await expect.poll(statusOf).toBe('open');
  await page.waitForFunction((key) => !document.querySelector(`[data-item="${key}"] [data-decision]`), {}, asked.id);
  await inspect(dashboard);

  // One action rejects the changes that nobody asked for, and is undone.
  await page.keyboard.press('n');
  await page.keyboard.press('u');
  await expect.poll(unreviewed).toBe(all);
  await dashboard.click('button', 'Reject what nobody asked for ⇧M');
  await page.waitForSelector('[data-item] [data-decision=rejected]');
  // The button of both pages and widths is left: the same change elsewhere was asked for, too.
  await expect.poll(unreviewed).toBe(4);
  expect(await statusOf()).toBe('open');
  await page.locator('button ::-p-text(Undo)').click();
  await expect.poll(unreviewed).toBe(all);

  await page.keyboard.down('Shift');
  await page.keyboard.press('Y');
  await page.keyboard.up('Shift');
  await expect.poll(statusOf).toBe('resolved');
  await dashboard.see('Reviewed: 1');
  await dashboard.click('button', 'Approve everything');
  await page.waitForSelector('dialog[open]');
  await page.locator('dialog button[type=submit]').click();
  await expect.poll(unreviewed).toBe(0);
  expect(all).toBeGreaterThan(0);

  // The thread has the proof, and the looks of its element.
  await dashboard.open(`/projects/${projectId}/comments/${asked.id}`);
  await page.waitForSelector('section[aria-label=Proof] img');
  await page.focus('section[aria-label=Proof] input');
  await page.keyboard.press('ArrowRight');
  await dashboard.see('History of the element');
  await dashboard.see('background #b5532d → #1f7a43');
  await page.waitForSelector('td [data-fix=accepted]');
  await inspect(dashboard);

  // A guard watches each width until somebody ends it.
  const retired = () => page.$$eval('[data-guard=retired]', ({ length }) => length);
  expect(await page.$$eval('[data-guard=active]', ({ length }) => length)).toBe(2);
  await dashboard.click('button', 'Retire the guard of #1 on Staging · 1280 px');
  await page.waitForSelector('dialog[open]');
  await dashboard.type('Reason', 'The button is gone soon');
  await page.locator('dialog button[type=submit]').click();
  await expect.poll(retired).toBe(1);
  await dashboard.see('Reason: The button is gone soon');
  await dashboard.open(`/projects/${projectId}/settings/guards`);
  await dashboard.see('Staging · 390 px');
  await inspect(dashboard);
  await page.select('select[aria-label=State]', 'active');
  await dashboard.seeNot('The button is gone soon');
  await dashboard.click('button', 'Retire the guard of #1 on Staging · 390 px');
  await dashboard.type('Reason', 'As well');
  await page.locator('dialog button[type=submit]').click();
  await page.waitForFunction(() => !document.querySelector('button[title^="Retire"]'));
  expect(dashboard.problems).toEqual([]);
});

test('a filter finds what is fixed in one environment and not in another', async () => {
  const asked = await annotate('#button', 'The button should say “Shop tableware”.');
  await annotate('#price', 'The price is wrong');
  const body = { projectId, name: 'Production', kind: 'production', url: 'https://www.shop.example' };
  await rest(app, 'POST', '/environments', { token: owner.token, body });
  const id = await runAll();
  await rest(app, 'POST', `/v1/deployments/${id}/reviews`, {
    token: owner.token,
    body: { decision: 'approved', annotationIds: [asked.id] },
  });
  const dashboard = await logIn(owner, `/projects/${projectId}`);
  const { page } = dashboard;
  await dashboard.see('The price is wrong');
  const choose = async (filter: string, environment: string) => {
    await page.keyboard.press('f');
    await page.locator(`::-p-aria([name="${filter}"][role="menuitem"])`).click();
    await page.locator(`::-p-aria([name="${environment}"][role="menuitemcheckbox"])`).click();
    await page.waitForSelector(`button[aria-label*="${filter}: ${environment}"]`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('[role=menu]'));
  };
  await choose('Fixed on', 'Staging');
  await choose('Not fixed on', 'Production');
  await dashboard.see('The button should say');
  await dashboard.seeNot('The price is wrong');
  await page.waitForSelector(`li[data-id="${asked.id}"] [data-fix=accepted]`);
  const { searchParams } = new URL(page.url());
  expect([...searchParams.keys()].sort()).toEqual(['fixedIn', 'notFixedIn', 'status']);
  await inspect(dashboard);
  await page.reload();
  await dashboard.see('The button should say');
  expect(dashboard.problems).toEqual([]);
});

test('a decision that fails is taken back and says why; viewers decide nothing', async () => {
  const asked = await annotate('#button', 'The button should say “Shop tableware”.');
  const id = await runAll();
  const dashboard = await logIn(owner, `/projects/${projectId}/deployments/${id}?item=${asked.id}`);
  await dashboard.see('Approve and resolve');
  // This screen receives no update about the newer deployment.
  await app.services.pool.query(`UPDATE deployments SET status = 'cancelled' WHERE id = $1`, [id]);
  await dashboard.page.keyboard.press('y');
  await dashboard.see('Not saved: ');
  await dashboard.page.waitForFunction(() => !document.querySelector('[data-decision]'));
  await app.services.pool.query(`UPDATE deployments SET status = 'needs_review' WHERE id = $1`, [id]);
  const viewer = await logIn(
    await registerMember(app, owner.organizationId, 'viewer'),
    `/projects/${projectId}/deployments/${id}`,
  );
  await viewer.see('Asked for in #1');
  expect(await viewer.page.$('::-p-text(Approve)')).toBeNull();
});

test('pages that could not be compared are named with the reason', async () => {
  const id = await begin('v1.0');
  const site = await drawnShop(FIRST_LOOK, [1_280]);
  await advance(app, site);
  const dashboard = await logIn(owner, `/projects/${projectId}/deployments/${id}`);
  await dashboard.see('Pages that could not be compared');
  await dashboard.see('No page of 390 pixels');
  await dashboard.open(`/projects/${projectId}/deployments/00000000-0000-4000-8000-000000000000`);
  await dashboard.see('Not found');
});
