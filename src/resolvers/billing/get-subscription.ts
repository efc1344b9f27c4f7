import type { Context } from '../../context.ts';
import type { Subscription } from '../../generated/prisma/client.ts';
import { findSubscription } from '../addons/billing/get-subscription.ts';
import { requireOrganization } from '../core/organizations/require-organization.ts';

/** An organization's subscription for an owner. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export async function getSubscription(ctx: Context, organizationId: string): Promise<Subscription> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  return findSubscription(ctx, organizationId);
}
