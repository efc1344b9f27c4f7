/** A stretch of time; `end` is the first moment after it. */
export interface Period {
  start: Date;
  end: Date;
}

/**
 * The same day and time of day so many months later, UTC. In a month without that day it is the month's last: from
 * January 31 to February 28 or 29, and from there, counted from the anchor again, to March 31.
 */
export function addMonths(anchor: Date, months: number): Date {
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(anchor);
  moved.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

/** The billing month that a moment at or after the anchor lies in. */
export function periodAt(anchor: Date, at: Date): Period {
  const years = at.getUTCFullYear() - anchor.getUTCFullYear();
  const apart = years * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  const months = addMonths(anchor, apart) > at ? apart - 1 : apart;
  return { start: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
}

/** The calendar month of a moment, UTC: what monthly limits are counted in. */
export const calendarMonth = (at: Date): Period => ({
  start: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)),
  end: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)),
});

/** What the rest of a period is worth of its price, rounded to whole cents. */
export function shareOfRest(priceCents: number, { start, end }: Period, at: Date): number {
  const whole = end.getTime() - start.getTime();
  const rest = Math.min(Math.max(end.getTime() - at.getTime(), 0), whole);
  return Math.round((priceCents * rest) / whole);
}
