import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { inTransaction } from '../../src/infrastructure/database/transaction.ts';
import { removeIntegrationsJob } from '../../src/jobs/scheduled-jobs.ts';
import { UNREACHABLE_TRACKER } from '../contract/support/integration-fixtures.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { createIntegration } from '../support/integrations.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** More than two batches. */
const MANY = 2_500;

let app: TestApp;
let owner: TestUser;
let projectId: string;
let removed: string;
let kept: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await registerUser(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
  removed = (await createIntegration(app, owner, projectId, UNREACHABLE_TRACKER)).id;
  kept = (await createIntegration(app, owner, projectId, UNREACHABLE_TRACKER)).id;
  await query(
    `INSERT INTO annotations (id, project_id, number, content, url, url_key, source, updated_at)
     SELECT gen_random_uuid(), $1, -n, 'c', 'https://shop.example/', 'https://shop.example', 'api', now()
       FROM generate_series(1, $2::int) n`,
    [projectId, MANY],
  );
  await query(
    `INSERT INTO external_issues (integration_id, annotation_id, external_id, key, url, state, place)
     SELECT i.id, a.id, number, '#' || number, 'https://tracker.example/' || number, 'open', 'https://tracker.example/'
       FROM annotations a, unnest($2::uuid[]) AS i(id) WHERE project_id = $1`,
    [projectId, [removed, kept]],
  );
  await query(
    `UPDATE annotations a SET external_issues = (SELECT jsonb_agg(jsonb_build_object('integrationId', integration_id))
       FROM external_issues WHERE annotation_id = a.id) WHERE project_id = $1`,
    [projectId],
  );
  await query(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, updated_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), 'comment.created', '{}', now() FROM generate_series(1, $2::int)`,
    [removed, MANY],
  );
});

const query = async (text: string, values: unknown[]) => (await app.services.pool.query(text, values)).rows;
const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const linked = async (id: string) =>
  (
    await query('SELECT FROM annotations WHERE project_id = $1 AND external_issues @> $2', [
      projectId,
      JSON.stringify([{ integrationId: id }]),
    ])
  ).length;
const runJob = () => removeIntegrationsJob.run(systemContext(app.services));

test('deletes an integration with many issues and their links; those of another stay', async () => {
  expect((await call('DELETE', `/integrations/${removed}`)).status).toBe(200);
  await runJob();
  expect([await linked(removed), await linked(kept)]).toEqual([0, MANY]);
  const left = await query(
    `SELECT FROM webhooks WHERE id = $1 UNION ALL SELECT FROM external_issues WHERE integration_id = $1
      UNION ALL SELECT FROM webhook_deliveries WHERE webhook_id = $1`,
    [removed],
  );
  expect(left).toEqual([]);
  const sizes = await query(
    `SELECT count(*)::int AS count FROM annotations WHERE project_id = $1 GROUP BY xmin ORDER BY 1`,
    [projectId],
  );
  expect(sizes.map(({ count }) => count)).toEqual([500, 1_000, 1_000]);
});

test('a deleted integration is not found while its links are being removed, and cannot be restored', async () => {
  const { removal } = await inTransaction(app.services.pool, async (holder) => {
    await holder.query('SELECT FROM annotations WHERE project_id = $1 FOR UPDATE', [projectId]);
    const pending = call('DELETE', `/integrations/${removed}`);
    await expect.poll(async () => (await call('GET', `/integrations/${removed}`)).status).toBe(404);
    expect((await call('PATCH', `/integrations/${removed}`, { enabled: true })).status).toBe(404);
    expect((await call('DELETE', `/integrations/${removed}`)).status).toBe(404);
    expect((await call('POST', `/integrations/${removed}/inbound`, {})).status).toBe(404);
    const { body } = await call('GET', `/integrations/project/${projectId}`);
    expect(JSON.stringify(body)).not.toContain(removed);
    expect(JSON.stringify(body)).toContain(kept);
    expect(await linked(removed)).toBe(MANY);
    return { removal: pending };
  });
  expect((await removal).status).toBe(200);
  await runJob();
  expect([await linked(removed), await linked(kept)]).toEqual([0, MANY]);
});
