import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { toBatchRow } from '../../../src/resolvers/addons/collection/batch-row.ts';
import { countBatches } from '../../../src/resolvers/addons/collection/count-batches.ts';
import { maintainCollected } from '../../../src/resolvers/addons/collection/maintain-collected.ts';
import { dropPartitions, makePartitions } from '../../../src/resolvers/addons/collection/partitions.ts';
import { storeBatches } from '../../../src/resolvers/addons/collection/store-batches.ts';
import { purgeExpired } from '../../../src/resolvers/addons/retention/purge-expired.ts';
import { rest } from '../../support/client.ts';
import { click, createBatch, snapshot, waitUntilCounted } from '../../support/collection.ts';
import { createProject, registerUser } from '../../support/factories.ts';
import { startTcpProxy } from '../../support/servers/tcp-proxy.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { useOwner, useProject } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const DAY_MS = 86_400_000;

const app = useTestApp();
const owner = useOwner(app);
const project = useProject(app, owner);

const collect = (target: Pick<TestApp, 'url'>, members: object = {}) =>
  rest(target, 'POST', '/v1/collect', { body: createBatch(project.projectKey, members) });

async function partitions(): Promise<string[]> {
  const { rows } = await app.services.pool.query(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'collected_batches'::regclass ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

const partition = (ms: number) => `collected_batches_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function storedSessions(): Promise<string[]> {
  const { rows } = await app.services.pool.query('SELECT session_id AS id FROM collected_batches ORDER BY 1');
  return rows.map(({ id }) => id);
}

test('creates partitions on demand, in advance, and concurrently', async () => {
  expect(await partitions()).toEqual([]);
  const now = Date.now();
  expect((await collect(app, { sessionId: 'first' })).status).toBe(202);
  expect(await partitions()).toEqual([partition(now)]);
  const days = [1, 2, 3].map((ahead) => new Date(now + ahead * DAY_MS).toISOString().slice(0, 10));
  await Promise.all(Array.from({ length: 5 }, () => makePartitions(app.services.pool, days)));
  await maintainCollected(app.services.pool, 30);
  expect(await partitions()).toEqual([0, 1, 2, 3].map((ahead) => partition(now + ahead * DAY_MS)));
});

test('creates a partition again that was dropped while the service runs', async () => {
  await dropPartitions(app.services.pool, '9999-01-01');
  expect(await partitions()).toEqual([]);
  const responses = await Promise.all(['a', 'b', 'c'].map((sessionId) => collect(app, { sessionId })));
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(await storedSessions()).toEqual(['a', 'b', 'c']);
});

test('drops old partitions and keeps daily counts and the newest structure of a page', async () => {
  const old = Date.now() - 20 * DAY_MS;
  await collect(app, { sessionId: 'old', timestamp: old, events: [click(old)], snapshot: snapshot('old') });
  await collect(app, { sessionId: 'older page', timestamp: old, snapshot: snapshot('new') });
  await waitUntilCounted(app);
  const { pool } = app.services;
  await pool.query("UPDATE page_sightings SET last_seen_at = last_seen_at - interval '20 days'");
  await pool.query("UPDATE page_session_structures SET seen_at = seen_at - interval '20 days'");
  await pool.query("UPDATE page_structures SET told_at = told_at - interval '20 days'");
  const counted = async () =>
    (await pool.query('SELECT sum(clicks)::int AS clicks FROM collected_daily')).rows[0].clicks;
  const before = await counted();
  expect(await partitions()).toContain(partition(old));
  await maintainCollected(pool, 30);
  expect(await partitions()).toContain(partition(old));
  await maintainCollected(pool, 10);
  expect(await partitions()).not.toContain(partition(old));
  expect(await counted()).toBe(before);
  expect((await pool.query('SELECT 1 FROM page_structures')).rows).toHaveLength(1);
});

test('recognizes a repeat with a wrong clock after midnight', async () => {
  const { pool } = app.services;
  const { rows } = await pool.query('SELECT id, organization_id AS "organizationId" FROM projects WHERE id = $1', [
    project.id,
  ]);
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const events = [click(0)];
  const sent = { project: rows[0], sessionId: 'far off', url: 'https://shop.example/', userAgent: null, sentAt: 1_000 };
  const batchAt = (now: number) =>
    toBatchRow({ ...sent, events, json: JSON.stringify(events), structure: null }, 30, now);
  for (const batch of [batchAt(midnight - 1_000), batchAt(midnight + 1_000)]) {
    await makePartitions(pool, [batch.day]);
    await storeBatches(pool, [batch], async () => new Map());
  }
  expect((await storedSessions()).filter((id) => id === 'far off')).toHaveLength(1);
});

test('counts what a previous process stored and did not count', async () => {
  const { pool } = app.services;
  await collect(app, { sessionId: 'left behind' });
  await waitUntilCounted(app);
  const { rows } = await pool.query("SELECT id, received_at FROM collected_batches WHERE session_id = 'left behind'");
  const total = async () => (await pool.query('SELECT sum(clicks)::int AS clicks FROM collected_daily')).rows[0].clicks;
  const before = await total();
  const counts = JSON.stringify([{ day: '2026-01-01', selector: '#x', views: 0, clicks: 5, hovers: 0, inputs: 0 }]);
  await pool.query(
    `INSERT INTO collected_uncounted (batch_id, project_id, session_id, page_id, url, received_at, counts)
     VALUES ($1, $2, 's', $1, 'https://shop.example', $3, $4)`,
    [rows[0].id, project.id, rows[0].received_at, counts],
  );
  await Promise.all([waitUntilCounted(app), waitUntilCounted(app), waitUntilCounted(app)]);
  expect(await total()).toBe(before + 5);
});

test('counts a backlog in runs of some MiB', async () => {
  // Where nothing is collected, nobody else counts.
  const idle = await startTestApp();
  const { pool } = idle.services;
  const waitedFor = await createProject(idle, await registerUser(idle));
  const changes = JSON.stringify({ base: 1, elements: [{ tag: 'p', text: 'x'.repeat(1024 * 1024) }], removed: [] });
  await pool.query(
    `INSERT INTO collected_uncounted (batch_id, project_id, session_id, page_id, url, received_at, counts, changes)
     SELECT gen_random_uuid(), $1, 'backlog', gen_random_uuid(), 'https://shop.example', now(), '[]', $2 FROM generate_series(1, 20)`,
    [waitedFor.id, changes],
  );
  let runs = 0;
  const observed = {
    connect: () => {
      runs += 1;
      return pool.connect();
    },
  };
  expect(await countBatches(observed as typeof pool)).toBe(20);
  expect(runs).toBe(3);
  await idle.close();
});

test('deletes collected data with its project, regardless of the retention', async () => {
  const { pool } = app.services;
  const gone = await createProject(app, owner);
  expect((await collect(app, { projectKey: gone.projectKey, sessionId: 'gone' })).status).toBe(202);
  await rest(app, 'DELETE', `/projects/${gone.id}`, { token: owner.token });
  await purgeExpired(systemContext(app.services));
  expect(await storedSessions()).toContain('gone');
  await pool.query("UPDATE projects SET deleted_at = now() - interval '31 days' WHERE id = $1", [gone.id]);
  await purgeExpired(systemContext(app.services));
  expect(await storedSessions()).not.toContain('gone');
  expect((await pool.query('SELECT FROM projects WHERE id = $1', [gone.id])).rowCount).toBe(0);
});

test('returns 503 with Retry-After while the database is unavailable, stores nothing partially, and then everything once', async () => {
  const proxy = await startTcpProxy(app.databaseUrl);
  const behind = await startTestApp({ databaseUrl: proxy.url, env: { COLLECT_HOURLY_MIB: '1' } });
  try {
    expect((await collect(behind, { sessionId: 'before' })).status).toBe(202);
    const bodies = Array.from({ length: 20 }, (_none, i) =>
      createBatch(project.projectKey, { sessionId: `away ${i}` }),
    );
    const send = () => Promise.all(bodies.map((body) => rest(behind, 'POST', '/v1/collect', { body })));
    proxy.cut();
    for (const { status, headers, body } of await send()) {
      expect([status, headers.get('retry-after'), body.error]).toEqual([503, '2', 'Service Unavailable']);
    }
    expect((await storedSessions()).filter((id) => id.startsWith('away'))).toEqual([]);
    const settings = await rest(behind, 'GET', `/v1/collect/${randomUUID()}/settings`);
    expect([settings.status, settings.headers.get('retry-after')]).toEqual([503, '2']);
    proxy.restore();
    proxy.freeze();
    const frozen = await send();
    expect(new Set(frozen.map(({ status }) => status))).toEqual(new Set([503]));
    proxy.restore();
    await expect.poll(async () => (await send()).every(({ status }) => status === 202)).toBe(true);
    expect((await storedSessions()).filter((id) => id.startsWith('away'))).toHaveLength(20);
  } finally {
    await behind.close();
    await proxy.close();
  }
});

test('limits each project key across senders', async () => {
  const limited = await startTestApp({
    databaseUrl: app.databaseUrl,
    env: { RATE_LIMIT_COLLECT: '3', RATE_LIMIT_IP: '1' },
  });
  try {
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await collect(limited, { sessionId: `limit ${i}` })).status);
    expect(statuses).toEqual([202, 202, 202, 429, 429]);
    const rejected = await collect(limited);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rejected.headers.get('ratelimit-limit')).toBe('3');
    const other = await createProject(app, owner);
    const body = createBatch(other.projectKey);
    expect((await rest(limited, 'POST', '/v1/collect', { body })).status).toBe(202);
  } finally {
    await limited.close();
  }
});
