import type { Rarity } from '../survey/rarity.ts';
import type { Traits } from '../traits/traits.ts';

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

/** A list of values, each by its number: alike in all lists of a page. */
interface Weighed {
  readonly numbers: readonly number[];
  /** Of each value by its number, its rarity. */
  readonly weights: readonly number[];
  readonly total: number;
}

/** The lists of one element. */
export interface Lists extends Readonly<Record<'words' | 'bag' | 'card' | 'classes', Weighed>> {}

/** What was weighed by one rarity. A wanted element is compared with dozens, and each of them with others: that is done once. */
export interface Known {
  readonly lists: Map<Traits, Lists>;
  /** The values of each kind. */
  readonly values: Readonly<Record<'word' | 'class', Values>>;
}

interface Values {
  readonly numbers: Map<string, number>;
  readonly weights: number[];
}

/** Before anything was weighed. */
export function nothingKnown(): Known {
  const none = (): Values => ({ numbers: new Map(), weights: [] });
  return { lists: new Map(), values: { word: none(), class: none() } };
}

/** An element's lists, weighed. */
export function listsOf(traits: Traits, rarity: Rarity): Lists {
  const known = rarity.known.lists.get(traits);
  if (known) return known;
  const words = weighed(traits.words, 'word', rarity);
  const lists = {
    words,
    bag: traits.bag === traits.words ? words : weighed(traits.bag, 'word', rarity),
    card: weighed(traits.card, 'word', rarity),
    classes: weighed(traits.classes, 'class', rarity),
  };
  rarity.known.lists.set(traits, lists);
  return lists;
}

function weighed(list: readonly string[], kind: keyof Known['values'], rarity: Rarity): Weighed {
  const { numbers: numberOf, weights } = rarity.known.values[kind];
  const numbers: number[] = [];
  let total = 0;
  for (const value of list) {
    let number = numberOf.get(value);
    if (number === undefined) {
      number = numberOf.size;
      numberOf.set(value, number);
      weights.push(rarity(kind, value));
    }
    numbers.push(number);
    total += weights[number] as number;
  }
  return { numbers, weights, total };
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
  for (const number of a.numbers) {
    if (marks[number] !== turn) continue;
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
