import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { renewSubscriptions } from '../../../src/resolvers/addons/billing/renew-subscriptions.ts';
import { rest } from '../../support/client.ts';
import { registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { refusal } from '../support/call.ts';

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

test('the plans are there for everyone, with what they allow and cost', async () => {
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

test('where organizations begin on Free, none can lift its limits by calling itself self-hosted', async () => {
  const user = await registerUser(hosted);
  const subscription = `/billing/organizations/${user.organizationId}/subscription`;
  const plans = (await rest(hosted, 'GET', '/billing/plans')).body;
  expect(plans.map(({ id, isDefault }: Record<string, unknown>) => [id, isDefault])).toEqual([
    ['free', true],
    ['team', false],
    ['business', false],
  ]);
  expect((await rest(hosted, 'GET', subscription, { token: user.token })).body.plan).toBe('free');
  const answer = await rest(hosted, 'PUT', subscription, { token: user.token, body: { plan: 'self_hosted' } });
  expect(answer.body).toEqual(
    refusal(400, 'plan: self_hosted is not offered here; choose one of free, team, business'),
  );
});

describe('choosing a plan', () => {
  test('nothing is chosen at first, and a plan without a price costs nothing', async () => {
    expect((await call('GET', '/subscription')).body).toStrictEqual({
      organizationId: owner.organizationId,
      ...AT_FIRST,
    });
    expect((await choose('free')).body).toMatchObject({ ...AT_FIRST, plan: 'free' });
    expect(await invoices()).toEqual([]);
  });

  test('the first paid month begins now, with its invoice', async () => {
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

  test('a dearer one counts now, with the difference for the rest of the month', async () => {
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

  test('a cheaper one waits for the end of the month that is paid for', async () => {
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

  test('the plan that is there takes back what was to come', async () => {
    await choose('business');
    await choose('free');
    await call('POST', '/subscription/cancel');
    expect((await choose('business')).body).toMatchObject({ pendingPlan: null, cancelAtPeriodEnd: false });
    expect(await invoices()).toHaveLength(1);
  });

  test('20 upgrades at once are one', async () => {
    await choose('team');
    const answers = await Promise.all(Array.from({ length: 20 }, () => choose('business')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await invoices()).toHaveLength(2);
  });

  test('up and down and up again in a month costs each rest once, and never less than nothing', async () => {
    await choose('team');
    await choose('business');
    await choose('team');
    await choose('business');
    expect((await invoices()).map(({ totalCents }: { totalCents: number }) => totalCents)).toEqual([7_000, 2_900]);
  });
});

describe('cancelling', () => {
  test('ends the plan with the month, and can be taken back until then', async () => {
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

  test('without a paid plan there is nothing to cancel, and nothing to resume', async () => {
    expect((await call('POST', '/subscription/cancel')).body).toEqual(
      refusal(400, 'The plan Self-hosted costs nothing: there is nothing to cancel'),
    );
    expect((await call('POST', '/subscription/resume')).body).toMatchObject(AT_FIRST);
  });
});

describe('the next month', () => {
  test('begins by the job, with one invoice, however many workers run it', async () => {
    await choose('team');
    await goTo('2027-03-01T00:00:00.000Z');
    await Promise.all(Array.from({ length: 8 }, renew));
    expect((await invoices()).map(({ periodStart }: { periodStart: string }) => periodStart)).toEqual([
      '2027-02-28T12:00:00.000Z',
      '2027-01-31T12:00:00.000Z',
    ]);
  });

  test('months that passed without a worker are made up for, each from the day of the first', async () => {
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

  test('a change after the end, before the job, is not charged for a month that is over', async () => {
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

  test('ends what is paid by hand: no further month, no further invoice', async () => {
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

  test('a month that was still being chosen at that moment is not renewed either', async () => {
    await choose('team');
    const { db } = app.services;
    await db.organization.update({ where: { id: owner.organizationId }, data: { deletedAt: new Date() } });
    await goTo('2027-03-01T00:00:00.000Z');
    await renew();
    expect(await issued()).toBe(1);
  });
});

test('the audit trail says who chose what; the job has no name', async () => {
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
