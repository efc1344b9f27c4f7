import { beforeEach, expect, test } from 'vitest';
import { createMemoryRateLimitStore } from '../../../src/infrastructure/rate-limit-store/memory-store.ts';
import { createMetrics } from '../../../src/infrastructure/telemetry/metrics.ts';
import { HOUR_MS } from '../../../src/lib/durations.ts';
import { createHourlyQuota } from '../../../src/resolvers/platform/quotas/hourly-quota.ts';
import { rest } from '../../support/client.ts';
import { click, createBatch, snapshot, waitUntilCounted } from '../../support/collection.ts';
import { createProject, registerUser } from '../../support/factories.ts';
import { setHourlyUsage, waitForStableHour } from '../../support/hourly-quota.ts';
import { startTestApp } from '../../support/test-app.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const QUOTA = 1024 * 1024;
/** Bytes that a row counts in addition to its texts. */
const ROW = 512;
const ENV = { COLLECT_HOURLY_MIB: '1', TRUST_PROXY: '1' };

const app = useTestApp({ env: ENV });
const owner = useOwner(app);
let project: { id: string; projectKey: string };
beforeEach(async () => {
  project = await createProject(app, owner);
  await waitForStableHour();
});

const query = async (text: string, values: unknown[] = []) =>
  (await app.services.pool.query(text, [project.id, ...values])).rows;

/**
 * Sends a batch of one visitor.
 * @returns the member `accepted`
 */
async function collect(sessionId: string, members: object = {}, { ip = '192.0.2.1', of = app } = {}): Promise<number> {
  const { status, body } = await rest(of, 'POST', '/v1/collect', {
    headers: { 'x-forwarded-for': ip },
    body: createBatch(project.projectKey, { sessionId, ...members }),
  });
  expect(status).toBe(202);
  return body.accepted;
}

const stored = () =>
  query(
    'SELECT session_id AS session, url, user_agent AS agent, events FROM collected_batches WHERE project_id = $1 ORDER BY id',
  );
const sessions = async () => (await stored()).map(({ session }) => session);
const read = async (path: string) => (await rest(app, 'GET', path, { token: owner.token })).body;
const activity = async () => {
  await waitUntilCounted(app);
  const today = new Date().toISOString().slice(0, 10);
  const { data } = await read(`/v1/projects/${project.id}/activity?from=${today}`);
  return data[0];
};
const leftOut = async () => {
  const { values } = await app.services.metrics.visitorDataLeftOut.get();
  return Object.fromEntries(values.map(({ labels, value }) => [`${labels.kind} ${labels.reason}`, value]));
};

/** Reads the bytes that a stored batch counts. */
async function bytesOf(session: string): Promise<number> {
  const [row] = await query(
    `SELECT octet_length(events::text) + octet_length(url) + octet_length(user_agent) + 2 * octet_length(session_id) AS bytes
       FROM collected_batches WHERE project_id = $1 AND session_id = $2`,
    [session],
  );
  return ROW + row.bytes;
}

test('stores events up to the exact quota; beyond it they are only counted', async () => {
  const events = [click(1_790_000_000_000), click(1_790_000_000_001)];
  await collect('1st', { events });
  const bytes = await bytesOf('1st');
  project = await createProject(app, owner);
  await setHourlyUsage(app, project.id, 'events', QUOTA - bytes);
  const before = (await leftOut())['events all'] ?? 0;
  const eventQuota = app.services.collection.eventQuota;
  const full = await eventQuota.consume(project.id, '192.0.2.9', bytes + 1);
  const remainingMs = HOUR_MS - (Date.now() % HOUR_MS);
  expect(full).toBeGreaterThanOrEqual(remainingMs);
  expect(full).toBeLessThan(remainingMs + 30_000);
  expect(await collect('2nd', { events })).toBe(2);
  expect(await collect('3rd', { events })).toBe(2);
  expect(await sessions()).toEqual(['2nd', '']);
  expect((await leftOut())['events all']).toBe(before + 2);
  expect(await activity()).toMatchObject({ clicks: 4 });
});

test('counts a snapshot with the page states of its session', async () => {
  const events = [click(1_790_000_000_000)];
  await collect('plain', { events });
  const bytes = (await bytesOf('plain')) + ROW + 2 * 'plain'.length;
  for (const [left, accepted] of [
    [bytes, 2],
    [bytes - 1, 1],
  ] as const) {
    project = await createProject(app, owner);
    await setHourlyUsage(app, project.id, 'events', QUOTA - left);
    expect(await collect('other', { events, snapshot: snapshot() })).toBe(accepted);
  }
});

test('beyond the quota counts a batch once for its page and the plan, and stores nothing else', async () => {
  const used = async () => (await read(`/billing/organizations/${owner.organizationId}/usage`)).events.used;
  await collect('kept');
  await setHourlyUsage(app, project.id, 'events', QUOTA);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const before = await used();
  const events = [click(Date.now()), click(Date.now(), { elementMetadata: { selector: '#other' } })];
  const beyond = { timestamp: Date.now(), events, snapshot: snapshot() };
  expect(await collect('beyond', beyond)).toBe(2);
  expect(await collect('beyond', beyond)).toBe(2);
  expect(await collect('no events', { events: [], snapshot: snapshot() })).toBe(0);
  expect((await stored()).slice(1)).toEqual([{ session: '', url: '', agent: null, events: [] }]);
  expect(await used()).toBe(before + 2);
  expect(await activity()).toMatchObject({ clicks: 3 });
  const daily = await query('SELECT selector, clicks::int FROM collected_daily WHERE project_id = $1 ORDER BY 1');
  expect(daily).toEqual([
    { selector: '', clicks: 2 },
    { selector: '#buy', clicks: 1 },
  ]);
  expect(await query('SELECT FROM page_structures WHERE project_id = $1')).toEqual([]);
  const page = encodeURIComponent('https://shop.example/cart');
  const { data } = await read(`/v1/projects/${project.id}/click-map?url=${page}`);
  expect(data).toMatchObject({ clicks: 1, points: [{ clicks: 1 }] });
});

