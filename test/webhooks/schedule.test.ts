import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { claimDeliveries } from '../../src/resolvers/addons/deliveries/claim-deliveries.ts';
import { recordAttempts } from '../../src/resolvers/addons/deliveries/record-attempts.ts';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, PASSWORD, registerUser, type TestUser } from '../support/factories.ts';
import { type Receiver, type ReceiverHandler, startReceiver } from '../support/servers/receiver.ts';
import { type ClockedApp, startClockedApp } from '../support/test-clock.ts';
import { createWebhook, SECRET } from '../support/webhooks.ts';

/** Seconds before the attempts 2 to 5: the default of WEBHOOK_RETRY_DELAYS. */
const DELAYS = [300, 1_800, 7_200, 86_400];
const DELIVERIES = 30;

let app: ClockedApp;
let receiver: Receiver;
let respond: ReceiverHandler;

beforeAll(async () => {
  app = await startClockedApp();
  receiver = await startReceiver((request, response) => respond(request, response));
});
afterEach(async () => {
  await app.services.pool.query('DELETE FROM webhooks');
  receiver.requests.length = 0;
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const received = (count: number) => expect.poll(() => receiver.requests.length).toBe(count);

interface Row {
  id: string;
  state: string;
  attempts: number;
  /** Milliseconds from the end of the last attempt to the next. */
  wait: number | null;
}

/** Waits until no delivery is in flight, and returns them all. */
async function settled(): Promise<Row[]> {
  const read = async () => {
    const { rows } = await app.services.pool.query(
      `SELECT id, state, attempt_count AS attempts, lease_id IS NOT NULL AS leased,
              round(extract(epoch FROM next_attempt_at - updated_at) * 1000)::int8::float8 AS wait
         FROM webhook_deliveries ORDER BY id`,
    );
    return rows;
  };
  await expect.poll(async () => (await read()).some(({ leased }) => leased)).toBe(false);
  return read();
}

async function deliver(count: number): Promise<TestUser> {
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  await createWebhook(app, owner, { url: receiver.url });
  for (let made = 0; made < count; made += 1) await createAnnotation(app, owner, id);
  await received(count);
  return owner;
}

test('makes five attempts: immediately, then after 5 min, 30 min, 2 h and 24 h, each with up to 10 % jitter', async () => {
  respond = (_request, response) => response.writeHead(503).end();
  await deliver(DELIVERIES);
  let attempts = 1;
  for (const seconds of DELAYS) {
    const rows = await settled();
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['pending']));
    const waits = rows.map(({ wait }) => (wait ?? 0) / 1_000);
    const [shortest, longest] = [Math.min(...waits), Math.max(...waits)];
    expect(shortest).toBeGreaterThanOrEqual(seconds);
    expect(longest).toBeLessThanOrEqual(seconds * 1.1);
    // The chance that thirty values, spread evenly over 10 %, lie within 3 % is one in 10^14.
    expect(longest - shortest).toBeGreaterThan(seconds * 0.03);

    // The database's clock has advanced by less than this since the attempts ended.
    await app.advance(shortest - 60);
    expect(await app.sweep()).toEqual([]);
    await app.advance(longest - shortest + 60);
    expect(await app.sweep()).toHaveLength(DELIVERIES);
    attempts += 1;
    await received(attempts * DELIVERIES);
    for (const { headers, body } of receiver.requests.slice(-DELIVERIES)) {
      expect(headers['x-svc-attempt']).toBe(String(attempts));
      expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(5);
      expect(() => new Webhook(SECRET).verify(body, headers as Record<string, string>)).not.toThrow();
    }
  }
  for (const row of await settled()) expect(row).toMatchObject({ state: 'exhausted', attempts: 5, wait: null });
  await app.advance(29 * 86_400);
  expect(await app.sweep()).toEqual([]);
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([5 * DELIVERIES, DELIVERIES]);
});

