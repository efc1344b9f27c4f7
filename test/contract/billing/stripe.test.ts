import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { renewSubscriptionsJob } from '../../../src/jobs/scheduled-jobs.ts';
import { endDeletedAtStripe } from '../../../src/resolvers/addons/billing/stripe/end-deleted.ts';
import { reconcileStripe } from '../../../src/resolvers/addons/billing/stripe/reconcile.ts';
import { purgeExpired } from '../../../src/resolvers/addons/retention/purge-expired.ts';
import { createInvoice } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { registerUser, type TestUser } from '../../support/factories.ts';
import { failure, type StripeDouble, sendJson, startStripeDouble } from '../../support/servers/stripe-double.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { errorBody } from '../support/call.ts';
import { databaseContent } from '../support/database-content.ts';

let stripe: StripeDouble;
let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  stripe = await startStripeDouble();
  app = await startTestApp({ env: { ...stripe.env, BILLING_DEFAULT_PLAN: 'free' } });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  owner = await registerUser(app);
  stripe.intercept = undefined;
  stripe.calls.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const call = (method: string, tail: string, body?: object) =>
  rest(app, method, `/billing/organizations/${owner.organizationId}${tail}`, { token: owner.token, body });
const subscription = async () => (await call('GET', '/subscription')).body;
const choose = (plan: string) => call('PUT', '/subscription', { plan });
const checkout = async (plan = 'team') => (await call('POST', '/checkout', { plan })).body;
const callsOf = (route: string) => stripe.calls.filter(({ method, path }) => `${method} ${path}`.startsWith(route));

/** An organization that pays for a plan through Stripe. */
async function paying(plan = 'team') {
  const { session, subscription: made } = stripe.pay((await checkout(plan)).url);
  await stripe.send(app, 'checkout.session.completed', session);
  stripe.calls.length = 0;
  return made;
}

describe('the checkout', () => {
  test('opens a page of Stripe; the plan starts once it is paid', async () => {
    const { status, body } = await call('POST', '/checkout', { plan: 'team', returnUrl: 'https://shop.example/paid' });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
      expiresAt: expect.any(String),
    });
    const [made] = callsOf('POST /v1/checkout/sessions');
    expect(made?.form).toMatchObject({
      mode: 'subscription',
      client_reference_id: owner.organizationId,
      'line_items[0][price]': 'price_team',
      'line_items[0][quantity]': '1',
      'subscription_data[metadata][organizationId]': owner.organizationId,
      success_url: 'https://shop.example/paid',
    });
    expect(callsOf('POST /v1/customers')[0]?.form).toMatchObject({ email: owner.email });
    expect((await subscription()).plan).toBe('free');

    const { session } = stripe.pay(body.url);
    expect(await stripe.send(app, 'checkout.session.completed', session)).toMatchObject({
      status: 200,
      body: { received: true, duplicate: false },
    });
    expect(await subscription()).toMatchObject({
      plan: 'team',
      provider: 'stripe',
      status: 'active',
      currentPeriodEnd: expect.any(String),
    });
  });

  test('closes the first page when a second opens, and creates one customer', async () => {
    const first = await checkout();
    await checkout('business');
    expect(() => stripe.pay(first.url)).toThrow('expired');
    expect(callsOf('POST /v1/customers')).toHaveLength(1);
  });

  test('changes nothing while unpaid or after a failed first payment', async () => {
    const { subscription: made, session } = stripe.pay((await checkout()).url, 'incomplete');
    await stripe.send(app, 'checkout.session.completed', session);
    made.status = 'incomplete_expired';
    await stripe.send(app, 'customer.subscription.updated', made);
    expect(await subscription()).toMatchObject({ plan: 'free', provider: 'manual' });
  });

  test('is required for the first paid plan and rejected for later ones', async () => {
    expect((await choose('team')).body).toEqual(
      errorBody(
        400,
        'A paid plan starts with a payment; open the checkout page from POST /billing/organizations/{organizationId}/checkout',
      ),
    );
    await paying();
    expect((await call('POST', '/checkout', { plan: 'business' })).body).toEqual(
      errorBody(
        400,
        'A plan is already paid through Stripe; change it with PUT /billing/organizations/{organizationId}/subscription',
      ),
    );
  });
});

