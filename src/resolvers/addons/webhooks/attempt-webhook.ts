import type { Context } from '../../../context.ts';
import type { OutboundResponse } from '../../../infrastructure/outbound/client.ts';
import { openIfReadable } from '../../../infrastructure/secrets/secret-box.ts';
import {
  type AttemptOutcome,
  type AttemptResult,
  responseExcerpt,
  retryAfterFailure,
  retryLater,
  startAttempt,
} from '../deliveries/attempt-result.ts';
import type { ClaimedDelivery } from '../deliveries/claim-deliveries.ts';
import type { DeliveryTarget } from '../deliveries/delivery-target.ts';
import { retryAfterSeconds } from '../deliveries/retry-schedule.ts';
import { deliveryHeaders, publicEventId } from '../deliveries/signatures.ts';
import { basicHeader } from './basic-auth.ts';
import { disableWebhook } from './disable-webhook.ts';

const GONE = 410;

/** Receiver of plain webhooks. */
export const webhookTarget = (
  ctx: Context<'config' | 'mail' | 'outbound' | 'pool' | 'runInBackground' | 'secretBox'>,
): DeliveryTarget => ({
  attempt: (delivery, signal) => attemptWebhook(ctx, delivery, signal),
  async disableAfter({ isGone }, { webhookId, failedOut }) {
    if (isGone) await disableWebhook(ctx, webhookId, 'gone');
    else if (failedOut) await disableWebhook(ctx, webhookId, 'failing');
  },
});

/** Sends a delivery once. Rejects only after `signal` is aborted. */
async function attemptWebhook(
  ctx: Context<'config' | 'outbound' | 'secretBox'>,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { startedAt, finish } = startAttempt(delivery);
  try {
    const response = await send(ctx, delivery, startedAt, signal);
    return finish({ ...classifyResponse(ctx, delivery, response), ...responseExcerpt(response) });
  } catch (error) {
    if (signal.aborted) throw error;
    return finish(retryAfterFailure(ctx, delivery, error));
  }
}

function send(
  ctx: Context<'outbound' | 'secretBox'>,
  delivery: ClaimedDelivery,
  at: Date,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const { secretBox, outbound } = ctx.services;
  const { body, type, eventId, attemptCount, webhookId, url, secret, previousSecret, basicAuth } = delivery;
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
  if (basicAuth !== null) headers.authorization = basicHeader(secretBox.open(basicAuth, webhookId));
  return outbound.send({ url, headers, body, signal });
}

/** Any 2xx is a success; 410 disables the webhook. */
function classifyResponse(
  ctx: Context<'config'>,
  delivery: ClaimedDelivery,
  { status, headers }: OutboundResponse,
): AttemptOutcome {
  if (status >= 200 && status < 300) return { outcome: 'delivered' };
  const error =
    status >= 300 && status < 400
      ? `The receiver responded with ${status}. Redirects are not followed; change the URL of the webhook to the target`
      : `The receiver responded with ${status}; expected 2xx`;
  if (status === GONE) return { outcome: 'exhausted', isGone: true, error };
  return { ...retryLater(ctx, delivery, retryAfterSeconds(headers['retry-after'])), error };
}
