import { FEATURES } from './features.ts';
import { LOOKED_AT, SIGNS } from './signs.ts';
import { WEIGHTS } from './weights.ts';

/** Weights as the file keeps them: by name. */
export interface Weights {
  /** Of the comparison's features, for ranking. */
  readonly rank: Readonly<Record<string, number>>;
  /** Of the verifier's signs, in log-odds. */
  readonly verify: Readonly<Record<string, number>>;
  /** Score of "none of these", as a share of what the wanted element itself would score. */
  readonly nothing: number;
  /** Least confidence to bind. */
  readonly bound: number;
  /** Least confidence to ask a person. */
  readonly moved: number;
}

/** Weights as they are counted with. */
export interface Model extends Omit<Weights, 'rank' | 'verify'> {
  readonly rank: readonly number[];
  readonly verify: readonly number[];
}

/** Puts weights in the order of what they weigh. */
export function modelOf({ rank, verify, ...limits }: Weights): Model {
  return {
    rank: FEATURES.map((name) => rank[name] ?? 0),
    verify: [...SIGNS, ...LOOKED_AT].map((name) => verify[name] ?? 0),
    ...limits,
  };
}

/** The model that is used. */
export const MODEL: Model = modelOf(WEIGHTS);

/** Sum of values times weights. */
export function weigh(values: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] ?? 0) * (weights[i] ?? 0);
  return sum;
}
