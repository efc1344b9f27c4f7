import type { Traits } from '../traits/traits.ts';

/** List of values, each identified by a number that is the same in all lists of a page. */
export interface WeightedList {
  readonly numbers: readonly number[];
  /** Rarity of each value, by its number. */
  readonly weights: readonly number[];
  /** Sum of the weights of the list. */
  readonly total: number;
  /** Largest rarity in the list, of numbers too. */
  readonly rarest: number;
}

/** Weighted lists of one element. */
export interface WeightedLists extends Readonly<Record<'words' | 'bag' | 'card' | 'classes', WeightedList>> {}

/**
 * Lists weighted by one `Rarity`. A wanted element is compared with dozens of candidates, and each
 * candidate with several wanted elements; the cache weights every element once.
 */
export interface WeightCache {
  readonly lists: Map<Traits, WeightedLists>;
  readonly values: Readonly<Record<'word' | 'card' | 'class', WeightedValues>>;
}

/** Known values of one kind, numbered in order of appearance. */
interface WeightedValues {
  readonly numbers: Map<string, number>;
  readonly weights: number[];
  /** Rarities. Numbers weigh a part of theirs. */
  readonly rarities: number[];
}

export function createWeightCache(): WeightCache {
  const empty = (): WeightedValues => ({ numbers: new Map(), weights: [], rarities: [] });
  return { lists: new Map(), values: { word: empty(), card: empty(), class: empty() } };
}
