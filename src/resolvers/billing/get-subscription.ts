import type { Context } from '../../context.ts';
import type { Subscription } from '../../generated/prisma/client.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { findSubscription } from './find-subscription.ts';

/** An organization's subscription for an owner. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export async function getSubscription(ctx: Context, organizationId: string): Promise<Subscription> {
  await requireOrganization(ctx, organizationId, 'billing.manage');
  return findSubscription(ctx, organizationId);
}
