import { DAY_MS, HOUR_MS } from '../../../lib/durations.ts';

/** Local time of digests, as a user prefers it. */
export interface DigestTime {
  /** IANA name. */
  timeZone: string;
  /** 0–23. */
  digestHour: number;
  /** 1 (Monday) to 7; for weekly digests. */
  digestWeekday: number;
}

/** Offset of a time zone from UTC at a moment, ms. */
function offsetOf(timeZone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(moment / 1_000) * 1_000;
}

/**
 * Moment of a local time, given as if it were UTC. An hour that a clock change skips is the next
 * one.
 */
function momentOf(timeZone: string, local: number): number {
  const guess = local - offsetOf(timeZone, local);
  return local - offsetOf(timeZone, guess);
}

/** Time of the next digest after `now`. */
export function nextDigest(
  rhythm: 'daily' | 'weekly',
  { timeZone, digestHour, digestWeekday }: DigestTime,
  now: Date,
): Date {
  const localNow = now.getTime() + offsetOf(timeZone, now.getTime());
  const today = Math.floor(localNow / DAY_MS) * DAY_MS;
  for (let day = today; ; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay() || 7;
    if (rhythm === 'weekly' && weekday !== digestWeekday) continue;
    const moment = momentOf(timeZone, day + digestHour * HOUR_MS);
    if (moment > now.getTime()) return new Date(moment);
  }
}
