import { beforeEach, expect, test } from 'vitest';
import { toBatchRow } from '../../../src/resolvers/addons/collection/batch-row.ts';
import { createGroupStore } from '../../../src/resolvers/addons/collection/group-store.ts';
import { makePartitions } from '../../../src/resolvers/addons/collection/partitions.ts';
import { readStructure } from '../../../src/resolvers/addons/collection/structures/read-structure.ts';
import type { CollectedBatch } from '../../../src/types/collection.ts';
import { setPlan } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { click, snapshot, waitUntilCounted } from '../../support/collection.ts';
import { createProject, registerUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();

interface Customer {
  token: string;
  organizationId: string;
  projectId: string;
}

async function newCustomer(): Promise<Customer> {
  const user = await registerUser(app);
  const { id: projectId } = await createProject(app, user);
  return { token: user.token, organizationId: user.organizationId, projectId };
}

let customer: Customer;
let store: ReturnType<typeof createGroupStore>;
let clock: number;
beforeEach(async () => {
  await waitUntilCounted(app);
  customer = await newCustomer();
  clock = 0;
  store = createGroupStore(app.services.pool, app, () => clock);
  await makePartitions(app.services.pool, [batch('any').day]);
});

const SENT_AT = Date.now();

/** Creates a batch of three clicks. */
function batch(sessionId: string, { page = 'a', of = customer, structure = false } = {}): CollectedBatch {
  const events = [1, 2, 3].map(() => click(SENT_AT));
  return toBatchRow(
    {
      project: { id: of.projectId, organizationId: of.organizationId },
      sessionId,
      url: `https://shop.example/${page}`,
      userAgent: null,
      sentAt: SENT_AT,
      events,
      json: JSON.stringify(events),
      structure: structure ? readStructure(snapshot()) : null,
    },
    30,
  );
}

async function found({ projectId, organizationId }: Customer) {
  const { rows } = await app.services.pool.query(
    `SELECT (SELECT array_agg(session_id ORDER BY session_id) FROM collected_batches WHERE project_id = $1) AS stored,
            (SELECT count(*)::int FROM collected_uncounted WHERE project_id = $1) AS waiting,
            (SELECT sum(used)::int FROM usage_counters WHERE organization_id = $2) AS used`,
    [projectId, organizationId],
  );
  return rows[0];
}

async function clicksOf({ projectId }: Customer): Promise<Record<string, number>> {
  await waitUntilCounted(app);
  const { rows } = await app.services.pool.query<{ url: string; clicks: number }>(
    `SELECT p.url, sum(d.clicks)::int AS clicks FROM collected_daily d
       JOIN collected_pages p ON p.project_id = d.project_id AND p.id = d.page_id WHERE d.project_id = $1 GROUP BY 1`,
    [projectId],
  );
  return Object.fromEntries(rows.map(({ url, clicks }) => [url.slice(-1), clicks]));
}

test('stores one entry per page of a new group for counting, and counts each batch', async () => {
  const group = [batch('1'), batch('2'), batch('3', { page: 'b' }), batch('4'), batch('5', { structure: true })];
  expect(await store(group)).toEqual({ orphaned: new Map(), overQuota: new Map() });
  expect(await found(customer)).toEqual({ stored: ['1', '2', '3', '4', '5'], waiting: 3, used: 15 });
  expect(await clicksOf(customer)).toEqual({ a: 12, b: 3 });
});

test.each([false, true])('stores a group without its repeat, with a structure: %s', async (structure) => {
  await store([batch('1')]);
  expect(await store([batch('1'), batch('2'), batch('3', { structure }), batch('3', { structure })])).toEqual({
    orphaned: new Map(),
    overQuota: new Map(),
  });
  expect(await found(customer)).toEqual({ stored: ['1', '2', '3'], waiting: 3, used: 9 });
  expect(await clicksOf(customer)).toEqual({ a: 9 });
});

test('stores batches individually for a second after a group had to be retried', async () => {
  await store([batch('1'), batch('1')]);
  clock = 999;
  await store([batch('2'), batch('3')]);
  expect(await found(customer)).toMatchObject({ stored: ['1', '2', '3'], waiting: 3 });
  clock = 1_000;
  await store([batch('4'), batch('5')]);
  expect(await found(customer)).toEqual({ stored: ['1', '2', '3', '4', '5'], waiting: 4, used: 15 });
});

test('rejects a batch of a deleted project and stores the rest of its group', async () => {
  const gone = await newCustomer();
  await rest(app, 'DELETE', `/projects/${gone.projectId}`, { token: gone.token });
  const late = batch('late', { of: gone });
  const { orphaned: rejected } = await store([batch('1'), late, batch('2')]);
  expect([...rejected.keys()]).toEqual([late]);
  expect(await found(customer)).toEqual({ stored: ['1', '2'], waiting: 2, used: 6 });
  expect(await found(gone)).toEqual({ stored: null, waiting: 0, used: null });
});

test('rejects a group that exceeds a plan and names the organization', async () => {
  const small = await newCustomer();
  await setPlan(app, small.organizationId, 'free');
  await app.services.pool.query(
    `INSERT INTO usage_counters (organization_id, metric, period_start, used)
     VALUES ($1, 'events', date_trunc('month', now() AT TIME ZONE 'UTC'), 99998)`,
    [small.organizationId],
  );
  const { overQuota: full } = await store([batch('1'), batch('2', { of: small }), batch('3', { structure: true })]);
  expect([...full.keys()]).toEqual([small.organizationId]);
  expect(await found(customer)).toEqual({ stored: null, waiting: 0, used: null });
  expect(await found(small)).toEqual({ stored: null, waiting: 0, used: 99_998 });
});
