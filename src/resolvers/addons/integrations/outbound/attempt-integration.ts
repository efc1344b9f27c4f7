import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { OutboundError } from '../../../../infrastructure/outbound/outbound-error.ts';
import { type AttemptResult, retryAfterFailure, retryLater, startAttempt } from '../../deliveries/attempt-result.ts';
import { type ClaimedDelivery, postponeDelivery } from '../../deliveries/claim-deliveries.ts';
import type { DeliveryTarget } from '../../deliveries/delivery-target.ts';
import { connect } from '../connect.ts';
import { disableAfterDenials, disableFailing } from '../disable-integration.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { IssueBusy } from './issue-rows.ts';
import { type EventSubject, loadSubject } from './load-subject.ts';
import { ownsAnnotation } from './sent-annotations.ts';
import { syncIssue } from './sync-issue.ts';

/** Max duration of all calls of an attempt; shorter than the leases of its rows. */
const DEADLINE_MS = 20_000;
/** Delay while another attempt writes to the same issue, or a part is awaited, seconds. */
const BUSY_SECONDS = 2;
/** Max pause that a provider can request, seconds. */
const MAX_PAUSE = 24 * 3_600;

const PAUSE = statement(
  'attempt-integration/pause',
  `UPDATE integrations SET paused_until = greatest(paused_until, now() + $wait * interval '1 second')
  WHERE id = $webhookId`,
);

/** Error while the crop of a new annotation is being captured, or its files are being uploaded. */
class PartAwaited extends Error {}

/** Receiver of integrations: the API of their provider. */
export const integrationTarget = (
  ctx: Context<'config' | 'mail' | 'objectUrls' | 'outbound' | 'pool' | 'runInBackground' | 'secretBox' | 'wakeRelay'>,
): DeliveryTarget => ({
  attempt: (delivery, signal) => attemptIntegration(ctx, delivery, signal),
  async disableAfter({ isAccessDenied }, { webhookId, failedOut }) {
    if (isAccessDenied) await disableAfterDenials(ctx, webhookId);
    if (failedOut) await disableFailing(ctx, webhookId);
  },
});

/**
 * Sends an event to an integration once.
 *
 * @returns undefined if it was postponed without counting an attempt: the provider requested a
 *   pause for all events, another attempt writes to the same issue, or a part of
 *   it is awaited
 */
async function attemptIntegration(
  ctx: Context<'config' | 'objectUrls' | 'outbound' | 'pool' | 'secretBox' | 'wakeRelay'>,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptResult | undefined> {
  const { finish } = startAttempt(delivery);
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  try {
    await deliver(ctx, delivery, AbortSignal.any([signal, deadline]));
    return finish({ outcome: 'delivered' });
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof IssueBusy || error instanceof PartAwaited) {
      await postponeDelivery(ctx, delivery, BUSY_SECONDS);
      return undefined;
    }
    if (!(error instanceof ProviderError)) {
      return finish(retryAfterFailure(ctx, delivery, deadline.aborted ? deadlineError() : error));
    }
    const { failure, message, status, retryAfter = 0 } = error;
    if (failure === 'rateLimited') return pause(ctx, delivery, retryAfter);
    const outcome: Partial<AttemptResult> = {
      error: message,
      responseStatus: status,
      isAccessDenied: failure === 'denied',
    };
    return finish({ ...retryLater(ctx, delivery, retryAfter), ...outcome });
  }
}

const deadlineError = () => new OutboundError('timeout', `The calls for one event took over ${DEADLINE_MS / 1000} s`);

async function pause(ctx: Context<'pool'>, delivery: ClaimedDelivery, seconds: number): Promise<undefined> {
  const wait = Math.min(Math.max(seconds, 1), MAX_PAUSE);
  await PAUSE.run(ctx.services.pool, { webhookId: delivery.webhookId, wait });
  await postponeDelivery(ctx, delivery, wait);
}

async function deliver(
  ctx: Context<'config' | 'objectUrls' | 'outbound' | 'pool' | 'secretBox' | 'wakeRelay'>,
  { webhookId, eventId }: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const loaded = await loadSubject(ctx, webhookId, eventId);
  if (!loaded) return;
  const connection = connect(ctx, loaded.integration, signal);
  const { subject } = loaded;
  // Neither an issue nor a message gets its picture or its files later.
  if (subject.kind !== 'status' && subject.awaitsFiles) throw new PartAwaited();
  if (subject.kind === 'annotation' && subject.awaitsDrawing) throw new PartAwaited();
  if (connection.kind === 'tracker') return syncIssue(ctx, connection, webhookId, subject);
  if (!subject.isSelected) return;
  // A message cannot be changed later, so that it waits for its picture.
  if (subject.kind === 'annotation' && subject.awaitsCrop) throw new PartAwaited();
  // A message cannot be found again, so one event alone may send an annotation.
  if (subject.kind === 'annotation' && !(await ownsAnnotation(ctx, webhookId, subject.annotation.id, eventId))) return;
  await connection.channel.post({ ...subject, status: subject.status && STATUS_TEXT[subject.status] });
}

const STATUS_TEXT: Record<NonNullable<EventSubject['status']>, string> = {
  open: 'open again',
  in_progress: 'in progress',
  resolved: 'resolved',
};
