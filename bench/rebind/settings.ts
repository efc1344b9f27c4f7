import type { Settings } from './training.ts';

/** Settings that the shipped weights were fitted with. */
export const SETTINGS: Settings = {
  rankPenalty: 0.005,
  verifyPenalty: 0.003,
  shift: 0.35,
  nothing: 0.5,
  bound: 0.82,
  moved: 0.38,
};
