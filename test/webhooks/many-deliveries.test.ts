import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { findChangedDeliveries } from '../../src/resolvers/addons/deliveries/delivery-updates.ts';
import { disableAfterDenials } from '../../src/resolvers/addons/integrations/disable-integration.ts';
import { type IntegrationRow, withHealth } from '../../src/resolvers/addons/integrations/integration.ts';
import { listDeliveries } from '../../src/resolvers/addons/webhooks/list-deliveries.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook } from '../support/webhooks.ts';

/** Deliveries of one webhook. The newest is one second old; each older one is one minute older. */
const DELIVERIES = 20_000;

const app = useTestApp();
let owner: TestUser;
let webhookId: string;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  webhookId = (await createWebhook(app, owner, { url: 'http://receiver.example' })).id;
  projectId = (await createProject(app, owner)).id;
  const { pool } = app.services;
  await pool.query(
    `WITH d AS (
       INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, state, attempt_count, response_status, created_at, updated_at, delivered_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'comment.created', '{}', 'delivered', 1, 200, t, t, t
         FROM generate_series(1, $2) AS n, LATERAL (SELECT now() - interval '1 second' - (n - 1) * interval '1 minute') AS at(t)
       RETURNING id, updated_at
     )
     INSERT INTO webhook_attempts (delivery_id, number, started_at, duration, response_status) SELECT id, 1, updated_at, 5, 200 FROM d`,
    [webhookId, DELIVERIES],
  );
  await pool.query('ANALYZE webhook_deliveries, webhook_attempts');
});

/** Counts the 8 KiB pages that each statement of `work` reads. */
async function pagesRead(work: (pool: pg.Pool) => Promise<unknown>): Promise<number[]> {
  const { pool } = app.services;
  const pages: number[] = [];
  const query = async (statement: string | pg.QueryConfig, given: unknown[]) => {
    const { text, values } = typeof statement === 'string' ? { text: statement, values: given } : statement;
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    const { Plan } = rows[0]['QUERY PLAN'][0];
    pages.push(Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']);
    return pool.query(text, values);
  };
  await work({ query } as unknown as pg.Pool);
  return pages;
}

test.each<[what: string, work: (pool: pg.Pool) => Promise<unknown>]>([
  ['the health of an integration', (pool) => withHealth(pool, [{ id: webhookId } as IntegrationRow])],
  [
    'whether the last attempts were rejected',
    (pool) => disableAfterDenials(systemContext({ ...app.services, pool }), webhookId),
  ],
  ['recent changes', (pool) => findChangedDeliveries(pool, new Date(), [webhookId])],
])('finds %s without reading all deliveries of a month', async (_what, work) => {
  const pages = await pagesRead(work);
  expect(pages).toHaveLength(1);
  expect(Math.max(...pages)).toBeLessThan(100);
});

test('counts and lists the deliveries in a state without reading those in other states', async () => {
  const actor = { kind: 'user', userId: owner.id, tokenGeneration: 0, expiresAt: Date.now() + 60_000 } as const;
  const pages = await pagesRead((pool) =>
    listDeliveries({ ...systemContext({ ...app.services, pool }), actor }, webhookId, { state: 'exhausted' }),
  );
  // One statement checks the rights.
  expect(pages).toHaveLength(3);
  expect(Math.max(...pages)).toBeLessThan(100);
});

test('the last attempts belong to the deliveries that changed last', async () => {
  const { pool } = app.services;
  const isEnabled = async () => (await app.services.db.webhook.findUnique({ where: { id: webhookId } }))?.enabled;
  const reject = (n: number) =>
    pool.query(
      `WITH d AS (
         UPDATE webhook_deliveries SET attempt_count = 2, updated_at = now()
          WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND attempt_count = 1 ORDER BY created_at LIMIT $2)
         RETURNING id
       )
       INSERT INTO webhook_attempts (delivery_id, number, started_at, duration, response_status) SELECT id, 2, now(), 5, 410 FROM d`,
      [webhookId, n],
    );
  await pool.query(
    `INSERT INTO integrations (id, project_id, provider, name, settings, notify, credential_hint, updated_at)
     VALUES ($1, $2, 'slack', 'Channel', '{}', '{}', 'x', now())`,
    [webhookId, projectId],
  );
  await reject(4);
  await disableAfterDenials(systemContext(app.services), webhookId);
  expect(await isEnabled()).toBe(true);
  await reject(1);
  await disableAfterDenials(systemContext(app.services), webhookId);
  expect(await isEnabled()).toBe(false);
});
