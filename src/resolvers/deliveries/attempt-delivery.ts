import type { Context } from '../../context.ts';
import type { OutboundAnswer } from '../../infrastructure/outbound/client.ts';
import { openIfReadable } from '../../infrastructure/secrets/secret-box.ts';
import type { ClaimedDelivery } from '../addons/deliveries/claim-deliveries.ts';
import { retryAfterSeconds } from '../addons/deliveries/retry-schedule.ts';
import { deliveryHeaders } from '../addons/deliveries/signatures.ts';
import { type AttemptResult, beginAttempt, kept, retryAfterFailure, retryLater } from './attempt-result.ts';
import { publicEventId } from './event-body.ts';

const GONE = 410;

/** Sends a delivery once. Success is any 2xx. Never rejects, except when `signal` has aborted it. */
export async function attemptDelivery(
  ctx: Context,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { startedAt, end } = beginAttempt(delivery);
  try {
    const answer = await send(ctx, delivery, startedAt, signal);
    return end({ ...judge(ctx, delivery, answer), ...kept(answer) });
  } catch (error) {
    if (signal.aborted) throw error;
    return end(retryAfterFailure(ctx, delivery, error));
  }
}

function send(ctx: Context, delivery: ClaimedDelivery, at: Date, signal: AbortSignal): Promise<OutboundAnswer> {
  const { secretBox, outbound } = ctx.services;
  const { body, type, eventId, attemptCount, webhookId, url, secret, previousSecret } = delivery;
  const secrets = {
    current: secretBox.open(secret, webhookId),
    previous: previousSecret === null ? undefined : openIfReadable(secretBox, previousSecret, webhookId),
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
  return { ...retryLater(ctx, delivery, retryAfterSeconds(headers['retry-after'])), error };
}
