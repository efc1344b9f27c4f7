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

/** A list of values, each by its number: alike in all lists of a page. */
interface Weighed {
  readonly numbers: readonly number[];
  /** Of each value by its number, its rarity. */
  readonly weights: readonly number[];
  readonly total: number;
}

/** The lists of one element. */
export interface Lists extends Readonly<Record<'words' | 'bag' | 'card' | 'classes', Weighed>> {}

type Weighing = 'word' | 'class';

/** The values of one kind that were weighed by one rarity. */
interface Values {
  readonly numbers: Map<string, number>;
  readonly weights: number[];
}

/** What was weighed by one rarity. A wanted element is compared with dozens, and each of them with others: that is done once. */
interface Page {
  readonly ofElements: Map<Traits, Lists>;
  readonly ofLists: Map<readonly string[], Weighed>;
  readonly values: Record<Weighing, Values>;
}

const pages = new WeakMap<Rarity, Page>();

function pageOf(rarity: Rarity): Page {
  const known = pages.get(rarity);
  if (known) return known;
  const none = (): Values => ({ numbers: new Map(), weights: [] });
  const page = { ofElements: new Map(), ofLists: new Map(), values: { word: none(), class: none() } };
  pages.set(rarity, page);
  return page;
}

/** An element's lists, weighed. */
export function listsOf(traits: Traits, rarity: Rarity): Lists {
  const page = pageOf(rarity);
  const known = page.ofElements.get(traits);
  if (known) return known;
  const lists = {
    words: weighed(traits.words, 'word', rarity, page),
    bag: weighed(traits.bag, 'word', rarity, page),
    card: weighed(traits.card, 'word', rarity, page),
    classes: weighed(traits.classes, 'class', rarity, page),
  };
  page.ofElements.set(traits, lists);
  return lists;
}

function weighed(list: readonly string[], kind: Kind & Weighing, rarity: Rarity, page: Page): Weighed {
  const known = page.ofLists.get(list);
  if (known) return known;
  const { numbers: numberOf, weights } = page.values[kind];
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
    total += weights[number] ?? 0;
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
  for (const number of a.numbers) {
    if (marks[number] !== turn) continue;
    const weight = a.weights[number] ?? 0;
    both += weight;
    if (weight > rarest) rarest = weight;
  }
  return {
    ofAll: both / (a.total + b.total - both),
    ofMean: both / Math.sqrt(a.total * b.total),
    rarest,
  };
}
