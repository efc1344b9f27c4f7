// Cost: about 15 s, one browser and one service; pages are captured without a browser.
import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { advance } from '../support/deployments.ts';
import { registerMember } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';
import { createDeployedShop } from './support/deployed-shop.ts';
import { drawnShop, FIRST_LOOK } from './support/drawn-shop.ts';
import { inspect } from './support/inspect.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const FIXED_LOOK = { ...FIRST_LOOK, button: { text: 'Shop tableware', color: '#1f7a43' } };

test('a thread checks the page, and is resolved with what the check found', async () => {
  const { annotate, begin, owner, projectId } = await createDeployedShop(app);
  const { id } = await annotate('#button', 'The button should say “Shop tableware”.');
  await begin('3f9c2ab1e4d5c6b7a89900112233445566778890');
  await advance(app, await drawnShop(FIRST_LOOK));
  const dashboard = await logIn(owner, `/projects/${projectId}/comments/${id}`);
  const { page } = dashboard;
  const processing = async () => app.services.db.snapshot.count({ where: { projectId, status: 'processing' } });
  const check = async (look = FIRST_LOOK) => {
    await dashboard.click('button', 'Check now');
    await expect.poll(processing).toBe(1);
    await dashboard.see('Capturing the page…');
    await advance(app, await drawnShop(look));
  };
  await check();
  await dashboard.see('Looks as reported');
  await dashboard.seeNot('Resolve with this proof');
  await check(FIXED_LOOK);
  await dashboard.see('Does what the comment says');
  await page.waitForSelector('section[aria-label="Check the page"] figure:nth-of-type(2) img');
  await inspect(dashboard);
  await dashboard.click('button', 'Resolve with this proof');
  await expect
    .poll(async () => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body.status)
    .toBe('resolved');
  await advance(app, await drawnShop(FIXED_LOOK));
  await page.waitForSelector('section[aria-label=Proof] img');
  await dashboard.see('Resolved with this proof');
  await page.waitForSelector('[data-guard=active]');
  await dashboard.seeNot('Check now');
  expect(dashboard.problems).toEqual([]);

  const viewer = await registerMember(app, owner.organizationId, 'viewer');
  await rest(app, 'PUT', `/annotations/${id}/status`, { token: owner.token, body: { status: 'open' } });
  const reader = await logIn(viewer, `/projects/${projectId}/comments/${id}`);
  await reader.see('History of the element');
  await reader.seeNot('Check now');
});
