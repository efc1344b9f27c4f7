// Cost: about 12 s, one browser and one service; deployments run without a browser of their own.
import { expect, test } from 'vitest';
import { deploy } from '../support/deployments.ts';
import { registerMember } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';
import { createDeployedShop } from './support/deployed-shop.ts';
import { inspect } from './support/inspect.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

test('deployments are started, followed and cancelled', async () => {
  const { environmentId, owner, projectId } = await createDeployedShop(app);
  const dashboard = await logIn(owner, `/projects/${projectId}/deployments`);
  const { page } = dashboard;
  await dashboard.see('No deployments yet');
  await dashboard.see(`curl -sf ${app.url}/v1/projects/${projectId}/deployments`);
  await inspect(dashboard);
  await dashboard.click('button', 'Check a release');
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

test('a report names what changed, by what it does for comments', async () => {
  const { annotate, owner, projectId, runAll } = await createDeployedShop(app);
  const asked = await annotate('#button', 'The button should say “Shop tableware”.');
  const badge = await annotate('#badge', 'Remove the badge');
  await annotate('#heading', 'Can this be one line?');
  const id = await runAll();
  const dashboard = await logIn(owner, `/projects/${projectId}/deployments`);
  const { page } = dashboard;
  await dashboard.see('2 do what the comments say');
  await inspect(dashboard);
  await page.locator('[data-deployment] a ::-p-text(3f9c2ab1)').click();
  await dashboard.see('Shows the text that the comment states');
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
  await page.locator('button[aria-pressed] ::-p-text(changes that no comment names)').click();
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
  await dashboard.see('It disappeared between');
  await page.waitForSelector('section[aria-label="History of the element"] a[title^="3f9c2ab1"]');
  await inspect(dashboard);
  expect(dashboard.problems).toEqual([]);

  const viewer = await registerMember(app, owner.organizationId, 'viewer');
  const phone = await logIn(viewer, `/projects/${projectId}/deployments/${id}`, { width: 390, height: 844 });
  await phone.see('Does what #1 says');
  await phone.page.evaluate(() => localStorage.setItem('pinbound-language', 'de'));
  await phone.open(`/projects/${projectId}/deployments/${id}`);
  await phone.see('Macht, was #1 sagt');
});
