import type { AppError } from '../../../errors.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { calendarMonth } from './periods.ts';
import { type Offering, planLimitReached } from './plan-limit-reached.ts';
import { type Counter, limitOf, metricOf, PLAN_IDS } from './plans.ts';

/**
 * Adds to the counters of several organizations, of each all or nothing: as parts of a WITH, of which `counted` has a row
 * for each organization with room. A counter's row decides: it is locked by the statement and read as others left it. In the order
 * of the ids, so that two batches wait for each other in turn.
 * @param first number of the first of the parameters, for `usageValues`
 * @param condition on which anything is counted
 */
export const usageParts = (first: number, condition = 'true'): string => `asked AS (
    SELECT a.id, a.n, p.most
      FROM unnest($${first}::uuid[], $${first + 1}::bigint[]) AS a(id, n)
      LEFT JOIN subscriptions s ON s.organization_id = a.id
      LEFT JOIN unnest($${first + 4}::text[], $${first + 5}::bigint[]) AS p(plan, most) ON p.plan = coalesce(s.plan, $${first + 6})
  ), counted AS (
    INSERT INTO usage_counters AS counter (organization_id, metric, period_start, used)
    SELECT id, $${first + 2}, $${first + 3}, n FROM asked WHERE (${condition}) AND (most IS NULL OR n <= most) ORDER BY id
    ON CONFLICT (organization_id, metric, period_start) DO UPDATE SET used = counter.used + excluded.used
     WHERE coalesce((SELECT counter.used + excluded.used <= most FROM asked WHERE id = counter.organization_id), true)
    RETURNING organization_id AS id
  )`;

/** What is counted, by organization, in the current month. */
export function usageValues(ctx: Offering, counter: Counter, counts: ReadonlyMap<string, number>): unknown[] {
  const limits = PLAN_IDS.map((id) => limitOf(id, metricOf(counter)) ?? null);
  const { start } = calendarMonth(new Date());
  return [
    [...counts.keys()],
    [...counts.values()],
    counter,
    start,
    PLAN_IDS,
    limits,
    ctx.services.config.billing.defaultPlan,
  ];
}

const COUNT = `WITH ${usageParts(1)} SELECT id FROM counted`;

const USED = `SELECT coalesce(s.plan, $4) AS plan, coalesce(u.used, 0) AS used
    FROM organizations o
    LEFT JOIN subscriptions s ON s.organization_id = o.id
    LEFT JOIN usage_counters u ON u.organization_id = o.id AND u.metric = $2 AND u.period_start = $3
   WHERE o.id = $1`;

/**
 * Counts monthly usage in the transaction of what is counted: rolled back together, and never over the limit.
 *
 *     await countUsage(sql, ctx, organizationId, 'snapshots', 1);
 *
 * One statement, which is all that it costs on a plan without limits. It holds the counter until the commit: call it
 * last before what is counted is written. Counting and asking are one: there is nothing to check before.
 * @throws FORBIDDEN when the plan has no room for `n` more; nothing is counted then, and the transaction is still good
 */
export async function countUsage(
  sql: Queryable,
  ctx: Offering,
  organizationId: string,
  counter: Counter,
  n: number,
): Promise<void> {
  const refused = await countUsages(sql, ctx, counter, new Map([[organizationId, n]]));
  const refusal = refused.get(organizationId);
  if (refusal) throw refusal;
}

/** Takes back what was counted at that time, when it turns out that there is nothing to bill, in the transaction that says so. */
export async function uncountUsage(
  sql: Queryable,
  organizationId: string,
  counter: Counter,
  { at, n }: { at: Date; n: number },
): Promise<void> {
  await sql.query(
    `UPDATE usage_counters SET used = greatest(0, used - $4)
      WHERE organization_id = $1 AND metric = $2 AND period_start = $3`,
    [organizationId, counter, calendarMonth(at).start, n],
  );
}

/**
 * As `countUsage`, for a batch that several organizations share, once for each counter:
 *
 *     const refused = await countUsages(sql, ctx, 'events', new Map([[organizationId, 120], …]));
 *
 * @returns the refusals of those whose plan has no room: leave their part out. The others are counted.
 */
export async function countUsages(
  sql: Queryable,
  ctx: Offering,
  counter: Counter,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, AppError>> {
  const { defaultPlan } = ctx.services.config.billing;
  const { start, end } = calendarMonth(new Date());
  const values = usageValues(ctx, counter, counts);
  const { rows } = await sql.query<{ id: string }>({ name: 'count-usage', text: COUNT, values });
  const counted = new Set(rows.map(({ id }) => id));
  const refusals = new Map<string, AppError>();
  for (const [organizationId, asked] of counts) {
    if (counted.has(organizationId)) continue;
    const found = await sql.query<{ plan: string; used: string }>(USED, [organizationId, counter, start, defaultPlan]);
    const { plan = defaultPlan, used = '0' } = found.rows[0] ?? {};
    const metric = metricOf(counter);
    const limit = limitOf(plan, metric) ?? 0;
    refusals.set(
      organizationId,
      planLimitReached(ctx, { metric, plan, used: Number(used), limit, asked, resetsAt: end }),
    );
  }
  return refusals;
}