test.each([
  ['shorter than the delay', '10', 300, 330],
  ['longer than the delay', '450', 450, 450],
  ['longer than twice the delay', '86400', 600, 600],
  ['a date', () => new Date(Date.now() + 500_000).toUTCString(), 499, 500],
  ['a date that has passed', () => new Date(Date.now() - 500_000).toUTCString(), 300, 330],
  ['nonsense', 'soon', 300, 330],
  ['negative', '-5', 300, 330],
])('honors Retry-After that is %s', async (_what, given, least, most) => {
  respond = (_request, response) => {
    response.writeHead(429, { 'retry-after': typeof given === 'string' ? given : given() }).end();
  };
  await deliver(1);
  const [row] = await settled();
  expect((row?.wait ?? 0) / 1_000).toBeGreaterThanOrEqual(least);
  expect((row?.wait ?? 0) / 1_000).toBeLessThanOrEqual(most);
});

test('a success ends the attempts', async () => {
  respond = (request, response) => response.writeHead(request.headers['x-svc-attempt'] === '3' ? 200 : 500).end();
  await deliver(1);
  for (const count of [2, 3]) {
    await settled();
    await app.advance(2_000);
    await app.sweep();
    await received(count);
  }
  expect(await settled()).toMatchObject([{ state: 'delivered', attempts: 3, wait: null }]);
});

test('the lease of a dead worker expires after half a minute; a late result changes nothing', async () => {
  respond = (request, response) => response.writeHead(request.headers['x-svc-attempt'] === '1' ? 500 : 200).end();
  await deliver(1);
  const [{ id } = { id: '' }] = await settled();
  await app.advance(400);
  const ctx = systemContext(app.services);
  const [claimed] = await claimDeliveries(ctx, [id]);
  if (!claimed) throw new Error('the delivery is due and has no lease');
  expect(await claimDeliveries(ctx, [id])).toEqual([undefined]);
  await app.advance(15);
  expect(await app.sweep()).toEqual([]);
  await app.advance(16);
  expect(await app.sweep()).toEqual([id]);
  await received(2);
  expect(await settled()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  const late = { delivery: claimed, outcome: 'exhausted', startedAt: new Date(), duration: 1, isGone: false } as const;
  expect(
    await recordAttempts(ctx, [{ ...late, hasNoResponse: false, isAccessDenied: false, error: 'too late' }]),
  ).toEqual([undefined]);
  expect(await settled()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test('redeliveries use up no scheduled attempt', async () => {
  respond = (_request, response) => response.writeHead(500).end();
  const owner = await deliver(1);
  const [{ id } = { id: '' }] = await settled();
  const { rows } = await app.services.pool.query('SELECT webhook_id AS id FROM webhook_deliveries');
  const webhook = `/v1/webhooks/${rows[0].id}`;
  const one = () => rest(app, 'POST', `${webhook}/deliveries/${id}/redeliver`, { token: owner.token });
  const body = { from: '2026-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
  const range = () => rest(app, 'POST', `${webhook}/redeliver`, { token: owner.token, body });
  let attempts = 1;
  for (const again of [one, range, range, one, range]) {
    expect((await again()).status).toBe(202);
    attempts += 1;
    await received(attempts);
    const [row] = await settled();
    expect(row).toMatchObject({ state: 'pending', attempts });
    // The delay restarts.
    expect((row?.wait ?? 0) / 1_000).toBeGreaterThanOrEqual(300);
    expect((row?.wait ?? 0) / 1_000).toBeLessThanOrEqual(330);
  }
  for (const seconds of DELAYS) {
    await app.advance(seconds * 1.1 + 1);
    await app.sweep();
    attempts += 1;
    await received(attempts);
    await settled();
  }
  expect(await settled()).toMatchObject([{ state: 'exhausted', attempts: 10, wait: null }]);
  // The access token has expired meanwhile.
  const { body: login } = await rest(app, 'POST', '/auth/login', { body: { email: owner.email, password: PASSWORD } });
  owner.token = login.accessToken;
  expect((await one()).status).toBe(202);
  await received(11);
  expect(await settled()).toMatchObject([{ state: 'exhausted', attempts: 11, wait: null }]);
  expect(receiver.requests.map(({ headers }) => headers['x-svc-attempt'])).toEqual(
    Array.from({ length: 11 }, (_, n) => String(n + 1)),
  );
});
