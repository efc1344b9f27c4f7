import type { Kind, Rarity } from './rarity.ts';
import type { Traits } from './traits.ts';

/** How much two lists have in common, each value counted by its rarity. */
export interface Shares {
  /** Of all that the two hold, what both hold. */
  readonly ofAll: number;
  /** Of what they hold on average (geometric), what both hold. */
  readonly ofMean: number;
  /** The rarity of the rarest value that both hold. */
  readonly rarest: number;
}

export const NOTHING: Shares = { ofAll: 0, ofMean: 0, rarest: 0 };

/** A list whose values are numbered, alike in all lists of a page, and weighed by their rarity. */
interface Weighed {
  readonly numbers: Int32Array;
  readonly weights: Float64Array;
  readonly total: number;
}

/** The lists of one element. */
export interface Lists extends Readonly<Record<'words' | 'bag' | 'card' | 'classes', Weighed>> {}

/** What was weighed by one rarity. A wanted element is compared with dozens, and each of them with others: that is done once. */
interface Page {
  readonly ofElements: Map<Traits, Lists>;
  readonly ofLists: Map<readonly string[], Weighed>;
  readonly values: Record<'word' | 'class', Map<string, { number: number; weight: number }>>;
}

const pages = new WeakMap<Rarity, Page>();

/** An element's lists, weighed. */
export function listsOf(traits: Traits, rarity: Rarity): Lists {
  const page = pages.get(rarity) ?? {
    ofElements: new Map(),
    ofLists: new Map(),
    values: { word: new Map(), class: new Map() },
  };
  pages.set(rarity, page);
  const known = page.ofElements.get(traits);
  if (known) return known;
  const { words, bag, card, classes } = traits;
  const wordsOf = (list: readonly string[]) => weighed(list, 'word', rarity, page);
  const lists = {
    words: wordsOf(words),
    bag: wordsOf(bag),
    card: wordsOf(card),
    classes: weighed(classes, 'class', rarity, page),
  };
  page.ofElements.set(traits, lists);
  return lists;
}

function weighed(list: readonly string[], kind: Kind & keyof Page['values'], rarity: Rarity, page: Page): Weighed {
  const known = page.ofLists.get(list);
  if (known) return known;
  const values = page.values[kind];
  const numbers = new Int32Array(list.length);
  const weights = new Float64Array(list.length);
  let total = 0;
  for (const [i, value] of list.entries()) {
    let seen = values.get(value);
    if (!seen) {
      seen = { number: values.size, weight: rarity(kind, value) };
      values.set(value, seen);
    }
    numbers[i] = seen.number;
    weights[i] = seen.weight;
    total += seen.weight;
  }
  const made = { numbers, weights, total };
  page.ofLists.set(list, made);
  return made;
}

/** Numbers of the list that is compared with, each marked with the count of comparisons so far. */
const marks: number[] = [];
let turn = 0;

export function sharesOf(a: Weighed, b: Weighed): Shares {
  if (!a.numbers.length || !b.numbers.length) return NOTHING;
  turn++;
  for (const number of b.numbers) marks[number] = turn;
  let both = 0;
  let rarest = 0;
  for (let i = 0; i < a.numbers.length; i++) {
    if (marks[a.numbers[i] ?? -1] !== turn) continue;
    const weight = a.weights[i] ?? 0;
    both += weight;
    if (weight > rarest) rarest = weight;
  }
  return {
    ofAll: both / (a.total + b.total - both),
    ofMean: both / Math.sqrt(a.total * b.total),
    rarest,
  };
}
