import type { Context } from '../../context.ts';
import type { OutboundAnswer } from '../../infrastructure/outbound/client.ts';
import { OutboundError } from '../../infrastructure/outbound/outbound-error.ts';
import { UnreadableSecret } from '../../infrastructure/secrets/secret-box.ts';
import type { ClaimedDelivery } from '../addons/deliveries/claim-deliveries.ts';
import { delayAfter } from '../addons/deliveries/retry-schedule.ts';

/** Of an answer's body, what is kept. */
const KEPT_BYTES = 4 * 1024;

/** How an attempt ended. */
export interface AttemptResult {
  delivery: ClaimedDelivery;
  outcome: 'delivered' | 'retry' | 'exhausted';
  /** Before the next attempt, milliseconds. */
  delay?: number;
  startedAt: Date;
  /** Milliseconds. */
  duration: number;
  responseStatus?: number;
  responseBody?: string;
  /** In words; absent when delivered. */
  error?: string;
  /** The receiver says that it will never take events again. */
  gone: boolean;
  /** Our right to send there was refused. */
  refused: boolean;
  /** What came back was nothing: the host, not the receiver, may be in trouble. */
  unanswered: boolean;
}

/** How an attempt ended, besides what its beginning says. */
export type Ending = Pick<AttemptResult, 'outcome'> & Partial<AttemptResult>;

/** Takes the time of an attempt that begins now. */
export function beginAttempt(delivery: ClaimedDelivery) {
  const startedAt = new Date();
  const started = performance.now();
  const end = (ending: Ending): AttemptResult => ({
    delivery,
    startedAt,
    duration: Math.round(performance.now() - started),
    gone: false,
    refused: false,
    unanswered: false,
    ...ending,
  });
  return { startedAt, end };
}

/** Another attempt, if the schedule has one left. @param retryAfter what the receiver asked for, seconds */
export function retryLater(ctx: Context, { attemptCount, extraAttempts }: ClaimedDelivery, retryAfter?: number) {
  const scheduled = attemptCount + 1 - extraAttempts;
  const delay = delayAfter(scheduled, ctx.services.config.webhookRetryDelays, { retryAfter });
  return delay === undefined ? { outcome: 'exhausted' as const } : { outcome: 'retry' as const, delay };
}

/** After a throw: nothing came back, or nothing was sent. */
export function retryAfterFailure(ctx: Context, delivery: ClaimedDelivery, failure: unknown): Ending {
  const isOutbound = failure instanceof OutboundError;
  if (!isOutbound) ctx.logger.error({ err: failure, delivery: delivery.id }, 'no attempt was made');
  return {
    ...retryLater(ctx, delivery),
    error: isOutbound ? failure.message : `Nothing was sent: ${reasonOf(failure)}`,
    unanswered: isOutbound && ['timeout', 'unreachable', 'unresolved'].includes(failure.failure),
  };
}

const reasonOf = (failure: unknown): string =>
  failure instanceof UnreadableSecret
    ? 'the stored secret or token cannot be read. Give a new one, or have the operator list the former AUTH_SECRET again'
    : 'there was a fault on our side';

/** What is kept of an answer. PostgreSQL stores no NUL. */
export const kept = ({ status, body }: OutboundAnswer) => ({
  responseStatus: status,
  responseBody: body.subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '\ufffd'),
});
