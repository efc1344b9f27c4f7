import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { renewSubscriptions } from '../../../src/resolvers/addons/billing/renew-subscriptions.ts';
import { rest } from '../../support/client.ts';
import { registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';

const app = useTestApp();
const hosted = useTestApp({ env: { BILLING_DEFAULT_PLAN: 'free' } });
let owner: TestUser;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-31T12:00:00.000Z') });
  owner = await registerUser(app);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Goes on to another time, where access tokens of before have expired. */
async function goTo(time: string): Promise<void> {
  vi.setSystemTime(time);
  owner.token = await app.services.accessTokens.sign(owner.id);
}

const path = () => `/billing/organizations/${owner.organizationId}`;
const call = (method: string, tail: string, body?: object) =>
  rest(app, method, path() + tail, { token: owner.token, body });
const choose = (plan: string) => call('PUT', '/subscription', { plan });
const invoices = async () => (await call('GET', '/invoices')).body;
const renew = () => renewSubscriptions(systemContext(app.services));

const AT_FIRST = {
  plan: 'self_hosted',
  pendingPlan: null,
  status: 'active',
  provider: 'manual',
  currentPeriodStart: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
};
const FIRST_MONTH = {
  currentPeriodStart: '2027-01-31T12:00:00.000Z',
  currentPeriodEnd: '2027-02-28T12:00:00.000Z',
};

test('the plans are public, with limits and prices', async () => {
  const { status, body } = await rest(app, 'GET', '/billing/plans');
  expect(status).toBe(200);
  expect(body.map(({ id }: { id: string }) => id)).toEqual(['self_hosted', 'free', 'team', 'business']);
  expect(body[0]).toStrictEqual({
    id: 'self_hosted',
    name: 'Self-hosted',
    priceCents: 0,
    currency: 'EUR',
    limits: null,
    isDefault: true,
  });
  expect(body[2]).toMatchObject({
    id: 'team',
    priceCents: 2_900,
    limits: { projects: 20, members: 25, snapshots: 5_000, events: 5_000_000 },
    isDefault: false,
  });
});

test('an organization on Free cannot choose the self-hosted plan', async () => {
  const user = await registerUser(hosted);
  const subscription = `/billing/organizations/${user.organizationId}/subscription`;
  const plans = (await rest(hosted, 'GET', '/billing/plans')).body;
  expect(plans.map(({ id, isDefault }: Record<string, unknown>) => [id, isDefault])).toEqual([
    ['free', true],
    ['team', false],
    ['business', false],
  ]);
  expect((await rest(hosted, 'GET', subscription, { token: user.token })).body.plan).toBe('free');
  const response = await rest(hosted, 'PUT', subscription, { token: user.token, body: { plan: 'self_hosted' } });
  expect(response.body).toEqual(
    errorBody(400, 'plan: self_hosted is not offered here; choose one of free, team, business'),
  );
});

describe('choosing a plan', () => {
  test('starts without a plan; a free plan costs nothing', async () => {
    expect((await call('GET', '/subscription')).body).toStrictEqual({
      organizationId: owner.organizationId,
      ...AT_FIRST,
    });
    expect((await choose('free')).body).toMatchObject({ ...AT_FIRST, plan: 'free' });
    expect(await invoices()).toEqual([]);
  });

  test('starts the first paid month immediately, with an invoice', async () => {
    const { status, body } = await choose('team');
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...AT_FIRST, ...FIRST_MONTH, plan: 'team' });
    expect(await invoices()).toMatchObject([
      {
        status: 'open',
        currency: 'EUR',
        totalCents: 2_900,
        lines: [{ description: 'Plan Team', quantity: 1, amountCents: 2_900 }],
        customerName: expect.any(String),
        customerEmail: owner.email,
        periodStart: FIRST_MONTH.currentPeriodStart,
        periodEnd: FIRST_MONTH.currentPeriodEnd,
        issuedAt: '2027-01-31T12:00:00.000Z',
        dueAt: '2027-02-14T12:00:00.000Z',
        paidAt: null,
      },
    ]);
  });

  test('upgrades immediately and charges the difference for the rest of the month', async () => {
    await choose('team');
    await goTo('2027-02-21T12:00:00.000Z');
    expect((await choose('business')).body).toMatchObject({ plan: 'business', ...FIRST_MONTH });
    const [proration, first] = await invoices();
    expect(first.totalCents).toBe(2_900);
    const rest = { periodStart: '2027-02-21T12:00:00.000Z', periodEnd: FIRST_MONTH.currentPeriodEnd };
    // 7 of 28 days.
    expect(proration).toMatchObject({
      totalCents: 1_750,
      ...rest,
      lines: [
        { description: 'Plan Team, not used', amountCents: -725, ...rest },
        { description: 'Plan Business, rest of the month', amountCents: 2_475, ...rest },
      ],
    });
  });

  test('downgrades at the end of the paid month', async () => {
    await choose('business');
    const { body } = await choose('team');
    expect(body).toMatchObject({ plan: 'business', pendingPlan: 'team', ...FIRST_MONTH });
    await goTo('2027-02-28T12:00:00.000Z');
    await renew();
    expect((await call('GET', '/subscription')).body).toMatchObject({
      plan: 'team',
      pendingPlan: null,
      currentPeriodStart: '2027-02-28T12:00:00.000Z',
      currentPeriodEnd: '2027-03-31T12:00:00.000Z',
    });
    expect((await invoices()).map(({ totalCents }: { totalCents: number }) => totalCents)).toEqual([2_900, 9_900]);
  });

  test('cancels a pending downgrade by choosing the current plan', async () => {
    await choose('business');
    await choose('free');
    await call('POST', '/subscription/cancel');
    expect((await choose('business')).body).toMatchObject({ pendingPlan: null, cancelAtPeriodEnd: false });
    expect(await invoices()).toHaveLength(1);
  });

  test('performs one of 20 concurrent upgrades', async () => {
    await choose('team');
    const responses = await Promise.all(Array.from({ length: 20 }, () => choose('business')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await invoices()).toHaveLength(2);
  });

  test('charges each remainder once, and never a negative amount, for repeated changes in a month', async () => {
    await choose('team');
    await choose('business');
    await choose('team');
    await choose('business');
    expect((await invoices()).map(({ totalCents }: { totalCents: number }) => totalCents)).toEqual([7_000, 2_900]);
  });
});

