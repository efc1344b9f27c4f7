import type { Traits } from '../traits/traits.ts';
import { createWeightCache, type WeightCache } from './weight-cache.ts';

/** Distinctiveness of a word or name on a page: 1 for a unique value, near 0 for a common one. */
export interface Rarity extends ValueCounts {
  (kind: ValueKind, value: string): number;
  /** Lists weighted by this rarity. */
  readonly cache: WeightCache;
}

/** Kind of a counted value: words of texts and names, `name`s, addresses, classes. */
export type ValueKind = 'word' | 'name' | 'href' | 'class';

/** Number of occurrences of each value on a page. */
export interface ValueCounts {
  countOf(kind: ValueKind, value: string): number;
}

/** Creates the rarity for `n` elements; computes it once per count. */
export function createRarity(n: number, { countOf }: ValueCounts): Rarity {
  const rarityByCount = new Map<number, number>();
  const rarity = (kind: ValueKind, value: string) => {
    const count = countOf(kind, value);
    const rare =
      rarityByCount.get(count) ?? Math.max(MIN_RARITY, Math.log((n + 1) / (count + 0.5)) / Math.log(n + 1.5));
    rarityByCount.set(count, rare);
    return rare;
  };
  return Object.assign(rarity, { countOf, cache: createWeightCache() });
}

/** Computes the rarity among a complete list of candidates. */
export function rarityAmong(candidates: readonly Traits[]): Rarity {
  const counts: Record<ValueKind, Map<string, number>> = {
    word: new Map(),
    name: new Map(),
    href: new Map(),
    class: new Map(),
  };
  const add = (kind: ValueKind, value: string) => counts[kind].set(value, (counts[kind].get(value) ?? 0) + 1);
  for (const { bag, name, href, classes } of candidates) {
    if (name) add('name', name);
    if (href) add('href', href);
    for (const word of bag) add('word', word);
    for (const one of new Set(classes)) add('class', one);
  }
  return createRarity(candidates.length, { countOf: (kind, value) => counts[kind].get(value) ?? 0 });
}

/** Rarity of a word that occurs everywhere; above 0, so texts of common words can still match. */
const MIN_RARITY = 0.05;
