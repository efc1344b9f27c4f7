import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { StripeApi } from '../../../../infrastructure/stripe/stripe.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Selects what deleted organizations still have at Stripe. */
const FIND = statement(
  'end-deleted/find',
  `SELECT s.organization_id AS "organizationId", s.stripe_customer_id AS "customerId",
    s.stripe_subscription_id AS "subscriptionId", s.stripe_checkout_id AS "checkoutId"
  FROM subscriptions s JOIN organizations o ON o.id = s.organization_id
 WHERE o.deleted_at IS NOT NULL AND (s.stripe_subscription_id IS NOT NULL OR s.stripe_checkout_id IS NOT NULL)
 ORDER BY o.deleted_at`,
);

const CLEAR_CHECKOUT = statement(
  'end-deleted/clear-checkout',
  `UPDATE subscriptions SET stripe_checkout_id = NULL
  WHERE organization_id = $organizationId AND stripe_checkout_id = $checkoutId`,
);

/** Stripe's statuses of subscriptions that cannot start again. */
const ENDED_STATUSES = ['canceled', 'incomplete_expired'];

interface Remainder {
  organizationId: string;
  customerId: string | null;
  subscriptionId: string | null;
  checkoutId: string | null;
}

/**
 * Cancels the subscriptions of deleted organizations at Stripe and expires their open checkouts.
 * Whatever Stripe does not confirm is retried, and the organization's rows stay until then.
 */
export async function endDeletedAtStripe(ctx: Context<'config' | 'logger' | 'pool' | 'stripe'>): Promise<void> {
  const { stripe, pool, logger } = ctx.services;
  const rows = await FIND.rows(pool);
  for (const remainder of rows) {
    const { organizationId, subscriptionId } = remainder;
    if (!stripe) {
      logger.error(
        { organizationId, subscriptionId },
        'deleted organization still has a subscription or checkout at Stripe; set STRIPE_SECRET_KEY',
      );
      continue;
    }
    await end(ctx, stripe, remainder).catch((error: unknown) => {
      logger.warn(
        { err: error, organizationId, subscriptionId },
        'canceling the subscription of a deleted organization failed; retry scheduled',
      );
    });
  }
}

async function end(ctx: Context<'config' | 'logger' | 'pool'>, stripe: StripeApi, remainder: Remainder): Promise<void> {
  const { organizationId, customerId, subscriptionId, checkoutId } = remainder;
  if (checkoutId) {
    await stripe.expireCheckout(checkoutId);
    await CLEAR_CHECKOUT.run(ctx.services.pool, { organizationId, checkoutId });
  }
  if (!customerId || !subscriptionId) return;
  await syncSubscription(ctx, customerId, async () => {
    const found = await stripe.retrieveSubscription(subscriptionId);
    return ENDED_STATUSES.includes(found.status) ? found : stripe.cancelNow(subscriptionId);
  });
}
