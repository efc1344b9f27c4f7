import type { DomIndex } from '../dom-index/dom-index.ts';
import { keysFor } from '../dom-index/element-keys.ts';
import type { IndexedElement } from '../dom-index/indexed-element.ts';
import type { KeyKind } from '../dom-index/key-index.ts';
import { cardOf } from '../fingerprint/describe.ts';
import { wordsOf } from '../traits/tokenize.ts';
import type { Traits } from '../traits/traits.ts';

/** Number of candidates compared in full. */
const SHORTLIST_SIZE = 32;
/** Least votes of a candidate, as a share of the best one's. */
const LEAST_SHARE = 0.15;
/** Largest number of elements under one key that are considered, except for duplicates. */
const MAX_BUCKET = 250;
/** Distance from a neighbor to the element, in elements. */
const NEIGHBOR_DISTANCE = 6;
/** Number of elements that one neighbor may be. */
const MAX_NEIGHBORS = 8;
/** Duplicates visited between two pauses. */
const STRIDE = 100;
/** Weight of a shared key. */
const KEY_WEIGHTS: Readonly<Record<KeyKind, number>> = {
  testId: 4,
  id: 3,
  text: 4,
  icon: 3,
  name: 2,
  href: 3,
  path: 2,
  word: 1,
  class: 0.6,
};

/**
 * Selects the elements that share the most keys with the target, best first. Compares keys only.
 *
 * @param votes buffer with one zero per element of the index; zeroed again before the return
 */
export function* shortlistSteps(
  wanted: Traits,
  domIndex: DomIndex,
  votes: Float64Array,
): Generator<void, IndexedElement[]> {
  const withVotes: IndexedElement[] = [];
  const vote = (indexed: IndexedElement, weight: number) => {
    if (votes[indexed.index] === 0) withVotes.push(indexed);
    (votes[indexed.index] as number) += weight;
  };
  for (const [kind, value] of keysFor(wanted)) {
    const isText = kind === 'text';
    const bucket = domIndex.lookup(kind, value);
    if (bucket.length > MAX_BUCKET && !isText) continue;
    const weight = KEY_WEIGHTS[kind] / Math.log2(2 + bucket.length);
    for (const indexed of bucket) vote(indexed, weight);
    if (isText && bucket.length > SHORTLIST_SIZE / 2) yield* boostDuplicates(bucket, wanted, domIndex, vote);
  }
  if (!wanted.key) yield* boostDuplicates(domIndex.lookup('text', ''), wanted, domIndex, vote);
  // In lists, texts that were all inflected keep their order.
  wanted.neighbors.slice(0, 2).forEach((text, isAfter) => {
    for (const { index, end } of domIndex.lookup('word', wordsOf(text)[0] ?? '').slice(0, MAX_NEIGHBORS)) {
      let near: IndexedElement | undefined;
      for (let i = 0; i < NEIGHBOR_DISTANCE && near?.tag !== wanted.tag; i++)
        near = domIndex.elements[isAfter ? index - 1 - i : end + i];
      if (near?.tag === wanted.tag) vote(near, 1);
    }
  });
  // Only the innermost elements of a text have its words as keys; a container gets their votes.
  if (wanted.size)
    for (const { index, parent } of [...withVotes]) {
      let near = parent;
      while (near && near.tag !== wanted.tag) near = near.parent;
      if (near) vote(near, (votes[index] as number) / 2);
    }
  for (const indexed of withVotes) if (indexed.tag === wanted.tag) vote(indexed, 0.5);
  const votesOf = ({ index }: IndexedElement) => votes[index] as number;
  const shortlist = topN(SHORTLIST_SIZE, withVotes, (a, b) => votesOf(b) - votesOf(a) || a.index - b.index).filter(
    (indexed, _, [best = indexed]) => votesOf(indexed) >= votesOf(best) * LEAST_SHARE,
  );
  for (const { index } of withVotes) votes[index] = 0;
  return shortlist;
}

/**
 * Adds votes to the duplicate in the same card and to the one with the same position, so that they
 * make the shortlist among very many duplicates or elements without text.
 */
function* boostDuplicates(
  bucket: readonly IndexedElement[],
  wanted: Traits,
  domIndex: DomIndex,
  vote: (indexed: IndexedElement, weight: number) => void,
): Generator<void> {
  let number = 0;
  const start = wanted.cardText.slice(0, 60);
  for (const indexed of bucket) {
    if (indexed.tag !== wanted.tag || indexed.key !== wanted.key) continue;
    if (start && cardOf(indexed, domIndex).startsWith(start)) vote(indexed, 2);
    if (number++ === wanted.duplicates?.index) vote(indexed, 0.5);
    if (number % STRIDE === 0) yield;
  }
}

/** Selects the first values in an order without sorting all of them. */
function topN<T>(count: number, values: readonly T[], compare: (a: T, b: T) => number): T[] {
  const best: T[] = [];
  for (const value of values) {
    const last = best[count - 1];
    if (last !== undefined && compare(value, last) >= 0) continue;
    let at = best.length;
    while (at > 0 && compare(value, best[at - 1] as T) < 0) at--;
    best.splice(at, 0, value);
    if (best.length > count) best.pop();
  }
  return best;
}
