import { renewSubscriptions } from '../resolvers/addons/billing/renew-subscriptions.ts';
import { endDeletedAtStripe } from '../resolvers/addons/billing/stripe/end-deleted.ts';
import { reconcileStripe } from '../resolvers/addons/billing/stripe/reconcile.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Begins the months that are due, with their invoices, and ends what deleted organizations pay through Stripe. */
export const renewSubscriptionsJob: ScheduledJob = {
  name: 'renew-subscriptions',
  everyMs: 10 * 60 * 1000,
  run: async (ctx) => {
    await renewSubscriptions(ctx);
    await endDeletedAtStripe(ctx);
    await reconcileStripe(ctx);
  },
};
