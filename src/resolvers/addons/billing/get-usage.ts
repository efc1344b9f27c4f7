import type { Context } from '../../../context.ts';
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

const READ = `SELECT ${RESOURCE_COUNTS.projects} AS projects, ${RESOURCE_COUNTS.members} AS members,
    coalesce((SELECT plan FROM subscriptions WHERE organization_id = $1), $3) AS plan,
    (SELECT used FROM usage_counters WHERE organization_id = $1 AND metric = 'snapshots' AND period_start = $2) AS snapshots,
    (SELECT used FROM usage_counters WHERE organization_id = $1 AND metric = 'events' AND period_start = $2) AS events`;

/**
 * Usage of an organization and the limits of its plan.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function getUsage(ctx: Context<'config' | 'pool'>, organizationId: string): Promise<Usage> {
  await requireOrganization(ctx, organizationId, 'usage.read');
  const { start, end } = calendarMonth(new Date());
  const { defaultPlan } = ctx.services.config.billing;
  const { rows } = await ctx.services.pool.query(READ, [organizationId, start, defaultPlan]);
  const [row] = rows;
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
