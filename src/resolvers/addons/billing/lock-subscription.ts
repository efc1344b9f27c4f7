import type { CallContext, Context } from '../../../context.ts';
import { invariant, notFound } from '../../../errors.ts';
import { Prisma, type Subscription } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { ensureSubscription } from '../../platform/quotas/assert-within-plan.ts';
import { planOf } from '../../platform/quotas/plans.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM subscriptions`. */
export const SUBSCRIPTION_COLUMNS = selectList(Prisma.SubscriptionScalarFieldEnum);

const LOCK = statement(
  'lock-subscription/lock',
  `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions WHERE organization_id = $organizationId FOR UPDATE`,
);

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
  const subscription = await LOCK.first(sql, { organizationId });
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

const UPDATE = statement(
  'lock-subscription/update',
  `UPDATE subscriptions
    SET plan = $plan, pending_plan = $pendingPlan?, status = $status::"SubscriptionStatus", provider = $provider::"BillingProvider",
        anchor_at = $anchorAt?, current_period_start = $currentPeriodStart?, current_period_end = $currentPeriodEnd?, cancel_at_period_end = $cancelAtPeriodEnd,
        stripe_customer_id = $stripeCustomerId?, stripe_subscription_id = $stripeSubscriptionId?, stripe_checkout_id = $stripeCheckoutId?, stripe_written = $stripeWritten,
        updated_at = now()
  WHERE organization_id = $organizationId RETURNING ${SUBSCRIPTION_COLUMNS}`,
);

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
  const written = await UPDATE.first(sql, {
    organizationId: next.organizationId,
    plan: next.plan,
    pendingPlan: next.pendingPlan,
    status: next.status,
    provider: next.provider,
    anchorAt: next.anchorAt,
    currentPeriodStart: next.currentPeriodStart,
    currentPeriodEnd: next.currentPeriodEnd,
    cancelAtPeriodEnd: next.cancelAtPeriodEnd,
    stripeCustomerId: next.stripeCustomerId,
    stripeSubscriptionId: next.stripeSubscriptionId,
    stripeCheckoutId: next.stripeCheckoutId,
    stripeWritten: next.stripeWritten,
  });
  invariant(written, 'the row is locked');
  const changed = changesBetween(current, written, AUDITED_FIELDS);
  if (Object.keys(changed).length > 0) {
    const { organizationId, plan } = written;
    const target = { type: 'subscription', id: organizationId, name: planOf(plan).name };
    await recordAudit(sql, ctx, { organizationId, action: 'subscription_changed', target, changes: changed });
  }
  return written;
}
