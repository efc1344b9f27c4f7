import type { Context } from '../../context.ts';
import { badInput, conflict } from '../../errors.ts';
import type { Subscription } from '../../generated/prisma/client.ts';
import { findSubscription } from '../addons/billing/get-subscription.ts';
import { requireOrganization } from '../core/organizations/require-organization.ts';
import { isOffered, isPaid, PLAN_IDS, type PlanId, planOf } from '../platform/quotas/plans.ts';
import { providerOf } from './providers/index.ts';

/**
 * Chooses a plan: a dearer one counts from now on, a cheaper one from the period's end.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND; BAD_USER_INPUT for a plan that is not offered or a card that does not
 *   pay; CONFLICT where a paid plan begins at the checkout; UNAVAILABLE while Stripe is
 */
export async function changePlan(ctx: Context, organizationId: string, to: PlanId): Promise<Subscription> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const { defaultPlan } = ctx.services.config.billing;
  if (!isOffered(to, defaultPlan)) {
    const offered = PLAN_IDS.filter((id) => isOffered(id, defaultPlan)).join(', ');
    throw badInput(`plan: ${to} is not offered here; choose one of ${offered}`);
  }
  const subscription = await findSubscription(ctx, organizationId);
  return providerOf(ctx, subscription).changePlan(ctx, subscription, to);
}

/** Ends the paid plan when the month that is paid for is over. @throws as `changePlan`; CONFLICT on a plan without a price */
export async function cancelSubscription(ctx: Context, organizationId: string): Promise<Subscription> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const subscription = await findSubscription(ctx, organizationId);
  const { plan } = subscription;
  if (!isPaid(plan)) throw conflict(`The plan ${planOf(plan).name} costs nothing: there is nothing to cancel`);
  return providerOf(ctx, subscription).setCancel(ctx, subscription, true);
}

/** Takes a cancellation back; without one, changes nothing. @throws as `changePlan` */
export async function resumeSubscription(ctx: Context, organizationId: string): Promise<Subscription> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  const subscription = await findSubscription(ctx, organizationId);
  if (!subscription.cancelAtPeriodEnd) return subscription;
  return providerOf(ctx, subscription).setCancel(ctx, subscription, false);
}
