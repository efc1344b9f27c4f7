import type { Context } from '../../../context.ts';
import { invariant, notFound } from '../../../errors.ts';
import { Prisma, type Subscription } from '../../../generated/prisma/client.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { planOf } from '../../platform/quotas/plans.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** The select list for `FROM subscriptions`. */
export const SUBSCRIPTION_COLUMNS = selectList(Prisma.SubscriptionScalarFieldEnum);

const ENSURE = `INSERT INTO subscriptions (organization_id, plan, updated_at)
  SELECT id, $2, now() FROM organizations WHERE id = $1 ON CONFLICT (organization_id) DO NOTHING`;

const LOCK = `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions WHERE organization_id = $1 FOR UPDATE`;

/** Makes the row of an organization that has chosen nothing yet. */
export async function ensureSubscription(
  sql: Queryable,
  ctx: Pick<Context, 'services'>,
  organizationId: string,
): Promise<void> {
  await sql.query(ENSURE, [organizationId, ctx.services.config.billing.defaultPlan]);
}

/** The subscription, held until the commit. @throws NOT_FOUND when the organization is gone */
export async function lockSubscription(sql: Queryable, ctx: Context, organizationId: string): Promise<Subscription> {
  await ensureSubscription(sql, ctx, organizationId);
  const { rows } = await sql.query<Subscription>(LOCK, [organizationId]);
  const [subscription] = rows;
  if (!subscription) throw notFound('Organization');
  return subscription;
}

/** What a subscription becomes. Members that are left out stay. */
export type SubscriptionChanges = Partial<
  Omit<Subscription, 'organizationId' | 'stripeTicket' | 'createdAt' | 'updatedAt'>
>;

/** Nothing is chosen for the period's end. */
export const NOTHING_AHEAD = { pendingPlan: null, cancelAtPeriodEnd: false } satisfies SubscriptionChanges;
/** A plan without a price has no periods. */
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

/** What the audit trail shows of a change. */
const AUDITED = ['plan', 'pendingPlan', 'status', 'provider', 'cancelAtPeriodEnd'] as const;

/** Writes a subscription that the caller holds, and who did it. */
export async function writeSubscription(
  sql: Queryable,
  ctx: Context,
  held: Subscription,
  changes: SubscriptionChanges,
): Promise<Subscription> {
  const next = { ...held, ...changes };
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
  invariant(written, 'the caller holds the row');
  const changed = changesBetween(held, written, AUDITED);
  if (Object.keys(changed).length > 0) {
    const { organizationId, plan } = written;
    const target = { type: 'subscription', id: organizationId, name: planOf(plan).name };
    await recordAudit(sql, ctx, { organizationId, action: 'subscription_changed', target, changes: changed });
  }
  return written;
}
