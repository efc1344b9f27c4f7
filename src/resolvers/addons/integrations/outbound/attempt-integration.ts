import type { Context } from '../../../../context.ts';
import { OutboundError } from '../../../../infrastructure/outbound/outbound-error.ts';
import { type AttemptResult, beginAttempt, retryAfterFailure, retryLater } from '../../../deliveries/attempt-result.ts';
import { type ClaimedDelivery, postponeDelivery } from '../../deliveries/claim-deliveries.ts';
import { connect } from '../connect.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { IssueBusy } from './issue-rows.ts';
import { loadSubject, type Subject } from './load-subject.ts';
import { writeIssue } from './sync-issue.ts';

/** Of all calls of an attempt; shorter than the leases of its rows. */
const DEADLINE_MS = 20_000;
/** How long to wait while another attempt writes to the same issue, seconds. */
const BUSY_SECONDS = 2;
/** The longest pause that a provider is given, seconds. */
const LONGEST_PAUSE = 24 * 3_600;

const PAUSE = `UPDATE integrations SET paused_until = greatest(paused_until, now() + $2 * interval '1 second')
  WHERE id = $1`;

/**
 * Tells an integration of an event once. @returns undefined when it has to wait, with no attempt used: its provider asked
 * for a pause, which holds for all of its events, or another attempt writes to the same issue
 */
export async function attemptIntegration(
  ctx: Context,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptResult | undefined> {
  const { end } = beginAttempt(delivery);
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  try {
    await tell(ctx, delivery, AbortSignal.any([signal, deadline]));
    return end({ outcome: 'delivered' });
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof IssueBusy) {
      await postponeDelivery(ctx, delivery, BUSY_SECONDS);
      return undefined;
    }
    if (!(error instanceof ProviderError)) {
      return end(retryAfterFailure(ctx, delivery, deadline.aborted ? tooLong() : error));
    }
    const { failure, message, status, retryAfter = 0 } = error;
    if (failure === 'limited') return pause(ctx, delivery, retryAfter);
    const ending = { error: message, responseStatus: status, refused: failure === 'refused' };
    return end({ ...retryLater(ctx, delivery, retryAfter), ...ending });
  }
}

const tooLong = () => new OutboundError('timeout', `The calls of one event took over ${DEADLINE_MS / 1000} s`);

async function pause(ctx: Context, delivery: ClaimedDelivery, seconds: number): Promise<undefined> {
  const wait = Math.min(Math.max(seconds, 1), LONGEST_PAUSE);
  await ctx.services.pool.query(PAUSE, [delivery.webhookId, wait]);
  await postponeDelivery(ctx, delivery, wait);
}

async function tell(ctx: Context, { webhookId, eventId }: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const loaded = await loadSubject(ctx, webhookId, eventId);
  if (!loaded) return;
  const connection = connect(ctx, loaded.integration, signal);
  const { subject } = loaded;
  if (connection.kind === 'tracker') return writeIssue(ctx, connection, webhookId, subject);
  await connection.channel.post({ ...subject, status: subject.status && WORDS[subject.status] });
}

const WORDS: Record<NonNullable<Subject['status']>, string> = {
  open: 'open again',
  in_progress: 'in progress',
  resolved: 'resolved',
};
