// Cost: about 20 s, one browser and one service; deployments run without a browser of their own.
import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { advance, readDeployment } from '../support/deployments.ts';
import { registerMember } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';
import { createDeployedShop } from './support/deployed-shop.ts';
import { drawnShop, FIRST_LOOK } from './support/drawn-shop.ts';
import { inspect } from './support/inspect.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

test('changes are reviewed by keyboard, at once, and undone', async () => {
  const { annotate, owner, projectId, runAll } = await createDeployedShop(app);
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
  await dashboard.see('Review undone');
  await expect.poll(statusOf).toBe('open');
  await page.waitForFunction((key) => !document.querySelector(`[data-item="${key}"] [data-decision]`), {}, asked.id);
  await inspect(dashboard);

  // One action rejects the changes that no comment names, and is undone.
  await page.keyboard.press('n');
  await page.keyboard.press('u');
  await expect.poll(unreviewed).toBe(all);
  await dashboard.click('button', 'Reject what no comment names ⇧M');
  await page.waitForSelector('[data-item] [data-decision=rejected]');
  // The button of both pages and widths is left: the same change elsewhere has the same comment.
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
  const setStatus = (status: string) =>
    rest(app, 'PUT', `/annotations/${asked.id}/status`, { token: owner.token, body: { status } });
  await setStatus('open');
  await page.reload();
  await dashboard.see('Paused: the comment is open');
  await dashboard.see('Accepted, then reopened');
  await inspect(dashboard);
  await setStatus('resolved');
  await page.reload();
  await page.waitForSelector('td [data-fix=accepted]');
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
  const { annotate, owner, projectId, runAll } = await createDeployedShop(app);
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
  const { annotate, owner, projectId, runAll } = await createDeployedShop(app);
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
  await viewer.see('Does what #1 says');
  expect(await viewer.page.$('::-p-text(Approve)')).toBeNull();
});

test('pages that could not be compared are named with the reason, and captured again', async () => {
  const { begin, owner, projectId } = await createDeployedShop(app);
  const id = await begin('v1.0');
  const site = await drawnShop(FIRST_LOOK, [1_280]);
  await advance(app, site);
  const dashboard = await logIn(owner, `/projects/${projectId}/deployments/${id}`);
  await dashboard.see('Pages that could not be compared');
  await dashboard.see('No page of 390 pixels');
  await dashboard.click('button', 'Capture again');
  const statusOf = async () => (await readDeployment(app, owner, id)).status;
  await expect.poll(statusOf).toBe('running');
  await advance(app, await drawnShop(FIRST_LOOK));
  expect(await statusOf()).toBe('passed');
  await dashboard.page.waitForSelector('::-p-text(Pages that could not be compared)', { hidden: true });
  await dashboard.open(`/projects/${projectId}/deployments/00000000-0000-4000-8000-000000000000`);
  await dashboard.see('Not found');
});
