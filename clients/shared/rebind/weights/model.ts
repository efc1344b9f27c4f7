/** Weights and thresholds of the engine. */
export interface Model {
  /** Weights of the ranking, in the order of FEATURES. */
  readonly rank: readonly number[];
  /** Weights of the verifier, log-odds, in the order of VERIFIER_SIGNALS, then VERIFIER_COLUMNS. */
  readonly verify: readonly number[];
  /** Weights of the judge of certainty, log-odds, in the order of CERTAINTY_INPUTS. */
  readonly certainty: readonly number[];
  /** Score of "none of these", as a share of the self-score. */
  readonly nothing: number;
  /** Least confidence of `bound`. */
  readonly bound: number;
  /** Least confidence of `moved`. */
  readonly moved: number;
}

/** Computes the weighted sum of values. */
export function weigh(values: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] ?? 0) * (weights[i] ?? 0);
  return sum;
}
