import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { newId } from '../../../src/infrastructure/database/ids.ts';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { assertWithinPlan } from '../../../src/resolvers/platform/quotas/assert-within-plan.ts';
import { countUsage, countUsages } from '../../../src/resolvers/platform/quotas/count-usage.ts';
import { PLANS } from '../../../src/resolvers/platform/quotas/plans.ts';
import { setPlan } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import type { TestApp } from '../../support/test-app.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { statementsOf } from '../support/sql-statements.ts';

const app = useTestApp();
const hosted = useTestApp({ env: { BILLING_DEFAULT_PLAN: 'free' } });
let owner: TestUser;
beforeEach(async () => {
  owner = await registerUser(app);
});
afterEach(() => {
  vi.useRealTimers();
});

let made = 0;
const newProject = (of: TestApp, user: TestUser, key?: string) =>
  rest(of, 'POST', '/projects', {
    token: user.token,
    headers: key === undefined ? {} : { 'idempotency-key': key },
    body: { organizationId: user.organizationId, name: 'Shop', slug: `shop-${++made}` },
  });
const usageOf = async (of: TestApp, user: TestUser) =>
  (await rest(of, 'GET', `/billing/organizations/${user.organizationId}/usage`, { token: user.token })).body;
const count = (n: number, organizationId = owner.organizationId) =>
  inTransaction(app.services.pool, (sql) => countUsage(sql, systemContext(app.services), organizationId, 'events', n));
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort();

describe('projects', () => {
  test('are unlimited and not serialized without a plan', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => newProject(app, owner)));
    expect(new Set(statuses(responses))).toEqual(new Set([201]));
    expect(await usageOf(app, owner)).toMatchObject({
      plan: 'self_hosted',
      projects: { used: 30, limit: null, resetsAt: null },
    });
    expect(await app.services.db.subscription.count({ where: { organizationId: owner.organizationId } })).toBe(0);
  });

  test.each(['with a row', 'without a row yet'])(
    'fill a plan exactly with 50 concurrent creates, %s',
    async (which) => {
      const of = which === 'with a row' ? app : hosted;
      const user = which === 'with a row' ? owner : await registerUser(hosted);
      if (of === app) await setPlan(app, user.organizationId, 'free');
      const responses = await Promise.all(Array.from({ length: 50 }, () => newProject(of, user)));
      const limit = PLANS.free.limits.projects;
      expect(statuses(responses)).toEqual([...Array(limit).fill(201), ...Array(50 - limit).fill(403)]);
      expect((await usageOf(of, user)).projects).toEqual({ used: limit, limit, resetsAt: null });
    },
  );

  test('report the usage and a remedy at the limit; deleting one permits another', async () => {
    await setPlan(app, owner.organizationId, 'free');
    const first = await newProject(app, owner);
    await newProject(app, owner);
    const { body } = await newProject(app, owner);
    expect(body).toEqual(
      errorBody(
        403,
        'projects: 2 of 2 are used on the plan Free, and this needs 1 more. An owner can choose the plan team or a ' +
          'larger one with PUT /billing/organizations/{organizationId}/subscription, or remove what is not needed. ' +
          'Existing data is kept',
      ),
    );
    await rest(app, 'DELETE', `/projects/${first.body.id}`, { token: owner.token });
    expect((await newProject(app, owner)).status).toBe(201);
  });

  test('do not consume an Idempotency-Key when rejected', async () => {
    await setPlan(app, owner.organizationId, 'free');
    for (let i = 0; i < 2; i++) await newProject(app, owner);
    expect((await newProject(app, owner, 'later')).status).toBe(403);
    await setPlan(app, owner.organizationId, 'team');
    expect((await newProject(app, owner, 'later')).status).toBe(201);
  });

  test('stay after a downgrade below the usage; only new ones are rejected', async () => {
    for (let i = 0; i < 4; i++) await newProject(app, owner);
    await setPlan(app, owner.organizationId, 'free');
    const list = await rest(app, 'GET', `/projects/organization/${owner.organizationId}`, { token: owner.token });
    expect(list.body).toHaveLength(4);
    const changed = await rest(app, 'PATCH', `/projects/${list.body[0].id}`, {
      token: owner.token,
      body: { name: 'Still mine' },
    });
    expect(changed.status).toBe(200);
    expect((await newProject(app, owner)).body.message).toMatch(/^projects: 4 of 2 are used on the plan Free/);
  });

  test('suggest no larger plan than the largest', async () => {
    await setPlan(app, owner.organizationId, 'business');
    await app.services.pool.query(
      `INSERT INTO projects (id, organization_id, name, slug, project_key, updated_at)
       SELECT gen_random_uuid(), $1::uuid, 'a', 'a-' || n, 'pk_' || $1::uuid::text || n, now() FROM generate_series(1, 200) AS n`,
      [owner.organizationId],
    );
    expect((await newProject(app, owner)).body.message).toMatch(/No available plan allows more; ask the operator/);
  });
});

