import type { Context } from '../../../context.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { ensureSubscription } from '../../addons/billing/lock-subscription.ts';
import { STANDING_COUNTS } from '../../billing/usage/standing-counts.ts';
import { planLimitReached } from './plan-limit-reached.ts';
import { limitOf, type StandingMetric, UNLIMITED } from './plans.ts';

/** Whoever adds to an organization with limits waits here for the one before it, and then sees its plan as it is. */
const LOCK_LIMITED = {
  name: 'lock-limited-subscription',
  text: 'SELECT plan FROM subscriptions WHERE organization_id = $1 AND plan <> ALL($2::text[]) FOR UPDATE',
};

/**
 * Makes room for something that counts as long as it is there. In the transaction that adds it, before it is added:
 *
 *     await assertWithinPlan(sql, ctx, organizationId, 'members', 1);
 *
 * One statement on a plan without limits; on one with limits it holds the subscription until the commit, so that of
 * many that add at once none goes over.
 * @throws FORBIDDEN when the plan has no room for `n` more
 */
export async function assertWithinPlan(
  sql: Queryable,
  ctx: Pick<Context, 'services'>,
  organizationId: string,
  metric: StandingMetric,
  n: number,
): Promise<void> {
  const plan = await lockLimitedPlan(sql, ctx, organizationId);
  const limit = plan === undefined ? undefined : limitOf(plan, metric);
  if (plan === undefined || limit === undefined) return;
  const { rows } = await sql.query<{ used: number }>(`SELECT ${STANDING_COUNTS[metric]} AS used`, [organizationId]);
  const used = rows[0]?.used ?? 0;
  if (used + n > limit) throw planLimitReached(ctx, { metric, plan, used, limit, asked: n });
}

/** @returns the plan, when it has limits */
async function lockLimitedPlan(
  sql: Queryable,
  ctx: Pick<Context, 'services'>,
  organizationId: string,
): Promise<string | undefined> {
  const values = [organizationId, UNLIMITED];
  const { defaultPlan } = ctx.services.config.billing;
  const found = await sql.query<{ plan: string }>({ ...LOCK_LIMITED, values });
  if (found.rows[0] || UNLIMITED.includes(defaultPlan)) return found.rows[0]?.plan;
  // Without a row there is nothing to lock yet.
  await ensureSubscription(sql, ctx, organizationId);
  return (await sql.query<{ plan: string }>({ ...LOCK_LIMITED, values })).rows[0]?.plan;
}
