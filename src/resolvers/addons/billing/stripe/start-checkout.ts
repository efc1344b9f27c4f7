import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { conflict } from '../../../../errors.ts';
import type { Subscription } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import type { StripeApi } from '../../../../infrastructure/stripe/stripe.ts';
import { requireOrganization } from '../../../core/organizations/require-organization.ts';
import { urlInput } from '../../../platform/input/fields.ts';
import { parseInput } from '../../../platform/input/parse-input.ts';
import type { PaidPlanId } from '../../../platform/quotas/plans.ts';
import { findSubscription } from '../get-subscription.ts';
import { lockSubscription, writeSubscription } from '../lock-subscription.ts';
import { priceOf } from './stripe-prices.ts';

export interface Checkout {
  url: string;
  expiresAt: Date;
}

const input = z.object({ returnUrl: urlInput.nullish() });

/** A customer consists of the organization's name and the calling user's address. */
const CUSTOMER = statement(
  'start-checkout/customer',
  'SELECT o.name, u.email FROM organizations o, users u WHERE o.id = $organizationId AND u.id = $userId?',
);

/**
 * Creates Stripe's checkout page for a paid plan, which starts once it is paid. Expires the page of
 * an earlier call.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT, UNAVAILABLE
 * @throws CONFLICT if plans are paid manually or one is already paid through Stripe
 */
export async function startCheckout(
  ctx: Context<'config' | 'db' | 'pool' | 'stripe'>,
  organizationId: string,
  args: { plan: PaidPlanId; returnUrl?: string | null },
): Promise<Checkout> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const { returnUrl } = parseInput(input, args);
  const stripe = requireStripe(ctx);
  const { stripeSubscriptionId, stripeCheckoutId, ...subscription } = await findSubscription(ctx, organizationId);
  if (stripeSubscriptionId) {
    throw conflict(
      'A plan is already paid through Stripe; change it with PUT /billing/organizations/{organizationId}/subscription',
    );
  }
  const customerId = subscription.stripeCustomerId ?? (await createCustomer(ctx, stripe, organizationId));
  if (stripeCheckoutId) await stripe.expireCheckout(stripeCheckoutId);
  const price = priceOf(ctx, args.plan);
  const backUrl = returnUrl ?? ctx.services.config.http.baseUrl;
  const key = `pinbound-checkout-${hashOf([customerId, price, backUrl, stripeCheckoutId])}`;
  const checkout = await stripe.createCheckout({ customerId, price, organizationId, returnUrl: backUrl }, key);
  await storeStripeIds(ctx, organizationId, { stripeCheckoutId: checkout.id });
  return { url: checkout.url, expiresAt: checkout.expiresAt };
}

/**
 * Creates the URL of Stripe's portal for cards, invoices and cancellation.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT, UNAVAILABLE
 * @throws CONFLICT if plans are paid manually
 */
export async function openBillingPortal(
  ctx: Context<'config' | 'db' | 'pool' | 'stripe'>,
  organizationId: string,
  args: { returnUrl?: string | null },
): Promise<{ url: string }> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const { returnUrl } = parseInput(input, args);
  const stripe = requireStripe(ctx);
  const { stripeCustomerId } = await findSubscription(ctx, organizationId);
  const customerId = stripeCustomerId ?? (await createCustomer(ctx, stripe, organizationId));
  return stripe.createPortal({ customerId, returnUrl: returnUrl ?? ctx.services.config.http.baseUrl });
}

function requireStripe(ctx: Context<'stripe'>): StripeApi {
  if (ctx.services.stripe) return ctx.services.stripe;
  throw conflict(
    'Plans are paid by invoice here; choose one with PUT /billing/organizations/{organizationId}/subscription',
  );
}

async function createCustomer(
  ctx: Context<'config' | 'pool'>,
  stripe: StripeApi,
  organizationId: string,
): Promise<string> {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  const row = await CUSTOMER.first(ctx.services.pool, { organizationId, userId });
  const { name = '', email = '' } = row ?? {};
  const key = `pinbound-customer-${hashOf([organizationId, name, email])}`;
  const made = await stripe.createCustomer({ name, email, organizationId }, key);
  return (await storeStripeIds(ctx, organizationId, { stripeCustomerId: made })).stripeCustomerId ?? made;
}

/** Stores ids of Stripe. Of two concurrent customers the first one stays. */
const storeStripeIds = (
  ctx: Context<'config' | 'pool'>,
  organizationId: string,
  found: Pick<Subscription, 'stripeCustomerId'> | Pick<Subscription, 'stripeCheckoutId'>,
): Promise<Subscription> =>
  inTransaction(ctx.services.pool, async (sql) => {
    const current = await lockSubscription(sql, ctx, organizationId);
    const stripeCustomerId = current.stripeCustomerId ?? ('stripeCustomerId' in found ? found.stripeCustomerId : null);
    return writeSubscription(sql, ctx, current, { ...found, stripeCustomerId });
  });

const hashOf = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);
