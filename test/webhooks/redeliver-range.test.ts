import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook } from '../support/webhooks.ts';

/** Maximum of one call. */
const MAX_DELIVERIES = 20_000;
const FROM = '2026-01-01T00:00:00Z';
const TO = '2026-01-31T00:00:00Z';

const app = useTestApp();
let owner: TestUser;
let webhookId: string;
let enqueued: string[] = [];

beforeAll(async () => {
  owner = await registerUser(app);
  app.services.wakeDeliveries = (deliveries) => enqueued.push(...deliveries.map(({ id }) => id));
});
beforeEach(async () => {
  enqueued = [];
  webhookId = (await createWebhook(app, owner, { url: 'http://receiver.example' })).id;
});

const have = (count: number, state: string, values: { next?: string; createdAt?: string } = {}) =>
  app.services.pool.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, state, attempt_count, next_attempt_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), 'comment.created', '{}', $3::"WebhookDeliveryState", 2,
            now() + $4::interval, coalesce($5::timestamptz, '${FROM}'::timestamptz + n * interval '1 second'), now()
       FROM generate_series(1, $2) AS n`,
    [webhookId, count, state, values.next, values.createdAt],
  );
const redeliver = async () =>
  (await rest(app, 'POST', `/v1/webhooks/${webhookId}/redeliver`, { token: owner.token, body: { from: FROM, to: TO } }))
    .body.data;

test('redelivers a range exactly once despite skewed clocks, and skips due deliveries', async () => {
  const { pool } = app.services;
  await have(2_500, 'exhausted');
  await have(300, 'cancelled', { createdAt: FROM });
  await have(200, 'exhausted', { createdAt: TO });
  await have(10, 'delivered');
  await have(10, 'pending', { next: '-1 second' });
  await have(10, 'pending', { next: '1 hour' });
  // Written by a process whose clock is behind.
  await pool.query(`UPDATE webhook_deliveries SET updated_at = now() - interval '1 day' WHERE webhook_id = $1`, [
    webhookId,
  ]);
  expect(await redeliver()).toEqual({ count: 3_010, hasMore: false });
  expect(new Set(enqueued).size).toBe(3_010);
  expect(enqueued).toHaveLength(3_010);
  expect(await redeliver()).toEqual({ count: 0, hasMore: false });
});

test('one call redelivers the 20 000 oldest and reports that more remain', async () => {
  await have(MAX_DELIVERIES, 'exhausted');
  await have(1, 'exhausted', { createdAt: TO });
  expect(await redeliver()).toEqual({ count: MAX_DELIVERIES, hasMore: true });
  expect(await redeliver()).toEqual({ count: 1, hasMore: false });
  expect(new Set(enqueued).size).toBe(MAX_DELIVERIES + 1);
});
