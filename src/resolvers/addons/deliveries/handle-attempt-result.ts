import type { Context } from '../../../context.ts';
import type { AttemptResult } from './attempt-result.ts';
import { recordFailure, resetFailures } from './circuit-breaker.ts';
import type { DeliveryTarget } from './delivery-target.ts';
import type { RecordedAttempt } from './record-attempts.ts';

/**
 * Handles a recorded attempt: updates metrics, live updates and the circuit breaker, and disables a
 * receiver that accepts no more events. Failures are logged; the next attempt repeats the step.
 *
 * @returns consecutive calls to its destination without a response
 */
export async function handleAttemptResult(
  ctx: Context<'metrics' | 'pool' | 'publishDeliveries'>,
  target: DeliveryTarget,
  result: AttemptResult,
  recorded?: RecordedAttempt,
): Promise<number> {
  const { delivery } = result;
  const { metrics } = ctx.services;
  metrics.deliveryAttempts.inc({ outcome: result.outcome });
  metrics.deliveryDuration.observe(result.duration / 1000);
  if (delivery.attemptCount === 0) {
    metrics.deliveryDelay.observe(Math.max(0, result.startedAt.getTime() - delivery.createdAt.getTime()) / 1000);
  }
  const logFailure = (message: string) => (error: unknown) => {
    ctx.logger.error({ err: error, webhook: delivery.webhookId, destination: delivery.destination }, message);
    return undefined;
  };
  const failures = await updateCircuitBreaker(ctx, result).catch(logFailure('circuit breaker not updated'));
  if (recorded) {
    ctx.services.publishDeliveries([recorded]);
    await target.disableAfter(result, recorded).catch(logFailure('failing receiver not disabled'));
  }
  return failures ?? (result.hasNoResponse ? delivery.destinationFailures + 1 : 0);
}

async function updateCircuitBreaker(ctx: Context<'pool'>, { delivery, hasNoResponse }: AttemptResult): Promise<number> {
  if (hasNoResponse) return recordFailure(ctx, delivery.destination);
  if (delivery.destinationFailures > 0) await resetFailures(ctx, delivery.destination);
  return 0;
}
