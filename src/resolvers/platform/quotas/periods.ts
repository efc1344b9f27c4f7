/** Interval; `end` is exclusive. */
export interface Period {
  start: Date;
  end: Date;
}

/**
 * Adds months to a moment, in UTC. A month without that day yields its last day: January 31 plus
 * one month is February 28 or 29, plus two months March 31.
 */
export function addMonths(anchor: Date, months: number): Date {
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(anchor);
  moved.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

/** Billing month that contains a moment at or after the anchor. */
export function periodAt(anchor: Date, at: Date): Period {
  const years = at.getUTCFullYear() - anchor.getUTCFullYear();
  const apart = years * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  const months = addMonths(anchor, apart) > at ? apart - 1 : apart;
  return { start: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
}

/** Calendar month of a moment in UTC, the period of monthly limits. */
export const calendarMonth = (at: Date): Period => ({
  start: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)),
  end: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)),
});

/** Price of the rest of a period, rounded to whole cents. */
export function shareOfRest(priceCents: number, { start, end }: Period, at: Date): number {
  const whole = end.getTime() - start.getTime();
  const rest = Math.min(Math.max(end.getTime() - at.getTime(), 0), whole);
  return Math.round((priceCents * rest) / whole);
}