test('opens the portal for the customer and creates one if needed', async () => {
  const { status, body } = await call('POST', '/portal');
  expect([status, body]).toEqual([200, { url: expect.stringMatching(/^https:\/\/billing\.stripe\.com\//) }]);
  await call('POST', '/portal', { returnUrl: 'https://shop.example/' });
  expect(callsOf('POST /v1/customers')).toHaveLength(1);
  expect(callsOf('POST /v1/billing_portal').map(({ form }) => form.return_url)).toEqual([
    app.url,
    'https://shop.example/',
  ]);
});

describe('changing the plan', () => {
  test('charges an upgrade immediately', async () => {
    const made = await paying();
    expect((await choose('business')).body).toMatchObject({ plan: 'business', pendingPlan: null, provider: 'stripe' });
    expect(callsOf('POST /v1/subscriptions')[0]).toMatchObject({
      path: `/v1/subscriptions/${made.id}`,
      form: { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' },
      idempotencyKey: expect.stringMatching(/^pinbound-plan-/),
    });
  });

  test('changes nothing if the card is declined, and returns the message of Stripe', async () => {
    await paying();
    stripe.intercept = ({ method, path }, response) => {
      if (method !== 'POST' || !path.startsWith('/v1/subscriptions')) return false;
      const { status, body } = failure(402, 'card_error', 'Your card was declined.', 'card_declined');
      sendJson(response, status, body);
      return true;
    };
    expect((await choose('business')).body).toEqual(
      errorBody(
        400,
        'The payment did not go through (Your card was declined.); nothing was changed. Set another card in the billing portal',
      ),
    );
    expect((await subscription()).plan).toBe('team');
  });

  test('applies a downgrade next month, even if the local state is lost', async () => {
    const made = await paying('business');
    const wanted = { plan: 'business', pendingPlan: 'team' };
    expect((await choose('team')).body).toMatchObject(wanted);
    expect(callsOf('POST /v1/subscriptions')[0]?.form).toMatchObject({ proration_behavior: 'none' });
    await app.services.db.subscription.update({
      where: { organizationId: owner.organizationId },
      data: { plan: 'free', pendingPlan: null },
    });
    await stripe.send(app, 'customer.subscription.updated', made);
    expect(await subscription()).toMatchObject(wanted);

    const [item] = made.items.data;
    vi.useFakeTimers({ toFake: ['Date'], now: item.current_period_end * 1000 });
    Object.assign(item, {
      current_period_start: item.current_period_end,
      current_period_end: item.current_period_end + 2_592_000,
    });
    owner.token = await app.services.accessTokens.sign(owner.id);
    await stripe.send(app, 'customer.subscription.updated', made);
    expect(await subscription()).toMatchObject({ plan: 'team', pendingPlan: null });
  });

  test('reverts a pending downgrade without a charge', async () => {
    await paying('business');
    await choose('team');
    expect((await choose('business')).body).toMatchObject({ plan: 'business', pendingPlan: null });
    expect(callsOf('POST /v1/subscriptions').map(({ form }) => form.proration_behavior)).toEqual(['none', 'none']);
  });

  test('ends with the month: cancelled, resumed, or by choosing a free plan', async () => {
    const made = await paying();
    expect((await call('POST', '/subscription/cancel')).body).toMatchObject({ plan: 'team', cancelAtPeriodEnd: true });
    expect(made.cancel_at_period_end).toBe(true);
    expect((await call('POST', '/subscription/resume')).body.cancelAtPeriodEnd).toBe(false);
    expect((await choose('free')).body).toMatchObject({ plan: 'team', cancelAtPeriodEnd: true });
    made.status = 'canceled';
    await stripe.send(app, 'customer.subscription.deleted', made);
    expect(await subscription()).toMatchObject({ plan: 'free', provider: 'manual', currentPeriodEnd: null });
    expect((await call('POST', '/checkout', { plan: 'team' })).status).toBe(200);
  });
});

describe('events', () => {
  test('are rejected without a signature or if it is older than five minutes', async () => {
    const made = await paying();
    made.status = 'canceled';
    const before = await databaseContent(app);
    const rejected = errorBody(400, expect.stringMatching(/^Stripe-Signature: does not match the body/));
    const send = (options: Parameters<StripeDouble['send']>[3]) =>
      stripe.send(app, 'customer.subscription.deleted', made, options);
    expect((await send({ secret: 'whsec_other' })).body).toEqual(rejected);
    expect((await send({ age: 301 })).body).toEqual(rejected);
    expect((await send({ tamper: (payload) => payload.replace('"canceled"', '"active"') })).body).toEqual(rejected);
    expect((await send({ tamper: (payload) => JSON.stringify(JSON.parse(payload)) })).body).toEqual(rejected);
    expect((await rest(app, 'POST', '/billing/stripe/webhook', { body: '{}' })).body).toEqual(rejected);
    expect(await databaseContent(app)).toEqual(before);
    expect((await send({ age: 290 })).status).toBe(200);
  });

  test('are processed once when sent 20 times', async () => {
    const made = await paying();
    made.status = 'past_due';
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        stripe.send(app, 'customer.subscription.updated', made, { id: `evt_${made.id}` }),
      ),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(responses.filter(({ body }) => !body.duplicate)).toHaveLength(1);
    expect((await subscription()).status).toBe('past_due');
    stripe.calls.length = 0;
    const again = await stripe.send(app, 'customer.subscription.updated', made, { id: `evt_${made.id}` });
    expect(again.body).toEqual({ received: true, duplicate: true });
    expect(stripe.calls).toEqual([]);
  });

  test('do not restore an ended subscription when late', async () => {
    const made = await paying();
    const before = structuredClone(made);
    made.status = 'canceled';
    await stripe.send(app, 'customer.subscription.deleted', made);
    await stripe.send(app, 'customer.subscription.updated', before);
    await stripe.send(app, 'customer.subscription.created', before);
    expect(await subscription()).toMatchObject({ plan: 'free', provider: 'manual' });
  });

  test('keep the result of the read that started last', async () => {
    const made = await paying();
    const stale = structuredClone(made);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let reads = 0;
    stripe.intercept = ({ method }, response) => {
      if (method !== 'GET' || ++reads > 1) return false;
      void held.then(() => sendJson(response, 200, stale));
      return true;
    };
    const early = stripe.send(app, 'customer.subscription.updated', made);
    await expect.poll(() => reads).toBe(1);
    made.cancel_at_period_end = true;
    await stripe.send(app, 'customer.subscription.updated', made);
    release();
    expect((await early).status).toBe(200);
    expect((await subscription()).cancelAtPeriodEnd).toBe(true);
  });

  test.each([
    ['an unknown type', 'payment_method.attached', { id: 'pm_1', object: 'payment_method' }],
    [
      'a customer of somebody else',
      'customer.subscription.updated',
      { id: 'sub_x', object: 'subscription', customer: 'cus_x' },
    ],
    [
      'a checkout without a subscription',
      'checkout.session.completed',
      { id: 'cs_x', object: 'checkout.session', customer: 'cus_x' },
    ],
  ])('with %s are confirmed and ignored', async (_what, type, object) => {
    expect(await stripe.send(app, type, object)).toMatchObject({ status: 200, body: { received: true } });
    expect(stripe.calls).toEqual([]);
  });

  test('that cannot be processed are rejected, so that Stripe resends them', async () => {
    const made = await paying();
    made.status = 'canceled';
    stripe.intercept = (_call, response) => {
      sendJson(response, 500, { error: { type: 'api_error', message: 'oops' } });
      return true;
    };
    const id = `evt_late_${made.id}`;
    const failed = await stripe.send(app, 'customer.subscription.deleted', made, { id });
    expect(failed.status).toBe(503);
    expect(failed.headers.get('retry-after')).toBe('30');
    expect((await subscription()).plan).toBe('team');
    stripe.intercept = undefined;
    expect((await stripe.send(app, 'customer.subscription.deleted', made, { id })).body.duplicate).toBe(false);
    expect((await subscription()).plan).toBe('free');
  });

  test('with an unconfigured price are logged and change nothing until it is configured', async () => {
    const made = await paying();
    made.items.data[0].price.id = 'price_unknown';
    const { status, body } = await stripe.send(app, 'customer.subscription.updated', made);
    expect([status, body.message]).toEqual([503, expect.stringMatching(/STRIPE_PRICE_TEAM or STRIPE_PRICE_BUSINESS/)]);
    expect((await subscription()).plan).toBe('team');
  });

  test('have no endpoint without Stripe', async () => {
    const plain = await startTestApp();
    expect((await stripe.send(plain, 'invoice.paid', { id: 'in_1', object: 'invoice' })).status).toBe(404);
    await plain.close();
  });

  test('that are missing at the end of a period are replaced by a read', async () => {
    const made = await paying();
    const [item] = made.items.data;
    const end = item.current_period_end;
    Object.assign(item, { current_period_start: end, current_period_end: end + 2_592_000 });
    vi.useFakeTimers({ toFake: ['Date'], now: (end + 2 * 3600) * 1000 });
    await reconcileStripe(systemContext(app.services));
    owner.token = await app.services.accessTokens.sign(owner.id);
    expect((await subscription()).currentPeriodEnd).toBe(new Date((end + 2_592_000) * 1000).toISOString());
  });
});

describe('deleting the organization', () => {
  const deleteOrganization = () =>
    rest(app, 'DELETE', `/organizations/${owner.organizationId}`, { token: owner.token });
  const stored = () =>
    app.services.db.subscription.findUniqueOrThrow({ where: { organizationId: owner.organizationId } });
  const cancels = () => callsOf('DELETE /v1/subscriptions');

  test('ends its subscription at Stripe, once', async () => {
    const made = await paying();
    expect((await deleteOrganization()).status).toBe(200);
    await expect.poll(async () => (await stored()).stripeSubscriptionId).toBeNull();
    expect(made.status).toBe('canceled');
    expect(await stored()).toMatchObject({ provider: 'manual', plan: 'free', currentPeriodEnd: null });
    await endDeletedAtStripe(systemContext(app.services));
    await stripe.send(app, 'customer.subscription.deleted', made);
    expect(cancels()).toHaveLength(1);
  });

  test('is retried while Stripe is unavailable, and the rows stay until it succeeds', async () => {
    const made = await paying();
    stripe.intercept = (_call, response) => {
      sendJson(response, 500, { error: { type: 'api_error', message: 'oops' } });
      return true;
    };
    expect((await deleteOrganization()).status).toBe(200);
    await expect.poll(() => stripe.calls.length).toBeGreaterThan(0);
    const { db } = app.services;
    const where = { id: owner.organizationId };
    await db.organization.update({ where, data: { deletedAt: new Date(Date.now() - 31 * 86_400_000) } });
    await purgeExpired(systemContext(app.services));
    expect(await stored()).toMatchObject({ stripeSubscriptionId: made.id });

    stripe.intercept = undefined;
    await expect
      .poll(async () => {
        await renewSubscriptionsJob.run(systemContext(app.services));
        return made.status;
      })
      .toBe('canceled');
    await purgeExpired(systemContext(app.services));
    expect(await db.organization.count({ where })).toBe(0);
  });

  test('accepts a subscription already ended at Stripe', async () => {
    const made = await paying();
    made.status = 'canceled';
    await deleteOrganization();
    await expect.poll(async () => (await stored()).stripeSubscriptionId).toBeNull();
    expect(cancels()).toEqual([]);
  });

  test('closes its open checkout, and ends a subscription paid there at the last moment', async () => {
    const { url } = await checkout();
    const page = stripe.objects.get(url.split('/').at(-1) ?? '');
    const { session, subscription: made } = stripe.pay(url);
    await deleteOrganization();
    await expect.poll(async () => (await stored()).stripeCheckoutId).toBeNull();
    await stripe.send(app, 'checkout.session.completed', session);
    await endDeletedAtStripe(systemContext(app.services));
    expect([page.status, made.status]).toEqual(['complete', 'canceled']);

    owner = await registerUser(app);
    const unpaid = stripe.objects.get((await checkout()).url.split('/').at(-1) ?? '');
    await deleteOrganization();
    await expect.poll(() => unpaid.status).toBe('expired');
  });
});

describe("Stripe's invoices", () => {
  const invoices = async () => (await call('GET', '/invoices')).body;

  test('are listed with local ones, under their own number, with their current state', async () => {
    const made = await paying();
    const invoice = stripe.addInvoice(made, { status: 'draft', number: null, invoice_pdf: null });
    await stripe.send(app, 'invoice.created', invoice);
    expect(await invoices()).toMatchObject([{ status: 'draft', number: null, pdfUrl: null, provider: 'stripe' }]);
    Object.assign(invoice, {
      status: 'paid',
      number: `F-${made.id}`,
      invoice_pdf: 'https://pay.stripe.com/invoice/x/pdf',
      status_transitions: { finalized_at: invoice.created, paid_at: invoice.created, voided_at: null },
    });
    await stripe.send(app, 'invoice.paid', invoice);
    const [shown] = await invoices();
    expect(shown).toMatchObject({
      number: `F-${made.id}`,
      status: 'paid',
      totalCents: 2_900,
      currency: 'EUR',
      lines: [{ description: '1 × Team', amountCents: 2_900, quantity: 1 }],
      pdfUrl: 'https://pay.stripe.com/invoice/x/pdf',
      paidAt: expect.any(String),
    });
    // Sent before, arrived after.
    await stripe.send(app, 'invoice.finalized', { ...invoice, status: 'open' });
    expect(await invoices()).toEqual([shown]);
  });

  test('cannot be settled by hand', async () => {
    const made = await paying();
    await stripe.send(app, 'invoice.finalized', stripe.addInvoice(made, { number: `G-${made.id}` }));
    const [{ id }] = await invoices();
    const response = await rest(app, 'POST', `/billing/invoices/${id}/mark-paid`, { token: owner.token });
    expect(response.body).toEqual(errorBody(400, expect.stringMatching(/^This invoice is settled by Stripe/)));
    expect((await createInvoice(app, owner.organizationId)).number).toMatch(/^PB-/);
  });
});

describe('when Stripe fails', () => {
  const responses: [string, Parameters<typeof sendJson>[1], unknown, RegExp][] = [
    [
      'an error of its own',
      500,
      { error: { type: 'api_error', message: 'secret detail' } },
      /^Stripe is not available/,
    ],
    ['too many calls', 429, { error: { type: 'invalid_request_error', message: 'slow' } }, /^Stripe is not available/],
    ['a wrong key', 401, { error: { type: 'invalid_request_error', message: 'sk_test' } }, /^Stripe rejected the call/],
    [
      'a refusal',
      400,
      { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such price' } },
      /^Stripe rejected the call .*\(resource_missing\)/,
    ],
    ['nonsense', 200, { hello: 'world' }, /^Stripe sent an unexpected response to/],
    ['nothing', 200, null, /^Stripe sent an unexpected response to|^Stripe is not available/],
  ];
  test.each(responses)(
    'with %s: returns 503 with a message and writes nothing',
    async (_what, status, body, message) => {
      await paying();
      const before = await databaseContent(app);
      stripe.intercept = (_call, response) => {
        sendJson(response, status, body);
        return true;
      };
      const response = await choose('business');
      expect(response.body).toEqual(errorBody(503, expect.stringMatching(message)));
      expect(response.body.message).not.toMatch(/secret detail|sk_test/);
      expect(response.headers.get('retry-after')).toBe('30');
      const after = await databaseContent(app);
      // The ticket alone was taken.
      expect({ ...after, subscriptions: '' }).toEqual({ ...before, subscriptions: '' });
      expect(await subscription()).toMatchObject({ plan: 'team', pendingPlan: null });
    },
  );

  test('with a page that is not JSON', async () => {
    stripe.intercept = (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
      return true;
    };
    const { body } = await call('POST', '/checkout', { plan: 'team' });
    expect(body).toEqual(errorBody(503, expect.stringMatching(/^Stripe is not available/)));
    expect(await app.services.db.subscription.count({ where: { organizationId: owner.organizationId } })).toBe(0);
  });

  test('with a broken connection: retries under the same key', async () => {
    await paying();
    let broken = 0;
    stripe.intercept = ({ method }, response) => {
      if (method !== 'POST' || broken++ > 0) return false;
      response.destroy();
      return true;
    };
    expect((await choose('business')).body.plan).toBe('business');
    const keys = callsOf('POST /v1/subscriptions').map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('an organization keeps its paid plan and its limits', async () => {
    await paying();
    stripe.intercept = (_call, response) => {
      response.destroy();
      return true;
    };
    expect((await subscription()).plan).toBe('team');
    expect((await call('GET', '/usage')).body.projects).toMatchObject({ used: 0, limit: 20 });
    expect((await call('POST', '/portal')).status).toBe(503);
  });
});
