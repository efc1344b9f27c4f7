import type { Context } from '../../../context.ts';
import type { Subscription } from '../../../generated/prisma/client.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';

/**
 * Reads an organization's subscription for an owner.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function getSubscription(
  ctx: Context<'config' | 'db' | 'pool'>,
  organizationId: string,
): Promise<Subscription> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  return findSubscription(ctx, organizationId);
}

/** Finds the subscription of an organization; the default one if no plan was ever chosen. */
export async function findSubscription(ctx: Context<'config' | 'db'>, organizationId: string): Promise<Subscription> {
  const found = await ctx.services.db.subscription.findUnique({ where: { organizationId } });
  return found ?? defaultSubscription(organizationId, ctx.services.config.billing.defaultPlan);
}

const defaultSubscription = (organizationId: string, plan: string): Subscription => ({
  organizationId,
  plan,
  pendingPlan: null,
  status: 'active',
  provider: 'manual',
  anchorAt: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  stripeCheckoutId: null,
  stripeTicket: 0,
  stripeWritten: 0,
  createdAt: new Date(0),
  updatedAt: new Date(0),
});
