import type { Context } from '../../context.ts';
import { laneAnswered, laneFailed } from '../addons/deliveries/circuit-breaker.ts';
import type { Recorded } from '../addons/deliveries/record-attempts.ts';
import { disableFailing, disableRefused } from '../addons/integrations/disable-integration.ts';
import { disableWebhook } from '../addons/webhooks/disable-webhook.ts';
import type { AttemptResult } from './attempt-result.ts';

/**
 * What follows from an attempt that was written down: metrics, live updates, the pause of a lane, the end of a webhook.
 * What fails of it is logged: the next attempt does it again.
 * @returns calls in a row in its lane that were left without an answer
 */
export async function settleAttempt(ctx: Context, result: AttemptResult, recorded?: Recorded): Promise<number> {
  const { delivery } = result;
  const { metrics } = ctx.services;
  metrics.deliveryAttempts.inc({ outcome: result.outcome });
  metrics.deliveryDuration.observe(result.duration / 1000);
  if (delivery.attemptCount === 0) {
    metrics.deliveryDelay.observe(Math.max(0, result.startedAt.getTime() - delivery.createdAt.getTime()) / 1000);
  }
  const failed = (what: string) => (error: unknown) => {
    ctx.logger.error({ err: error, webhook: delivery.webhookId, lane: delivery.lane }, what);
    return undefined;
  };
  const failures = await countInLane(ctx, result).catch(failed('an attempt was not counted in its lane'));
  if (recorded) {
    ctx.services.publishDeliveries([recorded]);
    await disableWhenDone(ctx, result, recorded).catch(failed('a webhook that has come to its end was not disabled'));
  }
  return failures ?? (result.unanswered ? delivery.laneFailures + 1 : 0);
}

async function countInLane(ctx: Context, { delivery, unanswered }: AttemptResult): Promise<number> {
  if (unanswered) return laneFailed(ctx, delivery.lane);
  if (delivery.laneFailures > 0) await laneAnswered(ctx, delivery.lane);
  return 0;
}

async function disableWhenDone(
  ctx: Context,
  { delivery, gone, refused }: AttemptResult,
  { webhookId, failedOut }: Recorded,
) {
  if (delivery.toIntegration) {
    if (refused) await disableRefused(ctx, webhookId);
    if (failedOut) await disableFailing(ctx, webhookId);
    return;
  }
  if (gone) await disableWebhook(ctx, webhookId, 'gone');
  else if (failedOut) await disableWebhook(ctx, webhookId, 'failing');
}
