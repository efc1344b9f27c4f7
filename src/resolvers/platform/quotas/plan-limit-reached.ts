import type { Services } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { isOffered, limitOf, type Metric, PLAN_IDS, type PlanId, planOf } from './plans.ts';

const PLANS_PATH = '/billing/organizations/{organizationId}/subscription';

/** Access to the configured plans. */
export interface PlanContext {
  services: Pick<Services, 'config'>;
}

/** State of a metric at its limit. */
export interface ReachedLimit {
  metric: Metric;
  plan: string;
  used: number;
  limit: number;
  /** Requested amount. */
  asked: number;
  /** Start of the next period of a monthly metric. */
  resetsAt?: Date;
}

/** Error at a limit: the limit that was reached, and remedies. */
export function planLimitReached(ctx: PlanContext, reached: ReachedLimit): AppError {
  const { metric, plan, used, limit, asked, resetsAt } = reached;
  const usage = resetsAt
    ? `${used} of ${limit} this month (until ${resetsAt.toISOString()}) are used`
    : `${used} of ${limit} are used`;
  const nextPlan = largerPlan(ctx, plan, metric, used + asked);
  const remedy = nextPlan
    ? `An owner can choose the plan ${nextPlan} or a larger one with PUT ${PLANS_PATH}`
    : 'No available plan allows more; ask the operator of this installation';
  const instead = resetsAt ? 'wait for the next month' : 'remove what is not needed';
  return new AppError(
    'FORBIDDEN',
    `${metric}: ${usage} on the plan ${planOf(plan).name}, and this needs ${asked} more. ${remedy}, or ${instead}. Existing data is kept`,
  );
}

/** Cheapest available plan that allows the requested amount. */
function largerPlan(ctx: PlanContext, plan: string, metric: Metric, needed: number): PlanId | undefined {
  const { defaultPlan } = ctx.services.config.billing;
  return PLAN_IDS.filter((id) => id !== 'self_hosted').find(
    (id) =>
      id !== plan &&
      isOffered(id, defaultPlan) &&
      planOf(id).priceCents >= planOf(plan).priceCents &&
      (limitOf(id, metric) ?? Number.POSITIVE_INFINITY) >= needed,
  );
}
