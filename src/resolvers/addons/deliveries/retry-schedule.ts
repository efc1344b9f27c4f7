/** Max random extension of a delay, as a fraction of it. Spreads the retries of many deliveries. */
const JITTER = 0.1;
/** Factor by which a receiver's Retry-After can extend a delay. */
const MAX_RETRY_AFTER_FACTOR = 2;

/**
 * Computes the delay after a failed attempt, ms.
 *
 * @param attempt number of scheduled attempts so far, including this one; 0 if it was requested
 *   before the first scheduled attempt
 * @param delays the setting WEBHOOK_RETRY_DELAYS, seconds; the first precedes the first attempt
 * @param retryAfter delay requested by the receiver, seconds; it may double a delay, not shorten it
 * @param random from 0 to 1
 * @returns undefined after the last attempt
 */
export function delayAfter(
  attempt: number,
  delays: readonly number[],
  { retryAfter = 0, random = Math.random() }: { retryAfter?: number; random?: number } = {},
): number | undefined {
  const seconds = delays[attempt];
  if (seconds === undefined) return undefined;
  const requested = Math.min(retryAfter, seconds * MAX_RETRY_AFTER_FACTOR);
  return Math.round(Math.max(seconds * (1 + JITTER * random), requested) * 1000);
}

/** Parses the header Retry-After into seconds from now; undefined if absent or invalid. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now) / 1000);
}
