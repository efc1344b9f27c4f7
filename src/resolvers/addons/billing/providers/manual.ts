import type { Context } from '../../../../context.ts';
import { conflict } from '../../../../errors.ts';
import type { Subscription } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import { type Period, periodAt } from '../../../platform/quotas/periods.ts';
import { isPaid, type PlanId } from '../../../platform/quotas/plans.ts';
import { type InvoiceLine, prorationLines, subscriptionLines } from '../invoices/invoice-lines.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import {
  lockSubscription,
  NO_PENDING_CHANGE,
  NO_PERIOD,
  SUBSCRIPTION_COLUMNS,
  type SubscriptionChanges,
  writeSubscription,
} from '../lock-subscription.ts';
import { planTransition } from '../plan-transition.ts';
import type { Provider } from './provider.ts';

/** Plans paid by invoice; an owner confirms the payments. */
export const manualProvider: Provider = {
  changePlan: (ctx, { organizationId }, to) =>
    inTransaction(ctx.services.pool, async (sql) => {
      const current = await lockSubscription(sql, ctx, organizationId);
      const change = await changesFor(sql, ctx, current, to, new Date());
      return change ? writeSubscription(sql, ctx, current, change) : current;
    }),

  setCancel: (ctx, { organizationId }, cancel) =>
    inTransaction(ctx.services.pool, async (sql) => {
      const current = await lockSubscription(sql, ctx, organizationId);
      // The period may have ended since the check before the lock.
      if (current.cancelAtPeriodEnd === cancel || !isPaid(current.plan)) return current;
      return writeSubscription(sql, ctx, current, { cancelAtPeriodEnd: cancel });
    }),
};

/** Determines the changes for a chosen plan, and issues its invoice. */
async function changesFor(
  sql: Queryable,
  ctx: Context<'stripe'>,
  current: Subscription,
  to: PlanId,
  at: Date,
): Promise<SubscriptionChanges | undefined> {
  const { organizationId } = current;
  const issue = (period: Period, lines: InvoiceLine[]) => issueInvoice(sql, { organizationId, period, lines, at });
  switch (planTransition(current, to)) {
    case 'none':
      return undefined;
    case 'keep':
      return NO_PENDING_CHANGE;
    case 'at_once':
      return { ...NO_PENDING_CHANGE, plan: to };
    case 'downgrade':
      return { pendingPlan: to, cancelAtPeriodEnd: false };
    case 'start': {
      if (ctx.services.stripe) throw requiresCheckout();
      const period = periodAt(at, at);
      await issue(period, subscriptionLines(to, period));
      return {
        ...NO_PENDING_CHANGE,
        plan: to,
        provider: 'manual',
        anchorAt: at,
        currentPeriodStart: period.start,
        currentPeriodEnd: period.end,
      };
    }
    case 'upgrade': {
      const period = periodOf(current, at);
      await issue({ start: at, end: period.end }, prorationLines(current.plan as PlanId, to, period, at));
      return { ...NO_PENDING_CHANGE, plan: to };
    }
  }
}

/** The paid month. After its end and before the renewal job runs, there is nothing to credit. */
function periodOf({ plan, currentPeriodStart, currentPeriodEnd }: Subscription, at: Date): Period {
  if (isPaid(plan) && currentPeriodStart && currentPeriodEnd)
    return { start: currentPeriodStart, end: currentPeriodEnd };
  return periodAt(at, at);
}

const requiresCheckout = () =>
  conflict(
    'A paid plan starts with a payment; open the checkout page from POST /billing/organizations/{organizationId}/checkout',
  );

const LOCK = statement(
  'manual/lock',
  `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
  WHERE organization_id = $organizationId AND provider = 'manual' FOR UPDATE`,
);

/** Ends an organization's manually paid plan immediately. The organization must be locked. */
export async function endManualPlan(sql: Queryable, ctx: Context<'config'>, organizationId: string): Promise<void> {
  const current = await LOCK.first(sql, { organizationId });
  if (!current) return;
  const plan = ctx.services.config.billing.defaultPlan;
  await writeSubscription(sql, ctx, current, { ...NO_PERIOD, ...NO_PENDING_CHANGE, plan });
}
