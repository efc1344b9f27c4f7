import { badField } from '../../../errors.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { endOf, FIRST_MS, isInRange, OUT_OF_RANGE } from '../../platform/input/moment.ts';
import { dayOf } from './partitions.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

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
    if (moment && !isInRange(moment)) throw badField(name, OUT_OF_RANGE);
  }
  const end = to ?? new Date();
  const start = from ?? new Date(Math.max(FIRST_MS, end.getTime() - (DEFAULT_DAYS - 1) * DAY_MS));
  if (start > endOf(end)) throw badField('from', 'must not be after to');
  if (end.getTime() - start.getTime() > MAX_DAYS * DAY_MS)
    throw badField('from', `must be at most ${MAX_DAYS} days before to`, 'out_of_range');
  return { first: dayOf(start.getTime()), last: dayOf(end.getTime()) };
}