describe('members', () => {
  const invite = (email: string) =>
    rest(app, 'POST', `/organizations/${owner.organizationId}/invitations`, {
      token: owner.token,
      body: { email, role: 'viewer' },
    });
  const REFUSAL = /^members: 3 of 3 are used on the plan Free, and this needs 1 more/;

  test('include open invitations until they are revoked', async () => {
    await setPlan(app, owner.organizationId, 'free');
    await registerMember(app, owner.organizationId, 'viewer');
    const { body: invitation } = await invite(`${randomUUID()}@example.com`);
    const rejected = await invite(`${randomUUID()}@example.com`);
    expect([rejected.status, rejected.body.message]).toEqual([403, expect.stringMatching(REFUSAL)]);
    const path = `/organizations/${owner.organizationId}/invitations/${invitation.id}`;
    expect((await rest(app, 'DELETE', path, { token: owner.token })).status).toBe(200);
    expect((await invite(`${randomUUID()}@example.com`)).status).toBe(201);
  });

  test('limit sending an expired invitation again', async () => {
    await setPlan(app, owner.organizationId, 'free');
    const { body: expired } = await invite(`${randomUUID()}@example.com`);
    const { body: open } = await invite(`${randomUUID()}@example.com`);
    const resend = ({ id }: { id: string }) =>
      rest(app, 'POST', `/organizations/${owner.organizationId}/invitations/${id}/resend`, { token: owner.token });
    await app.services.db.invitation.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
    const { body: another } = await invite(`${randomUUID()}@example.com`);
    const rejected = await resend(expired);
    expect([rejected.status, rejected.body.message]).toEqual([403, expect.stringMatching(REFUSAL)]);
    expect((await app.services.db.invitation.findUnique({ where: { id: expired.id } }))?.expiresAt).toEqual(
      new Date(0),
    );
    expect((await resend(open)).status).toBe(200);
    await rest(app, 'DELETE', `/organizations/${owner.organizationId}/invitations/${another.id}`, {
      token: owner.token,
    });
    expect((await resend(expired)).status).toBe(200);
  });

  test('limit imports: the rest is reported, as with projects', async () => {
    await setPlan(app, owner.organizationId, 'free');
    const { organizationId, token } = owner;
    const people = Array.from({ length: 4 }, () => ({ email: `${randomUUID()}@example.com`, role: 'viewer' }));
    const members = await rest(app, 'POST', '/v1/import/members', { token, body: { organizationId, members: people } });
    expect(members.body.data).toMatchObject({ imported: 2, failed: [{ index: 2 }, { index: 3 }] });
    expect(members.body.data.failed[0].message).toMatch(/^members: 1 of 3 are used on the plan Free, and this needs 3/);
    const sites = ['a', 'b', 'c'].map((name) => ({ name, url: `https://${name}.example/` }));
    const projects = await rest(app, 'POST', '/v1/import/projects', {
      token,
      body: { organizationId, projects: sites },
    });
    expect(projects.body.data).toMatchObject({ imported: 2, failed: [{ index: 2 }] });
    expect(projects.body.data.failed[0].message).toMatch(/^projects: 2 of 2 are used on the plan Free/);
  });

  test('report the current count', async () => {
    await setPlan(app, owner.organizationId, 'free');
    await registerMember(app, owner.organizationId, 'viewer');
    const assertMembers = (n: number) =>
      inTransaction(app.services.pool, (sql) =>
        assertWithinPlan(sql, systemContext(app.services), owner.organizationId, 'members', n),
      );
    await assertMembers(1);
    await expect(assertMembers(2)).rejects.toThrow(/^members: 2 of 3 are used on the plan Free, and this needs 2 more/);
  });
});

