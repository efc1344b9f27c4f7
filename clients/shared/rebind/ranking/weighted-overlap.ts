import type { Rarity } from '../dom-index/rarity.ts';
import type { WeightCache, WeightedList, WeightedLists } from '../dom-index/weight-cache.ts';
import type { Traits } from '../traits/traits.ts';

/** Common values of two lists, weighted by rarity. */
export interface Overlap {
  /** Weight of the common values, as a share of the union. */
  readonly ofAll: number;
  /** Weight of the common values, as a share of the geometric mean of both lists. */
  readonly ofMean: number;
  /** Rarity of the rarest common value. */
  readonly rarest: number;
}

export const NO_OVERLAP: Overlap = { ofAll: 0, ofMean: 0, rarest: 0 };

/** Weights the lists of an element, or returns the cached result. */
export function listsOf(traits: Traits, rarity: Rarity): WeightedLists {
  const cached = rarity.cache.lists.get(traits);
  if (cached) return cached;
  const words = weightedListOf(traits.words, 'word', rarity);
  const lists = {
    words,
    bag: traits.bag === traits.words ? words : weightedListOf(traits.bag, 'word', rarity),
    card: weightedListOf(traits.card, 'card', rarity),
    classes: weightedListOf(traits.classes, 'class', rarity),
  };
  rarity.cache.lists.set(traits, lists);
  return lists;
}

/** Weight of a number relative to a word, because numbers change. */
const NUMBER_WEIGHT = 0.25;

function weightedListOf(list: readonly string[], kind: keyof WeightCache['values'], rarity: Rarity): WeightedList {
  const { numbers: numberOf, weights, rarities } = rarity.cache.values[kind];
  const numbers: number[] = [];
  let total = 0;
  let rarest = 0;
  for (const value of list) {
    let number = numberOf.get(value);
    if (number === undefined) {
      number = numberOf.size;
      numberOf.set(value, number);
      const rare = rarity(kind === 'card' ? 'word' : kind, value);
      rarities.push(rare);
      weights.push(kind === 'word' && /^\d/.test(value) ? rare * NUMBER_WEIGHT : rare);
    }
    numbers.push(number);
    total += weights[number] as number;
    rarest = Math.max(rarest, rarities[number] as number);
  }
  return { numbers, weights, total, rarest };
}

/** Number of the last comparison whose second list had the value, by the value's number. */
const lastSeenIn: number[] = [];
let comparison = 0;

export function overlapOf(a: WeightedList, b: WeightedList): Overlap {
  if (!a.numbers.length || !b.numbers.length) return NO_OVERLAP;
  comparison++;
  for (const number of b.numbers) lastSeenIn[number] = comparison;
  let both = 0;
  let rarest = 0;
  for (const number of a.numbers) {
    if (lastSeenIn[number] !== comparison) continue;
    const weight = a.weights[number] as number;
    both += weight;
    if (weight > rarest) rarest = weight;
  }
  return {
    ofAll: both / (a.total + b.total - both),
    ofMean: both / Math.sqrt(a.total * b.total),
    rarest,
  };
}
