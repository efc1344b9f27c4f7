import { type Known, nothingKnown } from '../ranking/shares.ts';
import type { Traits } from '../traits/traits.ts';

/** How much a word or name says about which element is meant: 1 for one that stands alone, near 0 for a common one. */
export interface Rarity extends Counted {
  (kind: Kind, value: string): number;
  /** The lists that were weighed by it. */
  readonly known: Known;
}

/** What is counted. Words of everything, names, addresses and classes. */
export type Kind = 'word' | 'name' | 'href' | 'class';

/** How often each stands on a page. */
export interface Counted {
  countOf(kind: Kind, value: string): number;
}

/** The rarity among so many elements, worked out once for each count. */
export function makeRarity(n: number, { countOf }: Counted): Rarity {
  const rareness = new Map<number, number>();
  const rarity = (kind: Kind, value: string) => {
    const count = countOf(kind, value);
    const rare = rareness.get(count) ?? Math.max(LEAST, Math.log((n + 1) / (count + 0.5)) / Math.log(n + 1.5));
    rareness.set(count, rare);
    return rare;
  };
  return Object.assign(rarity, { countOf, known: nothingKnown() });
}

/** The rarity among candidates that are all at hand. */
export function rarityAmong(candidates: readonly Traits[]): Rarity {
  const counts: Record<Kind, Map<string, number>> = {
    word: new Map(),
    name: new Map(),
    href: new Map(),
    class: new Map(),
  };
  const add = (kind: Kind, value: string) => counts[kind].set(value, (counts[kind].get(value) ?? 0) + 1);
  for (const { bag, name, href, classes } of candidates) {
    if (name) add('name', name);
    if (href) add('href', href);
    for (const word of bag) add('word', word);
    for (const one of new Set(classes)) add('class', one);
  }
  return makeRarity(candidates.length, { countOf: (kind, value) => counts[kind].get(value) ?? 0 });
}

/** A word that stands everywhere still counts a little, so that two texts of common words can be told alike. */
const LEAST = 0.05;
