import type { Context } from '../../../context.ts';
import { AppError, badField, conflict } from '../../../errors.ts';
import type { Subscription } from '../../../generated/prisma/client.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { CURRENCY, isOffered, isPaid, PLAN_IDS, type Plan, type PlanId, planOf } from '../../platform/quotas/plans.ts';
import { findSubscription } from './get-subscription.ts';
import { manualProvider } from './providers/manual.ts';
import type { Provider } from './providers/provider.ts';
import { createStripeProvider } from './providers/stripe.ts';

/**
 * Changes the plan: to a more expensive one immediately, to a cheaper one at the end of the period.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT for a plan that is not offered or a card that is declined
 * @throws CONFLICT if a paid plan starts with a checkout
 * @throws UNAVAILABLE while Stripe is not reachable
 */
export async function changePlan(
  ctx: Context<'config' | 'db' | 'logger' | 'pool' | 'stripe'>,
  organizationId: string,
  to: PlanId,
): Promise<Subscription> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const { defaultPlan } = ctx.services.config.billing;
  if (!isOffered(to, defaultPlan)) {
    const offered = PLAN_IDS.filter((id) => isOffered(id, defaultPlan)).join(', ');
    throw badField('plan', `${to} is not offered here; choose one of ${offered}`);
  }
  const subscription = await findSubscription(ctx, organizationId);
  return providerOf(ctx, subscription).changePlan(ctx, subscription, to);
}

/**
 * Ends the paid plan at the end of the paid month.
 *
 * @throws as `changePlan`
 * @throws CONFLICT for a plan without a price
 */
export async function cancelSubscription(
  ctx: Context<'config' | 'db' | 'logger' | 'pool' | 'stripe'>,
  organizationId: string,
): Promise<Subscription> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const subscription = await findSubscription(ctx, organizationId);
  const { plan } = subscription;
  if (!isPaid(plan)) throw conflict(`The plan ${planOf(plan).name} is free; only paid plans can be canceled`);
  return providerOf(ctx, subscription).setCancel(ctx, subscription, true);
}

/**
 * Reverts a cancellation; without one, changes nothing.
 *
 * @throws as `changePlan`
 */
export async function resumeSubscription(
  ctx: Context<'config' | 'db' | 'logger' | 'pool' | 'stripe'>,
  organizationId: string,
): Promise<Subscription> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const subscription = await findSubscription(ctx, organizationId);
  if (!subscription.cancelAtPeriodEnd) return subscription;
  return providerOf(ctx, subscription).setCancel(ctx, subscription, false);
}

export interface OfferedPlan extends Plan {
  id: PlanId;
  currency: string;
  isDefault: boolean;
}

/** Lists the plans that this installation offers. */
export function listPlans(ctx: Context<'config'>): OfferedPlan[] {
  const { defaultPlan } = ctx.services.config.billing;
  return PLAN_IDS.filter((id) => isOffered(id, defaultPlan)).map((id) => ({
    ...planOf(id),
    id,
    currency: CURRENCY,
    isDefault: id === defaultPlan,
  }));
}

/**
 * Selects the payment provider of a subscription.
 *
 * @throws UNAVAILABLE for a Stripe subscription if STRIPE_SECRET_KEY is not set
 */
function providerOf(ctx: Context<'stripe'>, subscription: Subscription): Provider {
  if (subscription.provider === 'manual') return manualProvider;
  const { stripe } = ctx.services;
  if (stripe) return createStripeProvider(stripe);
  throw new AppError(
    'UNAVAILABLE',
    'This subscription is paid through Stripe, which is not configured; set STRIPE_SECRET_KEY',
  );
}
