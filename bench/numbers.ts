/** The value that such a share of all are below, from 0 to 1; NaN where there is none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle value; NaN where there is none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
