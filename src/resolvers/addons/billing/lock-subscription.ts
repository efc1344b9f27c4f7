import type { CallContext, Context } from '../../../context.ts';
import { invariant, notFound } from '../../../errors.ts';
import { Prisma, type Subscription } from '../../../generated/prisma/client.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { ensureSubscription } from '../../platform/quotas/assert-within-plan.ts';
import { planOf } from '../../platform/quotas/plans.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM subscriptions`. */
export const SUBSCRIPTION_COLUMNS = selectList(Prisma.SubscriptionScalarFieldEnum);

const LOCK = `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions WHERE organization_id = $1 FOR UPDATE`;

/**
 * Reads the subscription and locks its row until the commit.
 *
 * @throws NOT_FOUND if the organization was deleted
 */
export async function lockSubscription(
  sql: Queryable,
  ctx: Context<'config'>,
  organizationId: string,
): Promise<Subscription> {
  await ensureSubscription(sql, ctx, organizationId);
  const { rows } = await sql.query<Subscription>(LOCK, [organizationId]);
  const [subscription] = rows;
  if (!subscription) throw notFound('Organization');
  return subscription;
}

/** Changed members of a subscription. */
export type SubscriptionChanges = Partial<
  Omit<Subscription, 'organizationId' | 'stripeTicket' | 'createdAt' | 'updatedAt'>
>;

/** No change at the end of the period. */
export const NO_PENDING_CHANGE = { pendingPlan: null, cancelAtPeriodEnd: false } satisfies SubscriptionChanges;
/** Plans without a price have no periods. */
export const NO_PERIOD = {
  anchorAt: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
} satisfies SubscriptionChanges;

const UPDATE = `UPDATE subscriptions
    SET plan = $2, pending_plan = $3, status = $4::"SubscriptionStatus", provider = $5::"BillingProvider",
        anchor_at = $6, current_period_start = $7, current_period_end = $8, cancel_at_period_end = $9,
        stripe_customer_id = $10, stripe_subscription_id = $11, stripe_checkout_id = $12, stripe_written = $13,
        updated_at = now()
  WHERE organization_id = $1 RETURNING ${SUBSCRIPTION_COLUMNS}`;

/** Members whose changes the audit trail shows. */
const AUDITED_FIELDS = ['plan', 'pendingPlan', 'status', 'provider', 'cancelAtPeriodEnd'] as const;

/** Updates a locked subscription and records the change in the audit trail. */
export async function writeSubscription(
  sql: Queryable,
  ctx: CallContext,
  current: Subscription,
  changes: SubscriptionChanges,
): Promise<Subscription> {
  const next = { ...current, ...changes };
  const { rows } = await sql.query<Subscription>(UPDATE, [
    next.organizationId,
    next.plan,
    next.pendingPlan,
    next.status,
    next.provider,
    next.anchorAt,
    next.currentPeriodStart,
    next.currentPeriodEnd,
    next.cancelAtPeriodEnd,
    next.stripeCustomerId,
    next.stripeSubscriptionId,
    next.stripeCheckoutId,
    next.stripeWritten,
  ]);
  const [written] = rows;
  invariant(written, 'the row is locked');
  const changed = changesBetween(current, written, AUDITED_FIELDS);
  if (Object.keys(changed).length > 0) {
    const { organizationId, plan } = written;
    const target = { type: 'subscription', id: organizationId, name: planOf(plan).name };
    await recordAudit(sql, ctx, { organizationId, action: 'subscription_changed', target, changes: changed });
  }
  return written;
}
