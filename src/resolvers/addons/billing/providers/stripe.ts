import type { Context } from '../../../../context.ts';
import { invariant, notFound } from '../../../../errors.ts';
import type { Subscription } from '../../../../generated/prisma/client.ts';
import type { StripeApi, StripeSubscription } from '../../../../infrastructure/stripe/stripe.ts';
import type { Provider } from '../../../billing/providers/provider.ts';
import { priceOf } from '../../../billing/stripe/stripe-prices.ts';
import { isPaid } from '../../../platform/quotas/plans.ts';
import { planTransition } from '../plan-transition.ts';
import { syncSubscription } from '../stripe/sync-subscription.ts';

/** Plans that are paid through Stripe. Stripe's word is final: what is written here is what it answered. */
export const viaStripe = (stripe: StripeApi): Provider => ({
  async changePlan(ctx, subscription, to) {
    const change = planTransition(subscription, to);
    if (change === 'none') return subscription;
    // To a plan without a price one gets by ending the one that has one.
    if (change === 'downgrade' && !isPaid(to)) return this.setCancel(ctx, subscription, true);
    return ask(ctx, subscription, async (id, ticket) => {
      const key = keyOf('plan', subscription, ticket);
      const found = await stripe.retrieveSubscription(id);
      if (!isPaid(to)) return found;
      const price = priceOf(ctx, to);
      if (change === 'downgrade') return stripe.downgrade(found, price, subscription.plan, key);
      if (found.price === price && !found.keepsPlan) return stripe.setCancelAtPeriodEnd(id, false, key);
      // Back to a plan that was to be left at the period's end: it is paid for until then.
      if (change === 'keep') return stripe.downgrade(found, price, to, key);
      return stripe.upgrade(found, price, key);
    });
  },

  setCancel: (ctx, subscription, cancel) =>
    ask(ctx, subscription, (id, ticket) =>
      stripe.setCancelAtPeriodEnd(id, cancel, keyOf('cancel', subscription, ticket)),
    ),
});

async function ask(
  ctx: Context,
  { stripeCustomerId, stripeSubscriptionId }: Subscription,
  call: (subscriptionId: string, ticket: number) => Promise<StripeSubscription>,
): Promise<Subscription> {
  invariant(stripeCustomerId && stripeSubscriptionId, "a subscription of Stripe's has both ids");
  const synced = await syncSubscription(ctx, stripeCustomerId, (ticket) => call(stripeSubscriptionId, ticket));
  if (!synced) throw notFound('Organization');
  return synced;
}

/** The ticket is another for each call of ours, and the same for its retries. */
const keyOf = (what: string, { organizationId }: Subscription, ticket: number) =>
  `pinbound-${what}-${organizationId}-${ticket}`;
