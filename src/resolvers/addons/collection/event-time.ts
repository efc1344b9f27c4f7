import { DAY_MS } from '../../../lib/durations.ts';

/**
 * Time of an event: the visitor's clock corrected by the batch's shift, at most the time of
 * arrival. An event a day or more away from its arrival counts at the time of arrival.
 */
export function eventTime(timestamp: number, shiftMs: number, receivedAt: number): number {
  const corrected = timestamp + shiftMs;
  return Math.abs(receivedAt - corrected) < DAY_MS ? Math.min(corrected, receivedAt) : receivedAt;
}

const CORRECTED = "((e->>'timestamp')::float8 + b.shift_ms)";

/** {@link eventTime} in SQL, for an event `e` of the batch `b`. */
export const EVENT_TIME = `CASE WHEN abs(extract(epoch FROM b.received_at)::float8 * 1000 - ${CORRECTED}) < ${DAY_MS}
  THEN least(to_timestamp(${CORRECTED} / 1000), b.received_at) ELSE b.received_at END`;

/** Detects an event whose time contradicts its batch by a day or more. It is stored with a flag. */
export const isEventClockFarOff = (timestamp: number, sentAt: number): boolean =>
  Math.abs(timestamp - sentAt) >= DAY_MS;
