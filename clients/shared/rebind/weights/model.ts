/** Weights and limits that decide. */
export interface Model {
  /** For ranking, in the order of FEATURES. */
  readonly rank: readonly number[];
  /** For the verifier, in log-odds, in the order of SIGNS and then LOOKED_AT. */
  readonly verify: readonly number[];
  /** Score of "none of these", as a share of what the wanted element itself would score. */
  readonly nothing: number;
  /** Least confidence to bind. */
  readonly bound: number;
  /** Least confidence to ask a person. */
  readonly moved: number;
}

/** Sum of values times weights. */
export function weigh(values: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] ?? 0) * (weights[i] ?? 0);
  return sum;
}
