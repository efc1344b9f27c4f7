import type { Context } from '../../../../context.ts';
import { conflict } from '../../../../errors.ts';
import type { Subscription } from '../../../../generated/prisma/client.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { Provider } from '../../../billing/providers/provider.ts';
import { type Period, periodAt } from '../../../platform/quotas/periods.ts';
import { isPaid, type PlanId } from '../../../platform/quotas/plans.ts';
import { type InvoiceLine, prorationLines, subscriptionLines } from '../invoices/invoice-lines.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import { lockSubscription, NOTHING_AHEAD, type SubscriptionChanges, writeSubscription } from '../lock-subscription.ts';
import { planTransition } from '../plan-transition.ts';

/** Invoices that are paid by hand: an owner says when. */
export const manual: Provider = {
  changePlan: (ctx, { organizationId }, to) =>
    inTransaction(ctx.services.pool, async (sql) => {
      const held = await lockSubscription(sql, ctx, organizationId);
      const change = await planned(sql, ctx, held, to, new Date());
      return change ? writeSubscription(sql, ctx, held, change) : held;
    }),

  setCancel: (ctx, { organizationId }, cancel) =>
    inTransaction(ctx.services.pool, async (sql) => {
      const held = await lockSubscription(sql, ctx, organizationId);
      // Between the look and the lock the period may have ended.
      if (held.cancelAtPeriodEnd === cancel || !isPaid(held.plan)) return held;
      return writeSubscription(sql, ctx, held, { cancelAtPeriodEnd: cancel });
    }),
};

/** What the choice of a plan changes, with the invoice for it issued. */
async function planned(
  sql: Queryable,
  ctx: Context,
  held: Subscription,
  to: PlanId,
  at: Date,
): Promise<SubscriptionChanges | undefined> {
  const { organizationId } = held;
  const issue = (period: Period, lines: InvoiceLine[]) => issueInvoice(sql, { organizationId, period, lines, at });
  switch (planTransition(held, to)) {
    case 'none':
      return undefined;
    case 'keep':
      return NOTHING_AHEAD;
    case 'at_once':
      return { ...NOTHING_AHEAD, plan: to };
    case 'downgrade':
      return { pendingPlan: to, cancelAtPeriodEnd: false };
    case 'start': {
      if (ctx.services.stripe) throw beginsAtCheckout();
      const period = periodAt(at, at);
      await issue(period, subscriptionLines(to, period));
      return {
        ...NOTHING_AHEAD,
        plan: to,
        provider: 'manual',
        anchorAt: at,
        currentPeriodStart: period.start,
        currentPeriodEnd: period.end,
      };
    }
    case 'upgrade': {
      const period = periodOf(held, at);
      await issue({ start: at, end: period.end }, prorationLines(held.plan as PlanId, to, period, at));
      return { ...NOTHING_AHEAD, plan: to };
    }
  }
}

/** The month that is paid for. Between its end and the job that renews it, nothing of it is left to give back. */
function periodOf({ plan, currentPeriodStart, currentPeriodEnd }: Subscription, at: Date): Period {
  if (isPaid(plan) && currentPeriodStart && currentPeriodEnd)
    return { start: currentPeriodStart, end: currentPeriodEnd };
  return periodAt(at, at);
}

const beginsAtCheckout = () =>
  conflict('A paid plan begins with a payment: open the page of POST /billing/organizations/{organizationId}/checkout');
