import type { Invoice } from '../../src/generated/prisma/client.ts';
import { inTransaction } from '../../src/infrastructure/database/transaction.ts';
import { subscriptionLines } from '../../src/resolvers/addons/billing/invoices/invoice-lines.ts';
import { issueInvoice } from '../../src/resolvers/addons/billing/invoices/issue-invoice.ts';
import { periodAt } from '../../src/resolvers/platform/quotas/periods.ts';
import type { PlanId } from '../../src/resolvers/platform/quotas/plans.ts';
import type { TestApp } from './test-app.ts';

/**
 * Gives an organization an active, manually billed plan that starts now. Replaces any other plan.
 */
export async function setPlan(app: TestApp, organizationId: string, plan: PlanId): Promise<void> {
  const { start, end } = periodAt(new Date(), new Date());
  const values = {
    plan,
    pendingPlan: null,
    status: 'active',
    provider: 'manual',
    anchorAt: start,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    cancelAtPeriodEnd: false,
  } as const;
  await app.services.db.subscription.upsert({
    where: { organizationId },
    create: { organizationId, ...values },
    update: values,
  });
}

/** Issues an open invoice for one month of the Business plan. */
export async function createInvoice(app: TestApp, organizationId: string, at = new Date()): Promise<Invoice> {
  const period = periodAt(at, at);
  const lines = subscriptionLines('business', period);
  const invoice = await inTransaction(app.services.pool, (sql) =>
    issueInvoice(sql, { organizationId, period, lines, at }),
  );
  if (!invoice) throw new Error('the invoice was not issued');
  return invoice;
}
