import type { AttemptResult } from './attempt-result.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import type { RecordedAttempt } from './record-attempts.ts';

/** Kind of receiver. The container registers one for webhooks and one for integrations. */
export interface DeliveryTarget {
  /**
   * Attempts a delivery once.
   *
   * @returns undefined if the delivery was deferred without an attempt
   * @throws the abort reason of `signal`
   */
  attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<AttemptResult | undefined>;
  /** Disables the receiver if the result shows that it accepts no more events. */
  disableAfter(result: AttemptResult, recorded: RecordedAttempt): Promise<void>;
}

export type DeliveryTargets = Record<'webhook' | 'integration', DeliveryTarget>;
