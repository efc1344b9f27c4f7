import type { Context } from '../../../../context.ts';
import { HOUR_MS } from '../../../../lib/durations.ts';
import { syncById } from './sync-subscription.ts';

/** Time after the end of a period in which Stripe's event may still arrive, milliseconds. */
const EVENT_GRACE_MS = HOUR_MS;

/**
 * Reads subscriptions from Stripe whose period has ended without an event, because events may be
 * lost.
 */
export async function reconcileStripe(ctx: Context<'config' | 'db' | 'logger' | 'pool' | 'stripe'>): Promise<void> {
  const { stripe, db, logger } = ctx.services;
  if (!stripe) return;
  const overdue = await db.subscription.findMany({
    where: { provider: 'stripe', currentPeriodEnd: { lt: new Date(Date.now() - EVENT_GRACE_MS) } },
    select: { stripeSubscriptionId: true, stripeCustomerId: true },
    orderBy: { currentPeriodEnd: 'asc' },
    take: 100,
  });
  for (const { stripeSubscriptionId: id, stripeCustomerId: customerId } of overdue) {
    if (!id || !customerId) continue;
    await syncById(ctx, stripe, { id, customerId }).catch((error: unknown) => {
      logger.warn({ err: error }, 'reading a subscription from Stripe failed; retry scheduled');
    });
  }
}
