import type { Context } from '../../../context.ts';
import type { OutboundResponse } from '../../../infrastructure/outbound/client.ts';
import { OutboundError } from '../../../infrastructure/outbound/outbound-error.ts';
import { UnreadableSecret } from '../../../infrastructure/secrets/secret-box.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { delayAfter } from './retry-schedule.ts';

/** Bytes stored of a response body. */
const MAX_EXCERPT_BYTES = 4 * 1024;

/** Result of an attempt. */
export interface AttemptResult {
  delivery: ClaimedDelivery;
  outcome: 'delivered' | 'retry' | 'exhausted';
  /** Delay before the next attempt, ms. */
  delay?: number;
  startedAt: Date;
  /** In ms. */
  duration: number;
  responseStatus?: number;
  responseBody?: string;
  /** Message for members; absent if delivered. */
  error?: string;
  /** Whether the receiver responded that it accepts no more events (410). */
  isGone: boolean;
  /** Whether the provider rejected the credentials or the location. */
  isAccessDenied: boolean;
  /** Whether no response arrived, which may be a failure of the host rather than the receiver. */
  hasNoResponse: boolean;
}

/** Fields of a result that are known at the end of an attempt. */
export type AttemptOutcome = Pick<AttemptResult, 'outcome'> & Partial<AttemptResult>;

/** Starts the clock of an attempt. */
export function startAttempt(delivery: ClaimedDelivery) {
  const startedAt = new Date();
  const started = performance.now();
  const finish = (ending: AttemptOutcome): AttemptResult => ({
    delivery,
    startedAt,
    duration: Math.round(performance.now() - started),
    isGone: false,
    isAccessDenied: false,
    hasNoResponse: false,
    ...ending,
  });
  return { startedAt, finish };
}

/**
 * Schedules another attempt if the schedule has one left.
 *
 * @param retryAfter delay requested by the receiver, seconds
 */
export function retryLater(
  ctx: Context<'config'>,
  { attemptCount, extraAttempts }: ClaimedDelivery,
  retryAfter?: number,
) {
  const scheduled = attemptCount + 1 - extraAttempts;
  const delay = delayAfter(scheduled, ctx.services.config.webhookRetryDelays, { retryAfter });
  return delay === undefined ? { outcome: 'exhausted' as const } : { outcome: 'retry' as const, delay };
}

/** Handles an error before or instead of a response. */
export function retryAfterFailure(ctx: Context<'config'>, delivery: ClaimedDelivery, failure: unknown): AttemptOutcome {
  const isOutbound = failure instanceof OutboundError;
  if (!isOutbound)
    ctx.logger.error({ err: failure, delivery: delivery.id }, 'delivery attempt failed before the request');
  return {
    ...retryLater(ctx, delivery),
    error: isOutbound ? failure.message : `No request was sent: ${reasonOf(failure)}`,
    hasNoResponse: isOutbound && ['timeout', 'unreachable', 'unresolved'].includes(failure.failure),
  };
}

const reasonOf = (failure: unknown): string =>
  failure instanceof UnreadableSecret
    ? 'the stored secret or token cannot be read. Provide a new one, or have the operator add the former AUTH_SECRET again'
    : 'an internal error occurred';

/** Status and start of the body, as stored. PostgreSQL rejects NUL. */
export const responseExcerpt = ({ status, body }: OutboundResponse) => ({
  responseStatus: status,
  responseBody: body.subarray(0, MAX_EXCERPT_BYTES).toString('utf8').replaceAll('\0', '\ufffd'),
});
