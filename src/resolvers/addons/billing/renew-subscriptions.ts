import type { Context } from '../../../context.ts';
import type { Subscription } from '../../../generated/prisma/client.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { periodAt } from '../../platform/quotas/periods.ts';
import { isPaid, type PlanId } from '../../platform/quotas/plans.ts';
import { subscriptionLines } from './invoices/invoice-lines.ts';
import { issueInvoice } from './invoices/issue-invoice.ts';
import {
  NO_PERIOD,
  NOTHING_AHEAD,
  SUBSCRIPTION_COLUMNS,
  type SubscriptionChanges,
  writeSubscription,
} from './lock-subscription.ts';

/** One that no other worker renews at this moment. A deleted organization begins no month. */
const CLAIM = `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
  WHERE provider = 'manual' AND current_period_end <= $1
    AND EXISTS (SELECT FROM organizations WHERE id = organization_id AND deleted_at IS NULL)
  ORDER BY current_period_end LIMIT 1 FOR UPDATE SKIP LOCKED`;

/**
 * Begins the next month of every subscription that is paid by hand and whose month is over: with its invoice, or on
 * the plan that was chosen for then. Each is a transaction; any number of workers may run it at once. Months that
 * passed while no worker ran are made up for, one by one.
 */
export async function renewSubscriptions(ctx: Context): Promise<void> {
  const at = new Date();
  while (await renewOne(ctx, at));
}

const renewOne = (ctx: Context, at: Date): Promise<boolean> =>
  inTransaction(ctx.services.pool, async (sql) => {
    const { rows } = await sql.query<Subscription>(CLAIM, [at]);
    const [held] = rows;
    if (!held) return false;
    await writeSubscription(sql, ctx, held, await nextMonth(sql, ctx, held, at));
    return true;
  });

async function nextMonth(sql: Queryable, ctx: Context, held: Subscription, at: Date): Promise<SubscriptionChanges> {
  const { organizationId, anchorAt, currentPeriodEnd } = held;
  const plan = held.cancelAtPeriodEnd
    ? ctx.services.config.billing.defaultPlan
    : ((held.pendingPlan ?? held.plan) as PlanId);
  if (!isPaid(plan) || !anchorAt || !currentPeriodEnd) return { ...NOTHING_AHEAD, ...NO_PERIOD, plan };
  const period = periodAt(anchorAt, currentPeriodEnd);
  await issueInvoice(sql, { organizationId, period, lines: subscriptionLines(plan, period), at });
  return { ...NOTHING_AHEAD, plan, currentPeriodStart: period.start, currentPeriodEnd: period.end };
}
