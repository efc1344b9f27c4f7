/**
 * Returns a quantile; NaN without values.
 *
 * @param share share of the values below the result, 0–1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the median; NaN without values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
