import type { Context } from '../../../../context.ts';
import type { StripeApi } from '../../../../infrastructure/stripe/stripe.ts';
import { syncSubscription } from './sync-subscription.ts';

/** What Stripe could still be paid for. */
const LEFT = `SELECT s.organization_id AS "organizationId", s.stripe_customer_id AS "customerId",
    s.stripe_subscription_id AS "subscriptionId", s.stripe_checkout_id AS "checkoutId"
  FROM subscriptions s JOIN organizations o ON o.id = s.organization_id
 WHERE o.deleted_at IS NOT NULL AND (s.stripe_subscription_id IS NOT NULL OR s.stripe_checkout_id IS NOT NULL)
 ORDER BY o.deleted_at`;

const FORGET_CHECKOUT = `UPDATE subscriptions SET stripe_checkout_id = NULL
  WHERE organization_id = $1 AND stripe_checkout_id = $2`;

/** Stripe's words for a subscription that cannot begin again. */
const OVER = ['canceled', 'incomplete_expired'];

interface Left {
  organizationId: string;
  customerId: string | null;
  subscriptionId: string | null;
  checkoutId: string | null;
}

/**
 * Ends at Stripe what deleted organizations have there: the subscription, at once, and a checkout that is still open.
 * What Stripe does not confirm stays due, and keeps the organization's rows from being removed.
 */
export async function endDeletedAtStripe(ctx: Context): Promise<void> {
  const { stripe, pool, logger } = ctx.services;
  const { rows } = await pool.query<Left>(LEFT);
  for (const left of rows) {
    const { organizationId, subscriptionId } = left;
    if (!stripe) {
      logger.error(
        { organizationId, subscriptionId },
        'a deleted organization is left at Stripe: set STRIPE_SECRET_KEY',
      );
      continue;
    }
    await end(ctx, stripe, left).catch((error: unknown) => {
      logger.warn(
        { err: error, organizationId, subscriptionId },
        'the subscription of a deleted organization could not be ended at Stripe; the next run tries again',
      );
    });
  }
}

async function end(ctx: Context, stripe: StripeApi, left: Left): Promise<void> {
  const { organizationId, customerId, subscriptionId, checkoutId } = left;
  if (checkoutId) {
    await stripe.expireCheckout(checkoutId);
    await ctx.services.pool.query(FORGET_CHECKOUT, [organizationId, checkoutId]);
  }
  if (!customerId || !subscriptionId) return;
  await syncSubscription(ctx, customerId, async () => {
    const found = await stripe.retrieveSubscription(subscriptionId);
    return OVER.includes(found.status) ? found : stripe.cancelNow(subscriptionId);
  });
}