describe('monthly usage', () => {
  test('is exact and within the limit under 50 concurrent increments', async () => {
    await setPlan(app, owner.organizationId, 'free');
    await count(99_970);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => count(1)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    expect((await usageOf(app, owner)).events).toMatchObject({ used: 100_000, limit: 100_000 });
  });

  test('counts 50 concurrent increments without a limit, beyond 32 bits', async () => {
    await count(3_000_000_000);
    await Promise.all(Array.from({ length: 50 }, () => count(7)));
    expect((await usageOf(app, owner)).events).toMatchObject({ used: 3_000_000_350, limit: null });
  });

  test('does not count rolled back work', async () => {
    const failed = inTransaction(app.services.pool, async (sql) => {
      await countUsage(sql, systemContext(app.services), owner.organizationId, 'snapshots', 5);
      throw new Error('the snapshot was not written');
    });
    await expect(failed).rejects.toThrow('not written');
    expect((await usageOf(app, owner)).snapshots.used).toBe(0);
  });

  test('takes one statement, with a plan or without', async () => {
    const one = () => statementsOf(app, () => count(1));
    expect(await one()).toHaveLength(3);
    await setPlan(app, owner.organizationId, 'team');
    expect(await one()).toEqual(['BEGIN', expect.stringMatching(/^WITH asked/), 'COMMIT']);
  });

  test('rejects more than the limit of a month and reports when the next one begins', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2028-02-29T23:59:59.999Z') });
    await setPlan(app, owner.organizationId, 'free');
    await expect(count(100_001)).rejects.toThrow(
      'events: 0 of 100000 this month (until 2028-03-01T00:00:00.000Z) are used on the plan Free, and this needs ' +
        '100001 more. An owner can choose the plan team or a larger one with PUT ' +
        '/billing/organizations/{organizationId}/subscription, or wait for the next month. Existing data is kept',
    );
    await count(100_000);
    await expect(count(1)).rejects.toThrow(/^events: 100000 of 100000 this month/);
    vi.setSystemTime('2028-03-01T00:00:00.000Z');
    await count(1);
    const { token } = { token: await app.services.accessTokens.sign(owner.id) };
    expect(await usageOf(app, { ...owner, token })).toMatchObject({
      periodStart: '2028-03-01T00:00:00.000Z',
      periodEnd: '2028-04-01T00:00:00.000Z',
      events: { used: 1, resetsAt: '2028-04-01T00:00:00.000Z' },
      projects: { used: 0, limit: 2, resetsAt: null },
    });
  });

  test('counts a batch of many organizations, reports those over the limit, and does not deadlock', async () => {
    const full = await registerUser(app);
    await setPlan(app, full.organizationId, 'free');
    await count(100_000, full.organizationId);
    const batch = () =>
      inTransaction(app.services.pool, (sql) => {
        const counts: [string, number][] = [
          [owner.organizationId, 3],
          [full.organizationId, 2],
        ];
        if (Math.random() < 0.5) counts.reverse();
        return countUsages(sql, systemContext(app.services), 'events', new Map(counts));
      });
    const refusals = await Promise.all(Array.from({ length: 40 }, batch));
    for (const rejected of refusals) {
      expect([...rejected.keys()]).toEqual([full.organizationId]);
      expect(rejected.get(full.organizationId)).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringMatching(/^events: 100000 of/),
      });
    }
    expect((await usageOf(app, owner)).events.used).toBe(120);
    expect((await usageOf(app, full)).events.used).toBe(100_000);
  });

  test('counts nothing for a deleted organization', async () => {
    await expect(count(1, newId())).rejects.toThrow(/foreign key/);
  });
});

test('is shown to owners and admins only', async () => {
  const admin = await registerMember(app, owner.organizationId, 'admin');
  const editor = await registerMember(app, owner.organizationId, 'editor');
  const path = `/billing/organizations/${owner.organizationId}/usage`;
  const { body } = await rest(app, 'GET', path, { token: admin.token });
  expect(body).toStrictEqual({
    organizationId: owner.organizationId,
    plan: 'self_hosted',
    periodStart: expect.stringMatching(/-01T00:00:00\.000Z$/),
    periodEnd: expect.stringMatching(/-01T00:00:00\.000Z$/),
    projects: { used: 0, limit: null, resetsAt: null },
    members: { used: 3, limit: null, resetsAt: null },
    snapshots: { used: 0, limit: null, resetsAt: body.periodEnd },
    events: { used: 0, limit: null, resetsAt: body.periodEnd },
  });
  expect((await rest(app, 'GET', path, { token: editor.token })).status).toBe(403);
});
