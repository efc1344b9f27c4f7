import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventConsumers } from '../../src/container/event-consumers.ts';
import { systemContext } from '../../src/context.ts';
import { createOutboundClient } from '../../src/infrastructure/outbound/client.ts';
import { relayEvents } from '../../src/resolvers/platform/events/relay-events.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { type Receiver, startRawReceiver, startReceiver } from '../support/servers/receiver.ts';
import { type ClockedApp, startClockedApp } from '../support/test-clock.ts';
import { createWebhook, writeEvents } from '../support/webhooks.ts';

/** A delivery that waits for another one arrives after the long deadline; no test waits for it. */
const [LONG_DEADLINE_MS, SHORT_DEADLINE_MS] = [60_000, 700];

let app: ClockedApp;
let owner: TestUser;
let projectId: string;
let well: Receiver;
const opened: Receiver[] = [];

beforeAll(async () => {
  app = await startClockedApp();
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
  well = await startReceiver();
  opened.push(well);
});
afterEach(async () => {
  app.services.outbound.close();
  await app.services.pool.query('DELETE FROM webhooks');
  await app.services.pool.query('DELETE FROM webhook_hosts');
  well.requests.length = 0;
});
afterAll(async () => {
  await app.close();
  for (const receiver of opened) await receiver.close();
});

const callWithin = (deadlineMs: number) => {
  app.services.outbound = createOutboundClient({ policy: 'open', deadlineMs });
};

/** Emits events at the same moment. */
async function emitEvents(count: number): Promise<void> {
  await writeEvents(app, { organizationId: owner.organizationId, projectId }, count);
  const ctx = systemContext(app.services);
  await relayEvents(ctx, eventConsumers(ctx));
}
const settled = async () => {
  const held = 'SELECT FROM webhook_deliveries WHERE lease_id IS NOT NULL';
  await expect.poll(async () => (await app.services.pool.query(held)).rowCount).toBe(0);
};

/** Starts a receiver that accepts connections, never responds, and counts the open ones. */
async function startSilentReceiver(): Promise<Receiver & { most(): number; open(): number }> {
  let [now, most] = [0, 0];
  const receiver = await startRawReceiver((socket) => {
    now += 1;
    most = Math.max(most, now);
    socket.on('close', () => {
      now -= 1;
    });
  });
  opened.push(receiver);
  return { ...receiver, most: () => most, open: () => now };
}

test('unresponsive receivers delay no other: each host has its own concurrency limit', async () => {
  callWithin(LONG_DEADLINE_MS);
  const dead = await Promise.all([startSilentReceiver(), startSilentReceiver(), startSilentReceiver()]);
  for (const { url } of [...dead, well]) await createWebhook(app, owner, { url });
  await emitEvents(60);
  // Everything arrives before the first unresponsive receiver times out.
  await expect.poll(() => well.requests.length, { timeout: LONG_DEADLINE_MS, interval: 10 }).toBe(60);
  for (const { most } of dead) expect(most()).toBeLessThanOrEqual(4);
});

test('ten timeouts pause a host for a minute, then one delivery probes it; a pause uses no attempts', async () => {
  callWithin(SHORT_DEADLINE_MS);
  const dead = await startSilentReceiver();
  await createWebhook(app, owner, { url: dead.url });
  await emitEvents(60);
  const paused = () => app.services.pool.query('SELECT FROM webhook_hosts WHERE paused_until IS NOT NULL');
  await expect.poll(async () => (await paused()).rowCount).toBe(1);
  await settled();
  const attempted = async () => {
    const { rows } = await app.services.pool.query(
      'SELECT count(*) FILTER (WHERE attempt_count > 0)::int AS tried, max(attempt_count) AS most FROM webhook_deliveries',
    );
    return rows[0];
  };
  const first = await attempted();
  expect(first.most).toBe(1);
  const counted = async () =>
    (await app.services.pool.query('SELECT failures FROM webhook_hosts WHERE host = $1', [dead.url])).rows;
  // The last timeout starts the pause that counts.
  await expect.poll(counted).toEqual([{ failures: first.tried }]);
  // Only those that were in flight when the tenth failed.
  expect(first.tried).toBeLessThanOrEqual(10 + 4);
  await app.advance(50);
  expect(await app.sweep()).toEqual([]);
  await app.advance(11);
  await app.sweep();
  await expect.poll(async () => (await attempted()).tried).toBeGreaterThan(first.tried);
  await settled();
  const { tried } = await attempted();
  expect(tried).toBe(first.tried + 1);
  await expect.poll(counted).toEqual([{ failures: tried }]);

  // When it responds again, all others follow. The long deadline tolerates a busy machine.
  callWithin(LONG_DEADLINE_MS);
  await dead.close();
  const back = await startReceiver(undefined, { port: dead.port });
  opened.push(back);
  await app.advance(61);
  await app.sweep();
  const waiting = 60 - tried;
  await expect.poll(() => back.requests.length).toBe(waiting);
  expect(new Set(back.requests.map(({ headers }) => headers['x-svc-attempt']))).toEqual(new Set(['1']));
  await settled();
  expect(await counted()).toEqual([]);
});

test('a host that responds with errors is not paused: it is reachable', async () => {
  callWithin(SHORT_DEADLINE_MS);
  const failing = await startReceiver((_request, response) => response.writeHead(500).end());
  opened.push(failing);
  await createWebhook(app, owner, { url: failing.url });
  await emitEvents(30);
  await expect.poll(() => failing.requests.length).toBe(30);
  await settled();
});
