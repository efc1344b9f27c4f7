import type { Rarity } from '../dom-index/rarity.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import type { Traits } from '../traits/traits.ts';
import { HALF } from '../weights/hand-set-weights.ts';

/** Weight of a word that two elements have; texts with only more common words are not compared. */
const MIN_WEIGHT = 0.25;

/**
 * Computes the overlap of two texts in rare words (Dice coefficient), each word weighted by its
 * rarity on the page. Ignores words with digits, because numbers change. Returns NaN when one of
 * the texts has no rare word.
 */
export function wordOverlap(before: readonly string[], now: readonly string[], { countOf }: Rarity): number {
  const weigh = (words: readonly string[], join: (a: number, b: number) => number) =>
    words.reduce((all, word) => join(all, /\d/.test(word) ? 0 : (countOf('word', word) || 1) ** -2), 0);
  if (Math.min(weigh(before, Math.max), weigh(now, Math.max)) < MIN_WEIGHT) return Number.NaN;
  const sum = (words: readonly string[]) => weigh(words, (a, b) => a + b);
  return (2 * sum(now.filter((word) => before.includes(word)))) / (sum(before) + sum(now));
}

/** Share of the words around an element from which on they are the same group. */
const LEAST_GROUP_SHARE = 0.3;

/** Whether no other element is of the target's kind, or the target contains none. */
export const isSingle = ({ size, kin }: Traits): boolean => size === 0 || kin?.onPage === 1;

/**
 * Whether the words around the target, or within a target of several texts, are gone: another
 * slide, tab or step is shown in its place. Half of the words are enough if the target's text
 * changed too: the whole page was edited.
 */
export function isOtherGroup({ target, rarity }: Row, { traits }: Entry): boolean {
  const { group } = target;
  const kept = group.filter((word) => traits.group.includes(word));
  return (
    wordOverlap(group, traits.group, rarity) < (target.words.includes(group[0] ?? '') ? HALF : LEAST_GROUP_SHARE) &&
    (target.key === traits.key || !isSingle(target) || kept.length < HALF * group.length)
  );
}
