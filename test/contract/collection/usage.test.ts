import { beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { countUsage } from '../../../src/resolvers/platform/quotas/count-usage.ts';
import { setPlan } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { click, createBatch, snapshot } from '../../support/collection.ts';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';

const FREE = 100_000;

const app = useTestApp();

interface Customer {
  user: TestUser;
  project: { id: string; projectKey: string };
}

async function newCustomer(): Promise<Customer> {
  const user = await registerUser(app);
  return { user, project: await createProject(app, user) };
}

let customer: Customer;
beforeEach(async () => {
  customer = await newCustomer();
});

const collect = ({ project }: Customer, members: object) =>
  rest(app, 'POST', '/v1/collect', { body: createBatch(project.projectKey, members) });
const clicks = (count: number) => Array.from({ length: count }, (_none, index) => click(Date.now() - index));
const use = ({ user }: Customer, events: number) =>
  inTransaction(app.services.pool, (sql) =>
    countUsage(sql, systemContext(app.services), user.organizationId, 'events', events),
  );

async function usedBy({ user }: Customer): Promise<number> {
  const path = `/billing/organizations/${user.organizationId}/usage`;
  return (await rest(app, 'GET', path, { token: user.token })).body.events.used;
}

async function storedOf({ project }: Customer): Promise<string[]> {
  const { rows } = await app.services.pool.query(
    'SELECT session_id AS id FROM collected_batches WHERE project_id = $1 ORDER BY 1',
    [project.id],
  );
  return rows.map(({ id }) => id);
}

test('counts events for the organization, without repeats and structures', async () => {
  const batch = { sessionId: 'a', timestamp: Date.now(), events: clicks(3) };
  await collect(customer, batch);
  await collect(customer, batch);
  await collect(customer, { sessionId: 'b', events: [], snapshot: snapshot() });
  const data = { url: 'https://shop.example/', sessionId: 'a', timestamp: Date.now() };
  const view = { projectKey: customer.project.projectKey, type: 'page_view', data };
  await Promise.all([1, 2].map(() => rest(app, 'POST', '/svc/event', { body: view })));
  expect(await usedBy(customer)).toBe(4);
  expect(await storedOf(customer)).toEqual(['a', 'a', 'b']);
});

test('concurrent batches fill a plan exactly; the rest is rejected completely, and other organizations are unaffected', async () => {
  const other = await newCustomer();
  await setPlan(app, customer.user.organizationId, 'free');
  await use(customer, FREE - 25);
  const responses = await Promise.all(
    Array.from({ length: 30 }, async (_none, index) => {
      const batch = { sessionId: String(index), events: clicks(2) };
      return Promise.all([collect(customer, batch), collect(other, batch)]);
    }),
  );
  const own = responses.map(([response]) => response);
  expect(own.filter(({ status }) => status === 202)).toHaveLength(12);
  const rejected = own.filter(({ status }) => status !== 202);
  expect(rejected).toHaveLength(18);
  for (const { status, body } of rejected) {
    const message = expect.stringMatching(
      /^events: 999\d\d of 100000 this month \(until .*\) are used on the plan Free, and this needs 2 more\. .*choose the plan team .* Existing data is kept$/,
    );
    expect({ status, body }).toEqual({ status: 403, body: errorBody(403, message) });
  }
  expect(await storedOf(customer)).toHaveLength(12);
  expect(await usedBy(customer)).toBe(FREE - 1);
  expect(responses.map(([, { status }]) => status)).toEqual(Array(30).fill(202));
  expect(await usedBy(other)).toBe(60);

  expect((await collect(customer, { sessionId: 'smaller', events: clicks(1) })).status).toBe(202);
  expect(await usedBy(customer)).toBe(FREE);
});

test('at the limit a repeat gets the first response, and a larger plan soon accepts more', async () => {
  await setPlan(app, customer.user.organizationId, 'free');
  await use(customer, FREE - 1);
  const last = { sessionId: 'last', timestamp: Date.now(), events: clicks(1) };
  expect((await collect(customer, last)).status).toBe(202);
  expect((await collect(customer, last)).body).toEqual({ accepted: 1 });
  expect((await collect(customer, { sessionId: 'more' })).status).toBe(403);
  expect(await usedBy(customer)).toBe(FREE);

  await setPlan(app, customer.user.organizationId, 'team');
  const more = async () => (await collect(customer, { sessionId: 'more' })).status;
  await expect.poll(more, { interval: 100 }).toBe(202);
  expect(await storedOf(customer)).toEqual(['last', 'more']);
});

test('does not count a batch that could not be committed', async () => {
  await app.services.pool.query(`CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P01'; END $$`);
  await app.services.pool.query(`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON collected_uncounted
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_commit()`);
  try {
    expect((await collect(customer, { sessionId: 'a' })).status).toBe(503);
  } finally {
    await app.services.pool.query('DROP TRIGGER refuse ON collected_uncounted; DROP FUNCTION refuse_commit');
  }
  expect(await usedBy(customer)).toBe(0);
  expect((await collect(customer, { sessionId: 'a' })).status).toBe(202);
  expect(await usedBy(customer)).toBe(1);
});
