import type { Context } from '../../../context.ts';
import type { Subscription } from '../../../generated/prisma/client.ts';
import type { PlanId } from '../../platform/quotas/plans.ts';

/** Who takes the money, and says when a plan is paid for. */
export interface Provider {
  /** @throws CONFLICT when this provider begins a paid plan in another way */
  changePlan(ctx: Context, subscription: Subscription, to: PlanId): Promise<Subscription>;
  /** Sets or takes back the end at the end of the period. */
  setCancel(ctx: Context, subscription: Subscription, cancel: boolean): Promise<Subscription>;
}
