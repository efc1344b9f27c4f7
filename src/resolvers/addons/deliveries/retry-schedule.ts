/** The longest lengthening at random, as a share of a delay: retries of many deliveries spread out. */
const JITTER = 0.1;
/** How far a receiver's Retry-After can lengthen a delay. */
const LONGEST_FACTOR = 2;

/**
 * How long to wait after an attempt that failed, milliseconds; undefined when it was the last.
 * @param attempt how many there were by the schedule, this one included; 0 when it was on top of it, before the first
 * @param delays the setting WEBHOOK_RETRY_DELAYS, seconds: the first stands before the first attempt
 * @param retryAfter what the receiver asked for, seconds: it lengthens up to twice and never shortens
 * @param random from 0 to 1
 */
export function delayAfter(
  attempt: number,
  delays: readonly number[],
  { retryAfter = 0, random = Math.random() }: { retryAfter?: number; random?: number } = {},
): number | undefined {
  const seconds = delays[attempt];
  if (seconds === undefined) return undefined;
  const wanted = Math.min(retryAfter, seconds * LONGEST_FACTOR);
  return Math.round(Math.max(seconds * (1 + JITTER * random), wanted) * 1000);
}

/** The header Retry-After as seconds from now; undefined for none or nonsense. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now) / 1000);
}
