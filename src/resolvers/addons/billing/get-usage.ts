import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { RESOURCE_COUNTS } from '../../platform/quotas/assert-within-plan.ts';
import { calendarMonth } from '../../platform/quotas/periods.ts';
import { limitOf, type Metric } from '../../platform/quotas/plans.ts';

export interface MetricUsage {
  used: number;
  /** Undefined if unlimited. */
  limit: number | undefined;
  /** Undefined for a metric that is not reset. */
  resetsAt: Date | undefined;
}

export type Usage = Record<Metric, MetricUsage> & {
  organizationId: string;
  plan: string;
  periodStart: Date;
  periodEnd: Date;
};

const READ = statement(
  'get-usage/read',
  `SELECT ${RESOURCE_COUNTS.projects} AS projects, ${RESOURCE_COUNTS.members} AS members,
    coalesce((SELECT plan FROM subscriptions WHERE organization_id = $organizationId), $defaultPlan) AS "plan!",
    (SELECT used FROM usage_counters WHERE organization_id = $organizationId AND metric = 'snapshots' AND period_start = $start) AS snapshots,
    (SELECT used FROM usage_counters WHERE organization_id = $organizationId AND metric = 'events' AND period_start = $start) AS events`,
);

/**
 * Usage of an organization and the limits of its plan.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function getUsage(ctx: Context<'config' | 'pool'>, organizationId: string): Promise<Usage> {
  await requireOrganization(ctx, organizationId, 'usage.read');
  const { start, end } = calendarMonth(new Date());
  const { defaultPlan } = ctx.services.config.billing;
  const row = await READ.one(ctx.services.pool, { organizationId, start, defaultPlan });
  const usageOf = (metric: Metric, resetsAt?: Date): MetricUsage => ({
    used: Number(row[metric] ?? 0),
    limit: limitOf(row.plan, metric),
    resetsAt,
  });
  return {
    organizationId,
    plan: row.plan,
    periodStart: start,
    periodEnd: end,
    projects: usageOf('projects'),
    members: usageOf('members'),
    snapshots: usageOf('snapshots', end),
    events: usageOf('events', end),
  };
}
