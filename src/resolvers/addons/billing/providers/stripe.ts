import type { Context } from '../../../../context.ts';
import { invariant, notFound } from '../../../../errors.ts';
import type { Subscription } from '../../../../generated/prisma/client.ts';
import type { StripeApi, StripeSubscription } from '../../../../infrastructure/stripe/stripe.ts';
import { isPaid } from '../../../platform/quotas/plans.ts';
import { planTransition } from '../plan-transition.ts';
import { priceOf } from '../stripe/stripe-prices.ts';
import { syncSubscription } from '../stripe/sync-subscription.ts';
import type { Provider } from './provider.ts';

/**
 * Plans paid through Stripe. Stripe is authoritative: the stored state is copied from its
 * responses.
 */
export const createStripeProvider = (stripe: StripeApi): Provider => ({
  async changePlan(ctx, subscription, to) {
    const change = planTransition(subscription, to);
    if (change === 'none') return subscription;
    // Changing to a free plan cancels the paid one.
    if (change === 'downgrade' && !isPaid(to)) return this.setCancel(ctx, subscription, true);
    return callAndSync(ctx, subscription, async (id, ticket) => {
      const key = idempotencyKey('plan', subscription, ticket);
      const found = await stripe.retrieveSubscription(id);
      if (!isPaid(to)) return found;
      const price = priceOf(ctx, to);
      if (change === 'downgrade') return stripe.downgrade(found, price, subscription.plan, key);
      if (found.price === price && !found.keepsPlan) return stripe.setCancelAtPeriodEnd(id, false, key);
      // Reverts a scheduled change; the current plan is paid until the end of the period.
      if (change === 'keep') return stripe.downgrade(found, price, to, key);
      return stripe.upgrade(found, price, key);
    });
  },

  setCancel: (ctx, subscription, cancel) =>
    callAndSync(ctx, subscription, (id, ticket) =>
      stripe.setCancelAtPeriodEnd(id, cancel, idempotencyKey('cancel', subscription, ticket)),
    ),
});

async function callAndSync(
  ctx: Context<'config' | 'logger' | 'pool'>,
  { stripeCustomerId, stripeSubscriptionId }: Subscription,
  call: (subscriptionId: string, ticket: number) => Promise<StripeSubscription>,
): Promise<Subscription> {
  invariant(stripeCustomerId && stripeSubscriptionId, 'a Stripe subscription has both ids');
  const synced = await syncSubscription(ctx, stripeCustomerId, (ticket) => call(stripeSubscriptionId, ticket));
  if (!synced) throw notFound('Organization');
  return synced;
}

/** The ticket is unique per call, and the same for its retries. */
const idempotencyKey = (what: string, { organizationId }: Subscription, ticket: number) =>
  `pinbound-${what}-${organizationId}-${ticket}`;
