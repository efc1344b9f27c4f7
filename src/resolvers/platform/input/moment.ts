import { DAY_MS } from '../../../lib/durations.ts';

/** A date, or a date and time, in the extended format. `Date` parses others by implementation. */
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:Z|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;

export const NO_MOMENT = 'must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z';

/** Moments of the years 1 to 9999, in UTC: others have no form as YYYY-MM-DD. */
export const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
export const OUT_OF_RANGE = 'must be from 0001-01-01 to 9999-12-31, in UTC';
export const isInRange = (moment: Date): boolean => moment.getTime() >= FIRST_MS && moment.getTime() <= LAST_MS;

/** A date without a time, stored as its start in UTC. */
class Day extends Date {}

/**
 * Parses an ISO 8601 date or date and time; UTC without an offset. Returns undefined for other
 * texts and for dates that do not exist.
 */
export function readMoment(text: string): Date | undefined {
  const [, date, time, hours, minutes = '00'] = ISO_8601.exec(text) ?? [];
  if (date === undefined || !isOfCalendar(date)) return undefined;
  if (time === undefined) return new Day(date);
  const moment = new Date(`${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** End of a range that includes `moment`: for a date without a time, the end of that day. */
export const endOf = (moment: Date): Date => (moment instanceof Day ? new Date(moment.getTime() + DAY_MS - 1) : moment);

/** Rejects dates that `Date` would roll over, such as February 30. */
function isOfCalendar(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
