import { eventConsumers } from '../container/event-consumers.ts';
import type { Context } from '../context.ts';
import { runBackfills } from '../infrastructure/database/backfills.ts';
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import { runAllSettled } from '../lib/run-all-settled.ts';
import { renewSubscriptions } from '../resolvers/addons/billing/renew-subscriptions.ts';
import { endDeletedAtStripe } from '../resolvers/addons/billing/stripe/end-deleted.ts';
import { reconcileStripe } from '../resolvers/addons/billing/stripe/reconcile.ts';
import { countBatches } from '../resolvers/addons/collection/count-batches.ts';
import { maintainCollected } from '../resolvers/addons/collection/maintain-collected.ts';
import { mergePendingChanges } from '../resolvers/addons/collection/structures/merge-pending-changes.ts';
import { sweepDeliveries } from '../resolvers/addons/deliveries/sweep-deliveries.ts';
import { isProofDue } from '../resolvers/addons/deployments/guards/keep-proofs.ts';
import { countWaitingCaptures } from '../resolvers/addons/deployments/run/claim-capture.ts';
import { suggestEffects } from '../resolvers/addons/deployments/suggestions/suggest-effects.ts';
import { finishIntegrationDeletions } from '../resolvers/addons/integrations/delete-integration.ts';
import { advanceSends } from '../resolvers/addons/integrations/sends/advance-sends.ts';
import { announceDueDates } from '../resolvers/addons/notifications/announce-due-dates.ts';
import { keepSendingNotificationMails } from '../resolvers/addons/notifications/send-notification-mails.ts';
import { sendVisitorMails } from '../resolvers/addons/notifications/send-visitor-mails.ts';
import { purgeExpired } from '../resolvers/addons/retention/purge-expired.ts';
import { purgeSnapshots } from '../resolvers/addons/retention/purge-snapshots.ts';
import { resealSecrets } from '../resolvers/addons/webhooks/reseal-secrets.ts';
import { movePictures } from '../resolvers/core/annotations/pictures/move-pictures.ts';
import { finishUnassignments } from '../resolvers/core/annotations/unassign-member.ts';
import { finishAssignments } from '../resolvers/core/environments/assign-environments.ts';
import { resealCaptureCredentials } from '../resolvers/core/environments/reseal-capture-credentials.ts';
import { sendInvitationMails } from '../resolvers/core/invitations/send-invitation-mails.ts';
import { keepRemainingElementCrops } from '../resolvers/core/reanchoring/keep-element-crops.ts';
import { countWaitingSnapshots } from '../resolvers/core/snapshots/claim-snapshot.ts';
import { sumCounts } from '../resolvers/core/work-list/sum-counts.ts';
import { relayEvents } from '../resolvers/platform/events/relay-events.ts';
import { retryEvents } from '../resolvers/platform/events/retry-events.ts';
import { sendQueuedMails } from '../resolvers/platform/mail/send-queued-mails.ts';
import { assertOwnStorage } from '../resolvers/platform/objects/assert-own-storage.ts';
import { sweepObjects } from '../resolvers/platform/objects/sweep-objects.ts';

/** Periodic work. One worker at a time runs a job, whichever process it belongs to. */
export interface ScheduledJob {
  name: string;
  everyMs: number;
  run(ctx: Context): Promise<void>;
}

/** Finishes the assignments that a request left behind: too many rows, or a process that died. */
export const assignEnvironmentsJob: ScheduledJob = {
  name: 'assign-environments',
  everyMs: 5_000,
  run: finishAssignments,
};

/** Finishes the unassignments that a request left behind: too many rows, or a process that died. */
export const unassignMembersJob: ScheduledJob = {
  name: 'unassign-members',
  everyMs: 5_000,
  run: finishUnassignments,
};

/** Finishes the removals that a request left behind: too many rows, or a process that died. */
export const removeIntegrationsJob: ScheduledJob = {
  name: 'remove-integrations',
  everyMs: 5_000,
  run: finishIntegrationDeletions,
};

/** Removes expired rows. */
export const purgeExpiredJob: ScheduledJob = {
  name: 'purge-expired',
  everyMs: HOUR_MS,
  run: (ctx) => runAllSettled([() => purgeSnapshots(ctx), () => purgeExpired(ctx)]),
};

/**
 * Starts due billing months with their invoices, and ends Stripe subscriptions of deleted
 * organizations.
 */
