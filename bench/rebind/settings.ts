import type { Settings } from './training.ts';

/** Settings that the shipped weights were fitted with. */
export const SETTINGS: Settings = {
  rankPenalty: 0.005,
  verifyPenalty: 0.003,
  nothing: 0.5,
  bound: 0.75,
  moved: 0.3,
};