test('counts page events beyond the quota', async () => {
  await setHourlyUsage(app, project.id, 'events', QUOTA);
  const body = {
    projectKey: project.projectKey,
    type: 'page_view',
    data: { url: 'https://shop.example/cart', sessionId: 's' },
  };
  const { status, body: response } = await rest(app, 'POST', '/svc/event', { body });
  expect({ status, answer: response }).toEqual({ status: 202, answer: { accepted: 1 } });
  expect(await sessions()).toEqual(['']);
  expect(await activity()).toMatchObject({ views: 1 });
});

test('resets the quota every hour', async () => {
  await setHourlyUsage(app, project.id, 'events', QUOTA);
  await collect('full');
  await query("UPDATE hourly_bytes SET hour = hour - 1 WHERE project_id = $1 AND kind = 'events'");
  await expect
    .poll(
      async () => {
        await collect('an hour later');
        return sessions();
      },
      { interval: 300 },
    )
    .toContain('an hour later');
  const [row] = await query('SELECT bytes::int FROM hourly_bytes WHERE project_id = $1');
  expect(row.bytes).toBeLessThan(QUOTA / 2);
});

test('limits one network to exactly a quarter of the quota', async () => {
  const eventQuota = app.services.collection.eventQuota;
  const events = [click(1_790_000_000_000)];
  const before = (await leftOut())['events network'] ?? 0;
  await collect('a', { events }, { ip: '2001:db8::1' });
  const bytes = await bytesOf('a');
  await eventQuota.consume(project.id, '2001:db8::2', QUOTA / 4 - 2 * bytes);
  // Of IPv6, a /64 is one network.
  expect(await collect('b', { events }, { ip: '2001:db8::3' })).toBe(1);
  expect(await collect('c', { events }, { ip: '2001:db8::1' })).toBe(1);
  expect(await collect('d', { events }, { ip: '2001:db8:0:1::1' })).toBe(1);
  expect(await sessions()).toEqual(['a', 'b', '', 'd']);
  expect((await leftOut())['events network']).toBe(before + 1);
});

test("limits one network to a quarter of the plan's monthly events", async () => {
  const limited = await registerUser(app);
  const free = await createProject(app, limited);
  await app.services.pool.query(
    "INSERT INTO subscriptions (organization_id, plan, updated_at) VALUES ($1, 'free', now())",
    [limited.organizationId],
  );
  const send = (ip: string, batch: object) =>
    rest(app, 'POST', '/v1/collect', {
      headers: { 'x-forwarded-for': ip },
      body: createBatch(free.projectKey, batch),
    });
  const events = Array.from({ length: 1_000 }, (_, index) => click(1_790_000_000_000 + index));
  const sent = Array.from({ length: 25 }, (_, index) => send('2001:db8::1', { sessionId: `s${index}`, events }));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 202));
  const beyond = await send('2001:db8::2', { sessionId: 'beyond' });
  expect([beyond.status, beyond.body.message]).toEqual([
    403,
    expect.stringMatching(/^events: this network may send 25000 of the plan's 100000 events this month \(until .+\)/),
  ]);
  const body = { projectKey: free.projectKey, type: 'page_view', data: {} };
  const page = await rest(app, 'POST', '/svc/event', { headers: { 'x-forwarded-for': '2001:db8::3' }, body });
  expect(page.status).toBe(403);
  expect((await send('2001:db8:0:1::1', { sessionId: 'elsewhere' })).status).toBe(202);
});

test('shares the quota of a project between processes', async () => {
  const other = await startTestApp({ databaseUrl: app.databaseUrl, env: ENV });
  const eventQuota = app.services.collection.eventQuota;
  for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4']) {
    expect(await eventQuota.consume(project.id, ip, QUOTA / 4)).toBeUndefined();
  }
  // Known to the others with this process's next look.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await collect('here');
  await collect('there', {}, { of: other });
  expect(await sessions()).toEqual(['', '']);
  await other.close();
});

test('has no limit with 0', async () => {
  const free = await startTestApp({ databaseUrl: app.databaseUrl, env: { ...ENV, COLLECT_HOURLY_MIB: '0' } });
  await setHourlyUsage(app, project.id, 'events', 2 * QUOTA);
  await collect('free', {}, { of: free });
  expect(await sessions()).toEqual(['free']);
  await free.close();
});

test('logs once per hour and project', async () => {
  const lines: object[] = [];
  const eventQuota = createHourlyQuota({
    pool: app.services.pool,
    calls: createMemoryRateLimitStore(),
    metrics: createMetrics(),
    logger: { warn: (fields: object) => lines.push(fields) },
    kind: 'events',
    maxBytes: 1_000,
  });
  const [one, two] = [project.id, (await createProject(app, owner)).id];
  for (const id of [one, one, two]) expect(await eventQuota.consume(id, '192.0.2.1', 251)).toBeGreaterThan(0);
  const line = { kind: 'events', reason: 'network', maxBytes: 1_000, network: '192.0.2.1' };
  expect(lines).toEqual([
    { ...line, projectId: one },
    { ...line, projectId: two },
  ]);
});
