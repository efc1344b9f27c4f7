import { TEXT_PAIRS } from '../ranking/feature-columns.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { QUARTER } from '../weights/hand-set-weights.ts';
import { isConfusable } from './ambiguity.ts';
import { isDissimilar, isNumberedVariant } from './different-element.ts';
import { isBetweenNeighbors } from './same-place.ts';

/** Inputs of the judge of certainty. */
export const CERTAINTY_INPUTS = ['one', 'similarity', 'sameKin', 'sameAround'] as const;

/**
 * Whether the surroundings decide: the candidate has another text with some of the target's words,
 * is the same kind of control, and stands between the target's old neighbors. One neighbor is not
 * enough, because the successor of a removed element has it too. A container among several, such as
 * a card, is another item when its words change. Fingerprints of earlier versions lack the
 * surroundings.
 */
export function isJudged(row: Row, entry: Entry): boolean {
  const { target } = row;
  const { features, traits } = entry;
  return (
    target.control === traits.control &&
    target.around !== undefined &&
    (target.size === 0 || target.kin?.onPage === 1) &&
    target.words.some((word) => !STOP_WORD.test(word) && traits.words.includes(word)) &&
    (features[TEXT_PAIRS] ?? 0) >= QUARTER &&
    isBetweenNeighbors(row, entry) &&
    !isNumberedVariant(row, entry) &&
    isDissimilar(row, entry) &&
    !isConfusable(row, entry)
  );
}

/** Words of three Latin letters or fewer are mostly articles and prepositions. */
const STOP_WORD = /^[\wà-ÿ]{1,3}$/;

/**
 * Computes the inputs of the judge, in the order of {@link CERTAINTY_INPUTS}.
 *
 * @param similarity log-odds of the verifier, with those of other evidence
 */
export function certaintyInputs({ target }: Row, { traits }: Entry, similarity: number): readonly number[] {
  return [
    1,
    similarity,
    isKnownEqual(target.kin?.onPage, traits.kin?.onPage),
    isKnownEqual(target.around?.[1], traits.around?.[1]),
  ];
}

/** Compares numbers; unknown ones are evidence of nothing. */
const isKnownEqual = (a: number | undefined, b: number | undefined) => +(a !== undefined && a === b);
