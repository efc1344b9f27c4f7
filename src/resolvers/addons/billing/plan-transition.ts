import type { Subscription } from '../../../generated/prisma/client.ts';
import { isPaid, type PlanId, planOf } from '../../platform/quotas/plans.ts';

/**
 * What choosing a plan means:
 * `none` it is the plan already;
 * `keep` it is the plan already, and what was to end it at the period's end is taken back;
 * `at_once` nothing is paid for, before or after;
 * `start` the first paid month begins now;
 * `upgrade` a dearer plan from now on, with the difference for the rest of the month;
 * `downgrade` a cheaper plan once the month that is paid for is over.
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
