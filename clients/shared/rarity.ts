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

/**
 * @param size how many elements the counts are of. Rarity is asked for when all are counted: it is worked out once for
 * each count.
 */
export function makeCounts(size: () => number): Counts {
  const counts: Record<Kind, Map<string, number>> = {
    text: new Map(),
    word: new Map(),
    name: new Map(),
    href: new Map(),
    class: new Map(),
  };
  const rareness = new Map<number, number>();
  let knownSize = -1;
  return {
    add(kind, value) {
      const line = counts[kind];
      line.set(value, (line.get(value) ?? 0) + 1);
    },
    rarity(kind, value) {
      const n = size();
      if (n !== knownSize) rareness.clear();
      knownSize = n;
      const count = counts[kind].get(value) ?? 0;
      const rare = rareness.get(count) ?? Math.max(LEAST, Math.log((n + 1) / (count + 0.5)) / Math.log(n + 1.5));
      rareness.set(count, rare);
      return rare;
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
  if (!a.length || !b.length) return NOTHING;
  const { weights, total } = weighed(a, kind, rarity);
  let both = 0;
  for (let i = 0; i < a.length; i++) if (b.includes(a[i] as string)) both += weights[i] ?? 0;
  const other = weighed(b, kind, rarity).total;
  return { ofAll: both / (total + other - both), ofSmaller: both / Math.min(total, other) };
}

const NOTHING = { ofAll: 0, ofSmaller: 0 };

interface Weighed {
  readonly weights: Float64Array;
  readonly total: number;
}

/** A wanted element is compared with dozens, and each of them with others: its lists are weighed once. */
const known = new WeakMap<Rarity, Record<Kind, Map<readonly string[], Weighed>>>();

function weighed(values: readonly string[], kind: Kind, rarity: Rarity): Weighed {
  const lists = known.get(rarity) ?? {
    text: new Map(),
    word: new Map(),
    name: new Map(),
    href: new Map(),
    class: new Map(),
  };
  known.set(rarity, lists);
  const made = lists[kind].get(values);
  if (made) return made;
  const weights = new Float64Array(values.length);
  let total = 0;
  for (let i = 0; i < values.length; i++) total += weights[i] = rarity(kind, values[i] as string);
  const found = { weights, total };
  lists[kind].set(values, found);
  return found;
}
