import type { Subscription } from '../../../generated/prisma/client.ts';
import { isPaid, type PlanId, planOf } from '../../platform/quotas/plans.ts';

/**
 * Effect of choosing a plan:
 * - `none`: the plan is unchanged
 * - `keep`: the plan is unchanged, and its scheduled end is reverted
 * - `at_once`: both plans are free
 * - `start`: the first paid month starts now
 * - `upgrade`: a more expensive plan starts now; the difference for the rest of the month is
 *   charged
 * - `downgrade`: a cheaper plan starts at the end of the paid month
 */
export type PlanTransition = 'none' | 'keep' | 'at_once' | 'start' | 'upgrade' | 'downgrade';

export function planTransition(
  current: Pick<Subscription, 'plan' | 'pendingPlan' | 'cancelAtPeriodEnd'>,
  to: PlanId,
): PlanTransition {
  if (to === current.plan) return current.pendingPlan || current.cancelAtPeriodEnd ? 'keep' : 'none';
  if (!isPaid(current.plan)) return isPaid(to) ? 'start' : 'at_once';
  return planOf(to).priceCents > planOf(current.plan).priceCents ? 'upgrade' : 'downgrade';
}
