import type { AppError } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { calendarMonth } from './periods.ts';
import { type PlanContext, planLimitReached } from './plan-limit-reached.ts';
import { type Counter, limitOf, metricOf, PLAN_IDS } from './plans.ts';

/**
 * CTEs of a WITH that add to the counters of several organizations, each all or nothing. `counted`
 * has a row for each organization within its limit. The statement locks the counters in the order
 * of the ids, so that concurrent batches do not deadlock, and reads them as others committed them.
 *
 * Its parameters are those of `usageValues`.
 *
 * @param condition SQL condition for counting at all
 */
export const usageCtes = (condition = 'true'): string => `asked AS (
    SELECT a.id, a.n, p.most
      FROM unnest($organizationIds::uuid[], $amounts::bigint[]) AS a(id, n)
      LEFT JOIN subscriptions s ON s.organization_id = a.id
      LEFT JOIN unnest($plans::text[], $limits::bigint[]) AS p(plan, most) ON p.plan = coalesce(s.plan, $defaultPlan)
  ), counted AS (
    INSERT INTO usage_counters AS counter (organization_id, metric, period_start, used)
    SELECT id, $counter, $start, n FROM asked WHERE (${condition}) AND (most IS NULL OR n <= most) ORDER BY id
    ON CONFLICT (organization_id, metric, period_start) DO UPDATE SET used = counter.used + excluded.used
     WHERE coalesce((SELECT counter.used + excluded.used <= most FROM asked WHERE id = counter.organization_id), true)
    RETURNING organization_id AS id
  )`;

/** Values for `usageCtes`: the counts by organization in the current month. */
export function usageValues(ctx: PlanContext, counter: Counter, counts: ReadonlyMap<string, number>) {
  const limits = PLAN_IDS.map((id) => limitOf(id, metricOf(counter)) ?? null);
  const { start } = calendarMonth(new Date());
  return {
    organizationIds: [...counts.keys()],
    amounts: [...counts.values()],
    counter,
    start,
    plans: PLAN_IDS,
    limits,
    defaultPlan: ctx.services.config.billing.defaultPlan,
  };
}

const COUNT = statement('count-usage/count', `WITH ${usageCtes()} SELECT id FROM counted`, { prepared: true });

const USED = statement(
  'count-usage/used',
  `SELECT coalesce(s.plan, $defaultPlan) AS "plan!", coalesce(u.used, 0) AS used
    FROM organizations o
    LEFT JOIN subscriptions s ON s.organization_id = o.id
    LEFT JOIN usage_counters u ON u.organization_id = o.id AND u.metric = $counter AND u.period_start = $start
   WHERE o.id = $organizationId`,
);

/**
 * Counts monthly usage in the transaction of the counted insert: rolled back together, and never
 * above the limit.
 *
 *     await countUsage(sql, ctx, organizationId, 'snapshots', 1);
 *
 * One statement, which checks and counts. It locks the counter until the commit: call it
 * immediately before the insert.
 *
 * @throws FORBIDDEN when `n` more would exceed the plan; nothing is counted, and the transaction
 *   remains usable
 */
export async function countUsage(
  sql: Queryable,
  ctx: PlanContext,
  organizationId: string,
  counter: Counter,
  n: number,
): Promise<void> {
  const rejected = await countUsages(sql, ctx, counter, new Map([[organizationId, n]]));
  const rejection = rejected.get(organizationId);
  if (rejection) throw rejection;
}

const UPDATE = statement(
  'count-usage/update',
  `UPDATE usage_counters SET used = greatest(0, used - $n)
      WHERE organization_id = $organizationId AND metric = $counter AND period_start = $start`,
);

/** Reverts usage counted at `at`, in the transaction that finds that there is nothing to bill. */
export async function uncountUsage(
  sql: Queryable,
  organizationId: string,
  counter: Counter,
  { at, n }: { at: Date; n: number },
): Promise<void> {
  await UPDATE.run(sql, { organizationId, counter, start: calendarMonth(at).start, n });
}

/**
 * Same as `countUsage`, for a batch of several organizations, once per counter:
 *
 *     const errors = await countUsages(sql, ctx, 'events', new Map([[organizationId, 120], …]));
 *
 * @returns errors by organization over its limit, whose data must be left out; the others are
 *   counted
 */
export async function countUsages(
  sql: Queryable,
  ctx: PlanContext,
  counter: Counter,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, AppError>> {
  const { defaultPlan } = ctx.services.config.billing;
  const { start, end } = calendarMonth(new Date());
  const rows = await COUNT.rows(sql, usageValues(ctx, counter, counts));
  const counted = new Set(rows.map(({ id }) => id));
  const errors = new Map<string, AppError>();
  for (const [organizationId, asked] of counts) {
    if (counted.has(organizationId)) continue;
    const found = await USED.run(sql, { organizationId, counter, start, defaultPlan });
    const { plan = defaultPlan, used = '0' } = found.rows[0] ?? {};
    const metric = metricOf(counter);
    const limit = limitOf(plan, metric) ?? 0;
    errors.set(
      organizationId,
      planLimitReached(ctx, { metric, plan, used: Number(used), limit, asked, resetsAt: end }),
    );
  }
  return errors;
}
