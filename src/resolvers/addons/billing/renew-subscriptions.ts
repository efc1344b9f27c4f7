import type { Context } from '../../../context.ts';
import type { Subscription } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { periodAt } from '../../platform/quotas/periods.ts';
import { isPaid, type PlanId } from '../../platform/quotas/plans.ts';
import { subscriptionLines } from './invoices/invoice-lines.ts';
import { issueInvoice } from './invoices/issue-invoice.ts';
import {
  NO_PENDING_CHANGE,
  NO_PERIOD,
  SUBSCRIPTION_COLUMNS,
  type SubscriptionChanges,
  writeSubscription,
} from './lock-subscription.ts';

/**
 * Claims a subscription that no other worker is renewing. Deleted organizations are not renewed.
 */
const CLAIM = statement(
  'renew-subscriptions/claim',
  `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
  WHERE provider = 'manual' AND current_period_end <= $at
    AND EXISTS (SELECT FROM organizations WHERE id = organization_id AND deleted_at IS NULL)
  ORDER BY current_period_end LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

/**
 * Starts the next month of every manually paid subscription whose month is over: with an invoice,
 * or with the plan scheduled for that time. Each renewal is a transaction, so workers may run
 * concurrently. Months missed while no worker ran are renewed one by one.
 */
export async function renewSubscriptions(ctx: Context<'config' | 'pool'>): Promise<void> {
  const at = new Date();
  while (await renewOne(ctx, at));
}

const renewOne = (ctx: Context<'config' | 'pool'>, at: Date): Promise<boolean> =>
  inTransaction(ctx.services.pool, async (sql) => {
    const current = await CLAIM.first(sql, { at });
    if (!current) return false;
    await writeSubscription(sql, ctx, current, await nextMonth(sql, ctx, current, at));
    return true;
  });

async function nextMonth(
  sql: Queryable,
  ctx: Context<'config'>,
  current: Subscription,
  at: Date,
): Promise<SubscriptionChanges> {
  const { organizationId, anchorAt, currentPeriodEnd } = current;
  const plan = current.cancelAtPeriodEnd
    ? ctx.services.config.billing.defaultPlan
    : ((current.pendingPlan ?? current.plan) as PlanId);
  if (!isPaid(plan) || !anchorAt || !currentPeriodEnd) return { ...NO_PENDING_CHANGE, ...NO_PERIOD, plan };
  const period = periodAt(anchorAt, currentPeriodEnd);
  await issueInvoice(sql, { organizationId, period, lines: subscriptionLines(plan, period), at });
  return { ...NO_PENDING_CHANGE, plan, currentPeriodStart: period.start, currentPeriodEnd: period.end };
}
