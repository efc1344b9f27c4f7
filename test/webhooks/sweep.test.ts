import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { sweepDeliveries } from '../../src/resolvers/addons/deliveries/sweep-deliveries.ts';
import { registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook } from '../support/webhooks.ts';

/** Deliveries of one run of the sweeper. */
const MOST = 10_000;

const app = useTestApp();
let owner: TestUser;
let told: { id: string; lane: string }[] = [];

beforeAll(async () => {
  owner = await registerUser(app);
  app.services.nudgeDeliveries = (deliveries) => told.push(...deliveries);
});
beforeEach(() => app.services.pool.query('DELETE FROM webhooks'));

const hostOf = (name: string) => `http://${name}.example`;
/** A webhook with so many deliveries that have been due for so many seconds. */
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
/** How many deliveries of each lane one run tells the queue of. */
async function sweep(): Promise<Record<string, number>> {
  told = [];
  await sweepDeliveries(systemContext(app.services));
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  const counts: Record<string, number> = {};
  for (const { lane } of told) counts[lane] = (counts[lane] ?? 0) + 1;
  return counts;
}

test('the backlog of one webhook holds up no other, and is worked off run by run', async () => {
  await webhookWith('behind', MOST + 1_500, 3_600);
  await webhookWith('other', 700, 1);
  await webhookWith('small', 1, 0);
  const first = await sweep();
  expect(first).toMatchObject({ [hostOf('other')]: 700, [hostOf('small')]: 1 });
  // What the others leave of the run is for it.
  expect(first[hostOf('behind')]).toBeGreaterThan(MOST / 2);
  const second = await sweep();
  expect(second).toEqual({ [hostOf('behind')]: MOST + 1_500 - (first[hostOf('behind')] ?? 0) });
  expect(await sweep()).toEqual({});
});

test('more webhooks than one batch has places each get theirs', async () => {
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

test('what is told is told again when the queue has lost it; what is not due, held, paused or disabled is left', async () => {
  const { pool } = app.services;
  const change = (id: string, values: string) =>
    pool.query(`UPDATE webhook_deliveries SET ${values} WHERE webhook_id = $1`, [id]);
  await change(await webhookWith('lost', 2, 60), `queued_at = now() - interval '21 seconds'`);
  await change(await webhookWith('told', 2, 60), `queued_at = now() - interval '10 seconds'`);
  await change(await webhookWith('later', 2, 60), `next_attempt_at = now() + interval '1 minute'`);
  await change(await webhookWith('held', 2, 60), `leased_until = now() + interval '10 seconds'`);
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