export const renewSubscriptionsJob: ScheduledJob = {
  name: 'renew-subscriptions',
  everyMs: 10 * MINUTE_MS,
  run: async (ctx) => {
    await renewSubscriptions(ctx);
    await endDeletedAtStripe(ctx);
    await reconcileStripe(ctx);
  },
};

export const scheduledJobs: readonly ScheduledJob[] = [
  {
    // Relays events of processes that died, or lost the database, between commit and relay.
    name: 'sweep-events',
    everyMs: 5_000,
    run: async (ctx) => {
      const consumers = eventConsumers(ctx);
      await relayEvents(ctx, consumers);
      await retryEvents(ctx, consumers);
    },
  },
  {
    // Sends mails of imports, and mails left by a process that died or an unavailable mail server.
    name: 'send-mails',
    everyMs: 5_000,
    async run(ctx) {
      await Promise.all([sendInvitationMails(ctx), sendQueuedMails(ctx)]);
    },
  },
  // Sends the mails of notifications; a job of its own, because digests may be many.
  {
    name: 'send-notifications',
    everyMs: 5_000,
    run: (ctx) => runAllSettled([() => keepSendingNotificationMails(ctx), () => sendVisitorMails(ctx)]),
  },
  // Notifies of due dates, soon after midnight in UTC.
  { name: 'announce-due-dates', everyMs: 10 * MINUTE_MS, run: (ctx) => announceDueDates(ctx) },
  purgeExpiredJob,
  // Sends due deliveries: retries, and deliveries that a queue or a process lost.
  { name: 'sweep-deliveries', everyMs: 5_000, run: sweepDeliveries },
  // Encrypts stored secrets with the new AUTH_SECRET after a change.
  { name: 'reseal-secrets', everyMs: 10 * MINUTE_MS, run: resealSecrets },
  { name: 'reseal-capture-credentials', everyMs: 10 * MINUTE_MS, run: resealCaptureCredentials },
  renewSubscriptionsJob,
  {
    // Wakes workers for snapshots of a dead worker, or whose wake-up was lost.
    name: 'sweep-captures',
    everyMs: 5_000,
    run: async (ctx) => {
      const waiting = await countWaitingSnapshots(ctx);
      ctx.services.metrics.snapshotsWaiting.set(waiting);
      if (waiting > 0) ctx.services.wakeCaptures();
    },
  },
  {
    // Wakes workers for deployments of a dead worker, or whose wake-up was lost.
    name: 'sweep-deployments',
    everyMs: 5_000,
    run: async (ctx) => {
      const waiting = await countWaitingCaptures(ctx);
      ctx.services.metrics.deploymentCapturesWaiting.set(waiting);
      if (waiting > 0 || (await isProofDue(ctx))) ctx.services.wakeDeployments();
    },
  },
  // Judges resolved annotations whose jobs failed at every attempt.
  { name: 'retry-judging', everyMs: 10 * MINUTE_MS, run: ({ services }) => services.retryJudging() },
  {
    // Reconciles stored objects with the rows that reference them.
    name: 'sweep-objects',
    everyMs: 6 * HOUR_MS,
    run: async (ctx) => {
      await assertOwnStorage(ctx);
      await keepRemainingElementCrops(ctx);
      await sweepObjects(ctx);
    },
  },
  {
    // Creates partitions ahead of time and drops expired ones. The name is stored in the queue:
    // renaming it would leave the old schedule behind.
    name: 'keep-collected',
    everyMs: HOUR_MS,
    run: ({ services: { pool, config } }) => maintainCollected(pool, config.collectRetentionDays),
  },
  {
    // Counts batches of a process that died between storing and counting.
    name: 'count-collected',
    everyMs: 15_000,
    run: async ({ services: { pool } }) => {
      await countBatches(pool);
    },
  },
  // Merges reported page changes into page structures, many of a session at once.
  { name: 'merge-structures', everyMs: 15_000, run: mergePendingChanges },
  assignEnvironmentsJob,
  unassignMembersJob,
  removeIntegrationsJob,
  // Queues the next existing annotations that members send to integrations.
  { name: 'send-annotations', everyMs: 5_000, run: advanceSends },
  // Asks the operator's model about changes that no rule understands.
  { name: 'suggest-effects', everyMs: 10_000, run: suggestEffects },
  // Runs the backfills that migrations added.
  { name: 'run-backfills', everyMs: 15_000, run: ({ services }) => runBackfills(services) },
  // Moves pictures of annotations into the object storage.
  { name: 'move-pictures', everyMs: 15_000, run: movePictures },
  // Keeps the table of counts small.
  { name: 'sum-counts', everyMs: MINUTE_MS, run: sumCounts },
];
