import type { Context } from '../../../context.ts';
import { AppError, invariant } from '../../../errors.ts';
import type { PaidPlanId } from '../../platform/quotas/plans.ts';

/** Stripe's price of a plan, by the settings. */
export function priceOf(ctx: Context, plan: PaidPlanId): string {
  const { stripe } = ctx.services.config.billing;
  invariant(stripe, 'there is a Stripe only with its settings');
  return stripe.prices[plan];
}

/** The plan that a price of Stripe's pays for. @throws UNAVAILABLE for a price that the settings do not name */
export function planOfPrice(ctx: Context, price: string): PaidPlanId {
  const { prices } = ctx.services.config.billing.stripe ?? {};
  for (const plan of ['team', 'business'] as const) if (prices?.[plan] === price) return plan;
  ctx.services.logger.error(
    { price },
    'Stripe bills a price that STRIPE_PRICE_TEAM and STRIPE_PRICE_BUSINESS do not name',
  );
  throw new AppError(
    'UNAVAILABLE',
    'Stripe bills a price that this installation does not know: STRIPE_PRICE_TEAM and STRIPE_PRICE_BUSINESS must name it',
  );
}
