import type { Context } from '../../context.ts';
import type { OutboundAnswer } from '../../infrastructure/outbound/client.ts';
import { OutboundError } from '../../infrastructure/outbound/outbound-error.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { publicEventId } from './event-body.ts';
import { delayAfter, retryAfterSeconds } from './schedule.ts';
import { deliveryHeaders } from './signatures.ts';

/** Of an answer's body, what is kept. */
const KEPT_BYTES = 4 * 1024;
const GONE = 410;

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
  /** What came back was nothing: the host, not the receiver, may be in trouble. */
  unanswered: boolean;
}

/** Sends a delivery once. Success is any 2xx. Never rejects, except when `signal` has aborted it. */
export async function attemptDelivery(
  ctx: Context,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = new Date();
  const started = performance.now();
  const end = (ending: Pick<AttemptResult, 'outcome'> & Partial<AttemptResult>): AttemptResult => ({
    delivery,
    startedAt,
    duration: Math.round(performance.now() - started),
    gone: false,
    unanswered: false,
    ...ending,
  });
  try {
    const answer = await send(ctx, delivery, startedAt, signal);
    return end({ ...judge(ctx, delivery, answer), ...kept(answer) });
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof OutboundError))
      ctx.logger.error({ err: error, delivery: delivery.id }, 'no attempt was made');
    const words = error instanceof OutboundError ? error.message : 'Nothing was sent because of a fault on our side';
    const unanswered =
      error instanceof OutboundError && ['timeout', 'unreachable', 'unresolved'].includes(error.failure);
    return end({ ...retry(ctx, delivery), error: words, unanswered });
  }
}

function send(ctx: Context, delivery: ClaimedDelivery, at: Date, signal: AbortSignal): Promise<OutboundAnswer> {
  const { secretBox, outbound } = ctx.services;
  const { body, type, eventId, attemptCount, webhookId, url, secret, previousSecret } = delivery;
  const secrets = {
    current: secretBox.open(secret, webhookId),
    previous: previousSecret === null ? undefined : secretBox.open(previousSecret, webhookId),
  };
  const headers = deliveryHeaders({
    body,
    eventId: publicEventId(eventId),
    type,
    attempt: attemptCount + 1,
    secrets,
    at,
  });
  return outbound.send({ url, headers, body, signal });
}

function judge(ctx: Context, delivery: ClaimedDelivery, { status, headers }: OutboundAnswer) {
  if (status >= 200 && status < 300) return { outcome: 'delivered' as const };
  const error =
    status >= 300 && status < 400
      ? `The receiver answered ${status}: redirects are not followed; give the webhook the address that it leads to`
      : `The receiver answered ${status}; any 2xx is a success`;
  if (status === GONE) return { outcome: 'exhausted' as const, gone: true, error };
  return { ...retry(ctx, delivery, retryAfterSeconds(headers['retry-after'])), error };
}

function retry(ctx: Context, { attemptCount }: ClaimedDelivery, retryAfter?: number) {
  const delay = delayAfter(attemptCount + 1, ctx.services.config.webhookRetryDelays, { retryAfter });
  return delay === undefined ? { outcome: 'exhausted' as const } : { outcome: 'retry' as const, delay };
}

/** PostgreSQL stores no NUL. */
const kept = ({ status, body }: OutboundAnswer) => ({
  responseStatus: status,
  responseBody: body.subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '\ufffd'),
});
