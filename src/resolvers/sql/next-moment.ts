/**
 * SQL for the moment of a change, in the UPDATE that makes it: now, and in any case later than the change before, which `column`
 * of the row tells. `now()` would be when the transaction began, which may be before the change that it has waited for.
 */
export const nextMoment = (column: string): string =>
  `greatest(clock_timestamp(), ${column} + interval '1 millisecond')`;
