import type { Context } from '../../../../context.ts';
import { HOUR_MS } from '../../../../lib/durations.ts';
import { syncById } from './sync-subscription.ts';

/** How long after a period's end Stripe's own word of it may take, milliseconds. */
const PATIENCE_MS = HOUR_MS;

/** Asks Stripe about subscriptions whose period has ended without an event that said so: an event can be lost. */
export async function reconcileStripe(ctx: Context): Promise<void> {
  const { stripe, db, logger } = ctx.services;
  if (!stripe) return;
  const overdue = await db.subscription.findMany({
    where: { provider: 'stripe', currentPeriodEnd: { lt: new Date(Date.now() - PATIENCE_MS) } },
    select: { stripeSubscriptionId: true, stripeCustomerId: true },
    orderBy: { currentPeriodEnd: 'asc' },
    take: 100,
  });
  for (const { stripeSubscriptionId: id, stripeCustomerId: customerId } of overdue) {
    if (!id || !customerId) continue;
    await syncById(ctx, stripe, { id, customerId }).catch((error: unknown) => {
      logger.warn({ err: error }, 'a subscription could not be read from Stripe; the next run tries again');
    });
  }
}
