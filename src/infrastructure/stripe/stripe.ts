import Stripe from 'stripe';
import type { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { badInput } from '../../errors.ts';
import { withDeadline } from '../../lib/deadline.ts';
import type { Logger } from '../telemetry/logger.ts';
import { toAppError, unexpectedResponse } from './errors.ts';
import * as responses from './responses.ts';

/** Inactivity timeout of one attempt of a call, ms; there are two attempts. */
const TIMEOUT_MS = 8_000;
/**
 * Extra time beyond two timeouts, ms: the pause between attempts. Also ends slow, never idle
 * responses.
 */
const GRACE_MS = 2_000;
/** Maximum age of a webhook signature, seconds. */
const TOLERANCE_S = 300;

export type StripeSubscription = z.infer<typeof responses.subscription>;
export type StripeInvoice = z.infer<typeof responses.invoice>;
export type StripeEvent = z.infer<typeof responses.event>;

/**
 * Stripe calls used by billing. `key` is an idempotency key: a repeated call takes effect once.
 * Calls throw UNAVAILABLE if Stripe is unreachable, rejects the call or sends an unexpected
 * response, and BAD_USER_INPUT for a declined card.
 */
export interface StripeApi {
  createCustomer(customer: { name: string; email: string; organizationId: string }, key: string): Promise<string>;
  createCheckout(
    checkout: { customerId: string; price: string; organizationId: string; returnUrl: string },
    key: string,
  ): Promise<{ id: string; url: string; expiresAt: Date }>;
  /** Expires a checkout session; a no-op if it has ended. */
  expireCheckout(id: string): Promise<void>;
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  retrieveSubscription(id: string): Promise<StripeSubscription>;
  /** Changes the price and charges the prorated difference immediately. */
  upgrade(subscription: StripeSubscription, price: string, key: string): Promise<StripeSubscription>;
  /** Changes the price of the next period; `keeps` is the plan until then. */
  downgrade(subscription: StripeSubscription, price: string, keeps: string, key: string): Promise<StripeSubscription>;
  setCancelAtPeriodEnd(id: string, cancel: boolean, key: string): Promise<StripeSubscription>;
  /** Cancels a subscription immediately, without a refund. */
  cancelNow(id: string): Promise<StripeSubscription>;
  retrieveInvoice(id: string): Promise<StripeInvoice>;
  /** @throws BAD_USER_INPUT unless Stripe signed these bytes within the last five minutes */
  readEvent(payload: Uint8Array, signature: string): StripeEvent;
}

export function createStripe(
  options: NonNullable<Config['billing']['stripe']> & { logger: Logger; timeoutMs?: number },
): StripeApi {
  const { secretKey, webhookSecret, apiBase, logger } = options;
  const { protocol, hostname, port } = new URL(apiBase);
  const timeout = options.timeoutMs ?? TIMEOUT_MS;
  const stripe = new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout,
    maxNetworkRetries: 1,
    telemetry: false,
  });

  const deadline = 2 * timeout + GRACE_MS;
  const inTime = <T>(request: Promise<T>): Promise<T> =>
    withDeadline(request, deadline, () => new Error(`no complete response within ${deadline} ms`));

  async function ask<T>(call: string, shape: z.ZodType<T>, request: Promise<unknown>): Promise<T> {
    let result: unknown;
    try {
      result = await inTime(request);
    } catch (error) {
      throw toAppError(error, call, logger);
    }
    const read = shape.safeParse(result);
    if (read.success) return read.data;
    throw unexpectedResponse(read.error, call, logger);
  }

  const update = (id: string, params: Stripe.SubscriptionUpdateParams, key: string) =>
    ask(
      'subscriptions.update',
      responses.subscription,
      stripe.subscriptions.update(id, params, { idempotencyKey: key }),
    );

  return {
    async createCustomer({ name, email, organizationId }, key) {
      const params = { name, email, metadata: { organizationId } };
      const request = stripe.customers.create(params, { idempotencyKey: key });
      return (await ask('customers.create', responses.customer, request)).id;
    },
    createCheckout({ customerId, price, organizationId, returnUrl }, key) {
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        customer: customerId,
        client_reference_id: organizationId,
        line_items: [{ price, quantity: 1 }],
        subscription_data: { metadata: { organizationId } },
        success_url: returnUrl,
        cancel_url: returnUrl,
      };
      const request = stripe.checkout.sessions.create(params, { idempotencyKey: key });
      return ask('checkout.sessions.create', responses.checkout, request);
    },
    async expireCheckout(id) {
      try {
        await inTime(stripe.checkout.sessions.expire(id));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
        throw toAppError(error, 'checkout.sessions.expire', logger);
      }
    },
    createPortal({ customerId, returnUrl }) {
      const request = stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl });
      return ask('billing_portal.sessions.create', responses.portal, request);
    },
    retrieveSubscription: (id) =>
      ask('subscriptions.retrieve', responses.subscription, stripe.subscriptions.retrieve(id)),
    upgrade({ id, itemId }, price, key) {
      const params: Stripe.SubscriptionUpdateParams = {
        items: [{ id: itemId, price }],
        proration_behavior: 'always_invoice',
        // Changes the price only if the payment succeeds.
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: false,
        metadata: { keepsPlan: '', keepsUntil: '' },
      };
      return update(id, params, key);
    },
    downgrade({ id, itemId, periodEnd }, price, keeps, key) {
      const params: Stripe.SubscriptionUpdateParams = {
        items: [{ id: itemId, price }],
        proration_behavior: 'none',
        cancel_at_period_end: false,
        // Stored at Stripe, so that a crash cannot lose it.
        metadata: { keepsPlan: keeps, keepsUntil: String(periodEnd.getTime() / 1000) },
      };
      return update(id, params, key);
    },
    setCancelAtPeriodEnd: (id, cancel, key) => update(id, { cancel_at_period_end: cancel }, key),
    cancelNow: (id) => ask('subscriptions.cancel', responses.subscription, stripe.subscriptions.cancel(id)),
    retrieveInvoice: (id) => ask('invoices.retrieve', responses.invoice, stripe.invoices.retrieve(id)),
    readEvent(payload, signature) {
      try {
        stripe.webhooks.signature?.verifyHeader(payload, signature, webhookSecret, TOLERANCE_S);
      } catch {
        throw badInput(
          'Stripe-Signature: does not match the body, or is over five minutes old; check STRIPE_WEBHOOK_SECRET',
        );
      }
      const read = responses.event.safeParse(jsonOf(payload));
      if (!read.success) throw badInput("The body is not one of Stripe's events");
      return read.data;
    },
  };
}

function jsonOf(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    return undefined;
  }
}