describe('cancelling', () => {
  test('ends the plan with the month and can be resumed until then', async () => {
    await choose('team');
    expect((await call('POST', '/subscription/cancel')).body).toMatchObject({
      plan: 'team',
      cancelAtPeriodEnd: true,
      ...FIRST_MONTH,
    });
    expect((await call('POST', '/subscription/resume')).body.cancelAtPeriodEnd).toBe(false);
    await call('POST', '/subscription/cancel');
    await goTo('2027-02-28T11:59:59.999Z');
    await renew();
    expect((await call('GET', '/subscription')).body.plan).toBe('team');
    await goTo('2027-02-28T12:00:00.000Z');
    await renew();
    expect((await call('GET', '/subscription')).body).toMatchObject(AT_FIRST);
    expect(await invoices()).toHaveLength(1);
  });

  test('is rejected without a paid plan, as is resuming', async () => {
    expect((await call('POST', '/subscription/cancel')).body).toEqual(
      errorBody(400, 'The plan Self-hosted is free; only paid plans can be canceled'),
    );
    expect((await call('POST', '/subscription/resume')).body).toMatchObject(AT_FIRST);
  });
});

describe('the next month', () => {
  test('is started by the job, with one invoice for any number of workers', async () => {
    await choose('team');
    await goTo('2027-03-01T00:00:00.000Z');
    await Promise.all(Array.from({ length: 8 }, renew));
    expect((await invoices()).map(({ periodStart }: { periodStart: string }) => periodStart)).toEqual([
      '2027-02-28T12:00:00.000Z',
      '2027-01-31T12:00:00.000Z',
    ]);
  });

  test('is invoiced for months that passed without a worker, each from the original day', async () => {
    await choose('team');
    await goTo('2027-05-30T12:00:00.000Z');
    await renew();
    const periods = (await invoices()).map(({ periodStart, periodEnd }: Record<string, string>) => [
      periodStart?.slice(0, 10),
      periodEnd?.slice(0, 10),
    ]);
    expect(periods).toEqual([
      ['2027-04-30', '2027-05-31'],
      ['2027-03-31', '2027-04-30'],
      ['2027-02-28', '2027-03-31'],
      ['2027-01-31', '2027-02-28'],
    ]);
    await renew();
    expect(await invoices()).toHaveLength(4);
  });

  test('excludes a past month when a plan changes before the job runs', async () => {
    await choose('team');
    await goTo('2027-02-28T12:00:05.000Z');
    await choose('business');
    await renew();
    expect((await invoices()).map(({ totalCents }: { totalCents: number }) => totalCents)).toEqual([9_900, 2_900]);
  });
});

describe('deleting the organization', () => {
  const issued = () => app.services.db.invoice.count({ where: { organizationId: owner.organizationId } });
  const deleteOrganization = () =>
    rest(app, 'DELETE', `/organizations/${owner.organizationId}`, { token: owner.token });

  test('ends a manually billed plan: no further month or invoice', async () => {
    await choose('team');
    expect((await deleteOrganization()).status).toBe(200);
    const where = { organizationId: owner.organizationId };
    expect(await app.services.db.subscription.findUnique({ where })).toMatchObject({
      plan: 'self_hosted',
      anchorAt: null,
      currentPeriodEnd: null,
    });
    await goTo('2027-03-01T00:00:00.000Z');
    await renew();
    expect(await issued()).toBe(1);
  });

  test('does not renew a plan that is chosen concurrently', async () => {
    await choose('team');
    const { db } = app.services;
    await db.organization.update({ where: { id: owner.organizationId }, data: { deletedAt: new Date() } });
    await goTo('2027-03-01T00:00:00.000Z');
    await renew();
    expect(await issued()).toBe(1);
  });
});

test('the audit trail names who chose a plan; the job has no actor', async () => {
  await choose('team');
  await choose('team');
  await call('POST', '/subscription/cancel');
  await goTo('2027-03-01T00:00:00.000Z');
  await renew();
  const { body } = await rest(app, 'GET', `/organizations/${owner.organizationId}/audit?action=subscription_changed`, {
    token: owner.token,
  });
  expect(body.map(({ actorId, changes }: Record<string, unknown>) => ({ actorId, changes }))).toEqual([
    {
      actorId: null,
      changes: {
        plan: { before: 'team', after: 'self_hosted' },
        cancelAtPeriodEnd: { before: true, after: false },
      },
    },
    { actorId: owner.id, changes: { cancelAtPeriodEnd: { before: false, after: true } } },
    { actorId: owner.id, changes: { plan: { before: 'self_hosted', after: 'team' } } },
  ]);
});
