import { DAY_MS } from '../../../lib/durations.ts';

/** A date, or a date and a time, in the extended format: what else `Date` reads depends on the machine. */
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:Z|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;

export const NO_MOMENT = 'must be an ISO 8601 date, or a date and time, such as 2026-11-21T09:30:00Z';

/** A date without a time: its own time is where it begins, UTC. */
class Day extends Date {}

/** A moment that a caller has written; without a zone it is UTC. Undefined for any other text, and for no day of the calendar. */
export function readMoment(text: string): Date | undefined {
  const [, date, time, hours, minutes = '00'] = ISO_8601.exec(text) ?? [];
  if (date === undefined || !isOfCalendar(date)) return undefined;
  if (time === undefined) return new Day(date);
  const moment = new Date(`${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** The last moment of a stretch that runs up to what a caller has written: all of a day is part of it. */
export const endOf = (moment: Date): Date => (moment instanceof Day ? new Date(moment.getTime() + DAY_MS - 1) : moment);

/** `Date` takes February 30th for March 2nd. */
function isOfCalendar(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
