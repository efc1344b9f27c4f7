import { AppError } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import { isOffered, limitOf, type Metric, PLAN_IDS, type PlanId, planOf } from './plans.ts';

const PLANS_PATH = '/billing/organizations/{organizationId}/subscription';

/** Whatever knows what is offered here. */
export interface Offering {
  services: Pick<Services, 'config'>;
}

/** What a metric stands at when it can take no more. */
export interface Reached {
  metric: Metric;
  plan: string;
  used: number;
  limit: number;
  /** How much more was asked for. */
  asked: number;
  /** Monthly metrics: when counting begins anew. */
  resetsAt?: Date;
}

/** The answer at a limit: what was reached, and what to do. */
export function planLimitReached(ctx: Offering, reached: Reached): AppError {
  const { metric, plan, used, limit, asked, resetsAt } = reached;
  const stands = resetsAt
    ? `${used} of ${limit} this month (until ${resetsAt.toISOString()}) are used`
    : `${used} of ${limit} are used`;
  const nextPlan = roomier(ctx, plan, metric, used + asked);
  const remedy = nextPlan
    ? `An owner can choose the plan ${nextPlan} or a larger one with PUT ${PLANS_PATH}`
    : 'No plan here allows more; ask whoever runs this installation';
  const instead = resetsAt ? 'wait for the next month' : 'remove what is not needed';
  return new AppError(
    'FORBIDDEN',
    `${metric}: ${stands} on the plan ${planOf(plan).name}, and this needs ${asked} more. ${remedy}, or ${instead}. Nothing that exists is lost`,
  );
}

/** The cheapest plan to choose with room for so much. */
function roomier(ctx: Offering, plan: string, metric: Metric, needed: number): PlanId | undefined {
  const { defaultPlan } = ctx.services.config.billing;
  return PLAN_IDS.filter((id) => id !== 'self_hosted').find(
    (id) =>
      id !== plan &&
      isOffered(id, defaultPlan) &&
      planOf(id).priceCents >= planOf(plan).priceCents &&
      (limitOf(id, metric) ?? Number.POSITIVE_INFINITY) >= needed,
  );
}
