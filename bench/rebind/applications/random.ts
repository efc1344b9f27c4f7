/** Reproducible random numbers. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  (): number;
  /** Returns a whole number from 0 to below `count`. */
  below(count: number): number;
  pick<T>(values: readonly T[]): T;
  shuffle<T>(values: readonly T[]): T[];
}

/** Creates the numbers of a seed: mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return Object.assign(next, {
    below,
    pick: <T>(values: readonly T[]) => values[below(values.length)] as T,
    shuffle: <T>(values: readonly T[]) =>
      values
        .map((value) => [next(), value] as const)
        .sort(([a], [b]) => a - b)
        .map(([, value]) => value),
  });
}
