import type { Context } from '../../../context.ts';
import type { Subscription } from '../../../generated/prisma/client.ts';

/** The subscription as it stands; of an organization that has chosen nothing, the default as if it had. */
export async function findSubscription(ctx: Context, organizationId: string): Promise<Subscription> {
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
