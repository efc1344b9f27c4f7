import type { Context } from '../../../../context.ts';
import { AppError, invariant } from '../../../../errors.ts';
import type { PaidPlanId } from '../../../platform/quotas/plans.ts';

/** Stripe's price of a plan, from the settings. */
export function priceOf(ctx: Context<'config'>, plan: PaidPlanId): string {
  const { stripe } = ctx.services.config.billing;
  invariant(stripe, 'Stripe requires its settings');
  return stripe.prices[plan];
}

/**
 * Finds the plan that a Stripe price pays for.
 *
 * @throws UNAVAILABLE for a price that is not in the settings
 */
export function planOfPrice(ctx: Context<'config' | 'logger'>, price: string): PaidPlanId {
  const { prices } = ctx.services.config.billing.stripe ?? {};
  for (const plan of ['team', 'business'] as const) if (prices?.[plan] === price) return plan;
  ctx.services.logger.error({ price }, 'unknown Stripe price; set STRIPE_PRICE_TEAM or STRIPE_PRICE_BUSINESS to it');
  throw new AppError(
    'UNAVAILABLE',
    'Stripe charges an unknown price; set STRIPE_PRICE_TEAM or STRIPE_PRICE_BUSINESS to it',
  );
}
