import { beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { inTransaction } from '../../src/infrastructure/database/transaction.ts';
import { claimDeliveries } from '../../src/resolvers/addons/deliveries/claim-deliveries.ts';
import { cancelPending } from '../../src/resolvers/addons/deliveries/delivery-transitions.ts';
import { recordAttempts } from '../../src/resolvers/addons/deliveries/record-attempts.ts';
import { registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook } from '../support/webhooks.ts';

const app = useTestApp();
let owner: TestUser;
beforeAll(async () => {
  owner = await registerUser(app);
  app.services.wakeDeliveries = () => undefined;
});

test('records an attempt that ends while its webhook is being disabled, without a deadlock', async () => {
  const { pool } = app.services;
  const ctx = systemContext(app.services);
  const { id } = await createWebhook(app, owner, { url: 'http://held.example' });
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, next_attempt_at, updated_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), 'comment.created', '{}', now(), now() FROM generate_series(1, 3)
     RETURNING id`,
    [id],
  );
  const claimed = (await claimDeliveries(ctx, [rows[0]?.id ?? id])).filter((delivery) => delivery !== undefined);
  expect(claimed).toHaveLength(1);
  const states = await inTransaction(pool, async (sql) => {
    await sql.query('UPDATE webhooks SET enabled = false WHERE id = $1', [id]);
    let ended = false;
    const written = recordAttempts(
      ctx,
      claimed.map((delivery) => ({
        delivery,
        outcome: 'retry',
        delay: 5_000,
        startedAt: new Date(),
        duration: 5,
        isGone: false,
        isAccessDenied: false,
        hasNoResponse: false,
      })),
    ).finally(() => {
      ended = true;
    });
    // The statement has ended, or has locked the delivery and waits for another lock.
    const free = 'SELECT FROM webhook_deliveries WHERE webhook_id = $1 FOR UPDATE SKIP LOCKED';
    await expect.poll(async () => ended || (await pool.query(free, [id])).rowCount !== 3, { interval: 5 }).toBe(true);
    const [results] = await Promise.all([written, cancelPending(sql, [id], 'disabled')]);
    return results.map((result) => result?.state);
  });
  expect(states).toEqual(['pending']);
  const { rows: left } = await pool.query(
    `SELECT state, attempt_count AS attempts, count(*)::int FROM webhook_deliveries WHERE webhook_id = $1 GROUP BY 1, 2 ORDER BY 2`,
    [id],
  );
  expect(left).toEqual([
    { state: 'cancelled', attempts: 0, count: 2 },
    { state: 'cancelled', attempts: 1, count: 1 },
  ]);
});
