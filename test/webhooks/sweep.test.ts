import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { sweepDeliveries } from '../../src/resolvers/addons/deliveries/sweep-deliveries.ts';
import { registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook } from '../support/webhooks.ts';

/** Maximum of one run of the sweeper. */
const MAX_DELIVERIES = 10_000;

const app = useTestApp();
let owner: TestUser;
let enqueued: { id: string; destination: string }[] = [];

beforeAll(async () => {
  owner = await registerUser(app);
  app.services.wakeDeliveries = (deliveries) => enqueued.push(...deliveries);
});
beforeEach(() => app.services.pool.query('DELETE FROM webhooks'));

const hostOf = (name: string) => `http://${name}.example`;
/** Creates a webhook with `count` deliveries that have been due for `dueFor` seconds. */
async function webhookWith(name: string, count: number, dueFor: number): Promise<string> {
  const { id } = await createWebhook(app, owner, { url: hostOf(name) });
  await app.services.pool.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, next_attempt_at, updated_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), 'comment.created', '{}', now() - $3 * interval '1 second', now()
       FROM generate_series(1, $2)`,
    [id, count, dueFor],
  );
  return id;
}
/** Runs the sweeper once, and counts the deliveries enqueued per destination. */
async function sweep(): Promise<Record<string, number>> {
  enqueued = [];
  await sweepDeliveries(systemContext(app.services));
  expect(new Set(enqueued.map(({ id }) => id)).size).toBe(enqueued.length);
  const counts: Record<string, number> = {};
  for (const { destination } of enqueued) counts[destination] = (counts[destination] ?? 0) + 1;
  return counts;
}

test('the backlog of one webhook delays no other and is enqueued run by run', async () => {
  await webhookWith('behind', MAX_DELIVERIES + 1_500, 3_600);
  await webhookWith('other', 700, 1);
  await webhookWith('small', 1, 0);
  const first = await sweep();
  expect(first).toMatchObject({ [hostOf('other')]: 700, [hostOf('small')]: 1 });
  // It gets the capacity that the others leave.
  expect(first[hostOf('behind')]).toBeGreaterThan(MAX_DELIVERIES / 2);
  const second = await sweep();
  expect(second).toEqual({ [hostOf('behind')]: MAX_DELIVERIES + 1_500 - (first[hostOf('behind')] ?? 0) });
  expect(await sweep()).toEqual({});
});

test('each webhook gets its share when there are more webhooks than one batch', async () => {
  await webhookWith('many', 1, 1);
  await app.services.pool.query(
    `WITH w AS (
       INSERT INTO webhooks (id, organization_id, url, host, events, secret, updated_at)
       SELECT gen_random_uuid(), organization_id, url, host, events, secret, now() FROM webhooks, generate_series(1, 1200)
       RETURNING id
     )
     INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, next_attempt_at, updated_at)
     SELECT gen_random_uuid(), w.id, gen_random_uuid(), 'comment.created', '{}', now(), now() FROM w, generate_series(1, 2)`,
  );
  expect(await sweep()).toEqual({ [hostOf('many')]: 2_401 });
});

test('enqueues again what the queue lost; skips what is not due, leased, paused or disabled', async () => {
  const { pool } = app.services;
  const change = (id: string, values: string) =>
    pool.query(`UPDATE webhook_deliveries SET ${values} WHERE webhook_id = $1`, [id]);
  await change(await webhookWith('lost', 2, 60), `queued_at = now() - interval '21 seconds'`);
  await change(await webhookWith('queued', 2, 60), `queued_at = now() - interval '10 seconds'`);
  await change(await webhookWith('later', 2, 60), `next_attempt_at = now() + interval '1 minute'`);
  await change(await webhookWith('leased', 2, 60), `leased_until = now() + interval '10 seconds'`);
  await change(
    await webhookWith('dropped', 2, 60),
    `leased_until = now() - interval '1 second', queued_at = now() - interval '1 minute'`,
  );
  await webhookWith('paused', 2, 60);
  await pool.query(
    `INSERT INTO webhook_hosts (host, failures, paused_until, updated_at) VALUES ($1, 10, now() + interval '1 minute', now())`,
    [hostOf('paused')],
  );
  await pool.query('UPDATE webhooks SET enabled = false WHERE id = $1', [await webhookWith('disabled', 2, 60)]);
  expect(await sweep()).toEqual({ [hostOf('lost')]: 2, [hostOf('dropped')]: 2 });
});

test('a delivery that is due now can be claimed at once', async () => {
  const { id } = await createWebhook(app, owner, { url: hostOf('now') });
  for (let time = 0; time < 20; time += 1) {
    const { rows } = await app.services.pool.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, next_attempt_at, updated_at)
       VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'comment.created', '{}', now(), now())
       RETURNING next_attempt_at <= now() AS due`,
      [id],
    );
    expect(rows).toEqual([{ due: true }]);
  }
});

test('times at which work is due keep microseconds', async () => {
  const { rows } = await app.services.pool.query(
    `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
      WHERE column_name IN ('due_at', 'mail_due_at', 'next_at', 'next_attempt_at', 'retry_at')
        AND table_name NOT IN ('invoices') AND datetime_precision < 6`,
  );
  expect(rows).toEqual([]);
});
