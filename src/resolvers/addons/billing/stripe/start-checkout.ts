import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { conflict } from '../../../../errors.ts';
import type { Subscription } from '../../../../generated/prisma/client.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import type { StripeApi } from '../../../../infrastructure/stripe/stripe.ts';
import { priceOf } from '../../../billing/stripe/stripe-prices.ts';
import { requireOrganization } from '../../../core/organizations/require-organization.ts';
import { urlInput } from '../../../platform/input/fields.ts';
import { parseInput } from '../../../platform/input/parse-input.ts';
import type { PaidPlanId } from '../../../platform/quotas/plans.ts';
import { findSubscription } from '../get-subscription.ts';
import { lockSubscription, writeSubscription } from '../lock-subscription.ts';

export interface Checkout {
  url: string;
  expiresAt: Date;
}

const input = z.object({ returnUrl: urlInput.nullish() });

/** What a customer is made of: the organization, and who asks. */
const CUSTOMER = 'SELECT o.name, u.email FROM organizations o, users u WHERE o.id = $1 AND u.id = $2';

/**
 * A page of Stripe's where a paid plan is begun. It counts once it is paid. The page of an earlier call is closed.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT, UNAVAILABLE; CONFLICT where plans are paid by hand, or
 *   when one is paid through Stripe already
 */
export async function startCheckout(
  ctx: Context,
  organizationId: string,
  args: { plan: PaidPlanId; returnUrl?: string | null },
): Promise<Checkout> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const { returnUrl } = parseInput(input, args);
  const stripe = requireStripe(ctx);
  const { stripeSubscriptionId, stripeCheckoutId, ...subscription } = await findSubscription(ctx, organizationId);
  if (stripeSubscriptionId) {
    throw conflict(
      'A plan is paid through Stripe already: change it with PUT /billing/organizations/{organizationId}/subscription',
    );
  }
  const customerId = subscription.stripeCustomerId ?? (await makeCustomer(ctx, stripe, organizationId));
  if (stripeCheckoutId) await stripe.expireCheckout(stripeCheckoutId);
  const price = priceOf(ctx, args.plan);
  const back = returnUrl ?? ctx.services.config.http.baseUrl;
  const key = `pinbound-checkout-${hashOf([customerId, price, back, stripeCheckoutId])}`;
  const checkout = await stripe.createCheckout({ customerId, price, organizationId, returnUrl: back }, key);
  await remember(ctx, organizationId, { stripeCheckoutId: checkout.id });
  return { url: checkout.url, expiresAt: checkout.expiresAt };
}

/**
 * Stripe's pages for cards, bills and the end of a subscription.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT, UNAVAILABLE; CONFLICT where plans are paid by hand
 */
export async function openBillingPortal(
  ctx: Context,
  organizationId: string,
  args: { returnUrl?: string | null },
): Promise<{ url: string }> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const { returnUrl } = parseInput(input, args);
  const stripe = requireStripe(ctx);
  const { stripeCustomerId } = await findSubscription(ctx, organizationId);
  const customerId = stripeCustomerId ?? (await makeCustomer(ctx, stripe, organizationId));
  return stripe.createPortal({ customerId, returnUrl: returnUrl ?? ctx.services.config.http.baseUrl });
}

function requireStripe(ctx: Context): StripeApi {
  if (ctx.services.stripe) return ctx.services.stripe;
  throw conflict(
    'Plans are paid by hand here: choose one with PUT /billing/organizations/{organizationId}/subscription, and an invoice follows',
  );
}

async function makeCustomer(ctx: Context, stripe: StripeApi, organizationId: string): Promise<string> {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  const { rows } = await ctx.services.pool.query<{ name: string; email: string }>(CUSTOMER, [organizationId, userId]);
  const { name = '', email = '' } = rows[0] ?? {};
  const key = `pinbound-customer-${hashOf([organizationId, name, email])}`;
  const made = await stripe.createCustomer({ name, email, organizationId }, key);
  return (await remember(ctx, organizationId, { stripeCustomerId: made })).stripeCustomerId ?? made;
}

/** Of two calls at once the first one's customer stays. */
const remember = (
  ctx: Context,
  organizationId: string,
  found: Pick<Subscription, 'stripeCustomerId'> | Pick<Subscription, 'stripeCheckoutId'>,
): Promise<Subscription> =>
  inTransaction(ctx.services.pool, async (sql) => {
    const held = await lockSubscription(sql, ctx, organizationId);
    const stripeCustomerId = held.stripeCustomerId ?? ('stripeCustomerId' in found ? found.stripeCustomerId : null);
    return writeSubscription(sql, ctx, held, { ...found, stripeCustomerId });
  });

const hashOf = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);
