import { DAY_MS } from '../../../lib/durations.ts';

/**
 * When an event happened: by the visitor's clock, corrected by what the batch tells of it, and never after it arrived. An
 * event that lies a day or more from its arrival has no time of its own: it counts for the moment of arrival.
 */
export function eventTime(timestamp: number, shiftMs: number, receivedAt: number): number {
  const corrected = timestamp + shiftMs;
  return Math.abs(receivedAt - corrected) < DAY_MS ? Math.min(corrected, receivedAt) : receivedAt;
}

const CORRECTED = "((e->>'timestamp')::float8 + b.shift_ms)";

/** {@link eventTime} in SQL, of an event `e` of the batch `b`. */
export const EVENT_TIME = `CASE WHEN abs(extract(epoch FROM b.received_at)::float8 * 1000 - ${CORRECTED}) < ${DAY_MS}
  THEN least(to_timestamp(${CORRECTED} / 1000), b.received_at) ELSE b.received_at END`;

/** Whether an event's clock disagrees with that of its own batch: it is kept and marked. */
export const isEventFarOff = (timestamp: number, sentAt: number): boolean => Math.abs(timestamp - sentAt) >= DAY_MS;
