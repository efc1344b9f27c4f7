import type { Context } from '../../context.ts';
import { CURRENCY, isOffered, PLAN_IDS, type Plan, type PlanId, planOf } from '../platform/quotas/plans.ts';

export interface OfferedPlan extends Plan {
  id: PlanId;
  currency: string;
  isDefault: boolean;
}

/** The plans that an organization may choose here. */
export function listPlans(ctx: Context): OfferedPlan[] {
  const { defaultPlan } = ctx.services.config.billing;
  return PLAN_IDS.filter((id) => isOffered(id, defaultPlan)).map((id) => ({
    ...planOf(id),
    id,
    currency: CURRENCY,
    isDefault: id === defaultPlan,
  }));
}
