import type { Traits } from './traits.ts';

/** How much a word, name or text says about which element is meant: 1 for one that stands alone, near 0 for a common one. */
export type Rarity = (kind: Kind, value: string) => number;

/** What is counted. Texts as a whole, words of everything, names, addresses and classes. */
export type Kind = 'text' | 'word' | 'name' | 'href' | 'class';

/** Counts of one page. */
export interface Counts {
  add(kind: Kind, value: string): void;
  readonly rarity: Rarity;
}

/** @param size how many elements the counts are of. */
export function makeCounts(size: () => number): Counts {
  const counts = new Map<string, number>();
  return {
    add(kind, value) {
      const key = kind + value;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    rarity(kind, value) {
      const n = size();
      const rare = Math.log((n + 1) / ((counts.get(kind + value) ?? 0) + 0.5)) / Math.log(n + 1.5);
      return Math.max(LEAST, rare);
    },
  };
}

/** The rarity among candidates that are all at hand. */
export function rarityAmong(candidates: readonly Traits[]): Rarity {
  const { add, rarity } = makeCounts(() => candidates.length);
  for (const { key, bag, name, href, classes } of candidates) {
    if (key) add('text', key);
    if (name) add('name', name);
    if (href) add('href', href);
    for (const word of bag) add('word', word);
    for (const one of new Set(classes)) add('class', one);
  }
  return rarity;
}

/** A word that stands everywhere still counts a little, so that two texts of common words can be told alike. */
const LEAST = 0.05;

/** Of all that two sets hold, the share that both hold, each value counted by its rarity. */
export function sharedShare(a: readonly string[], b: readonly string[], kind: Kind, rarity: Rarity): number {
  return shares(a, b, kind, rarity).ofAll;
}

/** The share of the smaller set that the other one holds too. */
export function containedShare(a: readonly string[], b: readonly string[], kind: Kind, rarity: Rarity): number {
  return shares(a, b, kind, rarity).ofSmaller;
}

function shares(a: readonly string[], b: readonly string[], kind: Kind, rarity: Rarity) {
  if (!a.length || !b.length) return { ofAll: 0, ofSmaller: 0 };
  let [both, inA, inB] = [0, 0, 0];
  for (const value of a) {
    const weight = rarity(kind, value);
    inA += weight;
    if (b.includes(value)) both += weight;
  }
  for (const value of b) inB += rarity(kind, value);
  return { ofAll: both / (inA + inB - both), ofSmaller: both / Math.min(inA, inB) };
}
