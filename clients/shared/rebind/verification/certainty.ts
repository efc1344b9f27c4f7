import { TEXT_PAIRS } from '../ranking/feature-columns.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { QUARTER } from '../weights/hand-set-weights.ts';
import { isConfusable } from './ambiguity.ts';
import { isNumberedVariant } from './different-element.ts';
import { keptNeighbors } from './same-place.ts';
import { isSingle, wordOverlap } from './word-overlap.ts';

/** Inputs of the judge of certainty. */
export const CERTAINTY_INPUTS = ['one', 'similarity', 'sameKin', 'sameAround', 'between'] as const;

/**
 * Whether the surroundings decide: the candidate has another text with some of the target's words,
 * not all, and is the same kind of control. A container among several, such as a card, is another
 * item when its words change. Fingerprints of earlier versions lack the surroundings.
 */
export function isJudged(row: Row, entry: Entry): boolean {
  const { target, rarity } = row;
  const { features, traits } = entry;
  const { words } = target;
  const isKept = (word: string) => traits.words.includes(word);
  return (
    target.control === traits.control &&
    target.around !== undefined &&
    isSingle(target) &&
    (features[TEXT_PAIRS] ?? 0) >= QUARTER &&
    words.some((word) => isKept(word) && !STOP_WORD.test(word)) &&
    words.some((word) => !isKept(word) && !/\d/.test(word)) &&
    !(wordOverlap(words, traits.words, rarity) < QUARTER) &&
    !isNumberedVariant(row, entry) &&
    !isConfusable(row, entry)
  );
}

/** Words of three Latin letters or fewer are mostly articles and prepositions. */
const STOP_WORD = /^[\wà-ÿ]{1,3}$/;

/**
 * Computes the inputs of the judge, in the order of {@link CERTAINTY_INPUTS}.
 *
 * @param similarity log-odds of the verifier
 */
export function certaintyInputs(row: Row, entry: Entry, similarity: number): readonly number[] {
  return [
    1,
    similarity,
    isKnownEqual(row.target.kin?.onPage, entry.traits.kin?.onPage),
    isKnownEqual(row.target.around?.[1], entry.traits.around?.[1]),
    +(keptNeighbors(row, entry) > 1),
  ];
}

/** Compares numbers; unknown ones are evidence of nothing. */
const isKnownEqual = (a: number | undefined, b: number | undefined) => +(a !== undefined && a === b);
