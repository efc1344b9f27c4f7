import type { Context } from '../../../../context.ts';
import type { Subscription } from '../../../../generated/prisma/client.ts';
import type { PlanId } from '../../../platform/quotas/plans.ts';

/** A payment provider, which decides when a plan is paid. */
export interface Provider {
  /**
   * Changes the plan.
   *
   * @throws CONFLICT if this provider starts paid plans in another way
   */
  changePlan(
    ctx: Context<'config' | 'logger' | 'pool' | 'stripe'>,
    subscription: Subscription,
    to: PlanId,
  ): Promise<Subscription>;
  /** Schedules or reverts the end of the plan at the end of the period. */
  setCancel(
    ctx: Context<'config' | 'logger' | 'pool' | 'stripe'>,
    subscription: Subscription,
    cancel: boolean,
  ): Promise<Subscription>;
}
