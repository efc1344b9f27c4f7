import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { type PlanContext, planLimitReached } from './plan-limit-reached.ts';
import { limitOf, type ResourceMetric, UNLIMITED } from './plans.ts';

/**
 * SQL for current counts of an organization, the parameter `organizationId`. An open invitation
 * counts as a member; guests and service accounts of tokens do not count.
 */
export const RESOURCE_COUNTS: Record<ResourceMetric, string> = {
  projects: '(SELECT count(*)::int FROM projects WHERE organization_id = $organizationId AND deleted_at IS NULL)',
  members: `((SELECT count(*) FROM memberships
     WHERE organization_id = $organizationId AND role <> 'guest' AND access_token_id IS NULL) +
    (SELECT count(*) FROM invitations WHERE organization_id = $organizationId AND role <> 'guest' AND expires_at > now()))::int`,
};

const ENSURE = statement(
  'assert-within-plan/ensure',
  `INSERT INTO subscriptions (organization_id, plan, updated_at)
  SELECT id, $defaultPlan, now() FROM organizations WHERE id = $organizationId ON CONFLICT (organization_id) DO NOTHING`,
);

const COUNTS = {
  projects: statement('assert-within-plan/projects', `SELECT ${RESOURCE_COUNTS.projects} AS "used!"`),
  members: statement('assert-within-plan/members', `SELECT ${RESOURCE_COUNTS.members} AS "used!"`),
};

/** Serializes additions to an organization with limits, which then read its current plan. */
const LOCK_LIMITED = statement(
  'assert-within-plan/lock-limited',
  'SELECT plan FROM subscriptions WHERE organization_id = $organizationId AND plan <> ALL($unlimited::text[]) FOR UPDATE',
  { prepared: true },
);

/**
 * Checks the limit of a resource that counts while it exists. Call it in the transaction that adds
 * the resource, before the insert:
 *
 *     await assertWithinPlan(sql, ctx, organizationId, 'members', 1);
 *
 * One statement on a plan without limits. With limits it locks the subscription until the commit,
 * so that concurrent additions cannot exceed the limit.
 *
 * @throws FORBIDDEN when `n` more would exceed the plan
 */
export async function assertWithinPlan(
  sql: Queryable,
  ctx: PlanContext,
  organizationId: string,
  metric: ResourceMetric,
  n: number,
): Promise<void> {
  const plan = await lockLimitedPlan(sql, ctx, organizationId);
  const limit = plan === undefined ? undefined : limitOf(plan, metric);
  if (plan === undefined || limit === undefined) return;
  const { used } = await COUNTS[metric].one(sql, { organizationId });
  if (used + n > limit) throw planLimitReached(ctx, { metric, plan, used, limit, asked: n });
}

/** Locks the subscription of a plan with limits and returns the plan; undefined without limits. */
async function lockLimitedPlan(sql: Queryable, ctx: PlanContext, organizationId: string): Promise<string | undefined> {
  const values = { organizationId, unlimited: UNLIMITED };
  const { defaultPlan } = ctx.services.config.billing;
  const found = await LOCK_LIMITED.first(sql, values);
  if (found || UNLIMITED.includes(defaultPlan)) return found?.plan;
  // There is no row to lock yet.
  await ensureSubscription(sql, ctx, organizationId);
  return (await LOCK_LIMITED.first(sql, values))?.plan;
}

/** Inserts the subscription of an organization without one, on the default plan. */
export async function ensureSubscription(sql: Queryable, ctx: PlanContext, organizationId: string): Promise<void> {
  await ENSURE.run(sql, { organizationId, defaultPlan: ctx.services.config.billing.defaultPlan });
}
