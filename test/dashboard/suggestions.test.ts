// Cost: about 20 s, one browser and one service; deployments run without a browser of their own.
import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';
import { createDeployedShop } from './support/deployed-shop.ts';
import { inspect } from './support/inspect.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const SUGGEST = `INSERT INTO verdict_suggestions (verdict_id, effect, reason, model)
  SELECT id, 'does_it', 'It is green and says what is sold.', 'small-model' FROM deployment_verdicts WHERE annotation_id = $1`;

test('the suggestion of a model is marked in report and thread, and approves nothing', async () => {
  const { annotate, owner, projectId, runAll } = await createDeployedShop(app);
  const { id } = await annotate('#button', 'A friendlier button, please');
  const deploymentId = await runAll();
  await app.services.pool.query(SUGGEST, [id]);
  const dashboard = await logIn(owner, `/projects/${projectId}/deployments/${deploymentId}`);
  const { page } = dashboard;
  const suggestion = 'A model suggests: it does this. It is green and says what is sold.';
  await page.waitForSelector(`[data-item="${id}"] ::-p-text(${suggestion})`);
  // It stays with those that a person judges: nothing is resolved in one step.
  await page.waitForSelector(`[data-item="${id}"] [data-group=judge]`);
  await dashboard.seeNot('Approve and resolve 1');
  await inspect(dashboard);
  await dashboard.open(`/projects/${projectId}/comments/${id}`);
  await dashboard.see(suggestion);
  await inspect(dashboard);
  expect((await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body.status).toBe('open');
  expect(dashboard.problems).toEqual([]);
});

test('a thread names one time for a picture, and no picture from before as the one of now', async () => {
  const { annotate, owner, projectId, runAll } = await createDeployedShop(app);
  const { id } = await annotate('#badge', 'What is new?');
  await runAll();
  // Pages of long captures are ordered minutes before they are completed, all in one minute.
  await app.services.pool.query(`UPDATE snapshots SET created_at = now() - interval '5 minutes'`);
  const dashboard = await logIn(owner, `/projects/${projectId}/comments/${id}`);
  await dashboard.page.waitForSelector('figcaption ::-p-text(Last seen)');
  const places = async () =>
    new Set((await dashboard.page.evaluate(() => document.body.innerText)).match(/Not on the picture of .+/g));
  await expect.poll(async () => (await places()).size).toBe(1);
  await dashboard.see('Staging · 390 px');
  expect((await places()).size).toBe(1);
  expect(dashboard.problems).toEqual([]);
});
