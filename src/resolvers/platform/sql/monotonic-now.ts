/**
 * SQL expression for the time of an UPDATE: now, but always later than the previous change in
 * `column`. `now()` is the start of the transaction, which may precede a change it waited for.
 */
export const monotonicNow = (column: string): string =>
  `greatest(clock_timestamp(), ${column} + interval '1 millisecond')`;
