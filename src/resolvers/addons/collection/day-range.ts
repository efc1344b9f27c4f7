import { badInput } from '../../../errors.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { endOf } from '../../platform/input/moment.ts';
import { dayOf } from './partitions.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
/** Days of the years 1 to 9999: others have no form as YYYY-MM-DD. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** First and last day, both included, UTC. */
export interface DayRange {
  first: string;
  last: string;
}

export interface DayRangeArgs {
  from?: Date | null;
  to?: Date | null;
}

/**
 * Reads a period; by default the last 30 days.
 *
 * @throws BAD_USER_INPUT if it ends before it starts, is too long or not within the years 1 to 9999
 */
export function readDayRange({ from, to }: DayRangeArgs): DayRange {
  for (const [name, moment] of Object.entries({ from, to })) {
    if (moment && (moment.getTime() < FIRST_MS || moment.getTime() > LAST_MS))
      throw badInput(`${name}: must be from 0001-01-01 to 9999-12-31, in UTC`);
  }
  const end = to ?? new Date();
  const start = from ?? new Date(Math.max(FIRST_MS, end.getTime() - (DEFAULT_DAYS - 1) * DAY_MS));
  if (start > endOf(end)) throw badInput('from: must not be after to');
  if (end.getTime() - start.getTime() > MAX_DAYS * DAY_MS)
    throw badInput(`from: must be at most ${MAX_DAYS} days before to`);
  return { first: dayOf(start.getTime()), last: dayOf(end.getTime()) };
}
