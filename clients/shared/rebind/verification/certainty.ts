import { TEXT_PAIRS, TEXT_SHARED } from '../ranking/feature-columns.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { QUARTER } from '../weights/hand-set-weights.ts';
import { isConfusable } from './ambiguity.ts';
import { isDissimilar, isNumberedVariant } from './different-element.ts';

/** Inputs of the judge of certainty. */
export const CERTAINTY_INPUTS = ['one', 'similarity', 'sameKin', 'sameAround'] as const;

/**
 * Whether the surroundings decide about a candidate: its text differs, has words of the target's,
 * and is between the old neighbors. Beside one of them is also what followed a removed element.
 * One of several containers, such as a card, is another item when its words change. Fingerprints of
 * earlier versions lack the surroundings.
 */
export function isJudged(row: Row, entry: Entry): boolean {
  const { target } = row;
  const { features } = entry;
  return (
    target.around !== undefined &&
    (target.size === 0 || target.kin?.onPage === 1) &&
    (features[TEXT_SHARED] ?? 0) > 0 &&
    (features[TEXT_PAIRS] ?? 0) >= QUARTER &&
    isBeside(row, entry, 0) &&
    isBeside(row, entry, 1) &&
    !isNumberedVariant(row, entry) &&
    isDissimilar(row, entry) &&
    !isConfusable(row, entry)
  );
}

const isBeside = ({ target }: Row, { traits }: Entry, side: number) =>
  Boolean(target.neighbors[side]) && target.neighbors[side] === traits.neighbors[side];

/**
 * Computes the inputs of the judge, in the order of {@link CERTAINTY_INPUTS}.
 *
 * @param similarity log-odds of the verifier, with those of other evidence
 */
export function certaintyInputs({ target }: Row, { traits }: Entry, similarity: number): readonly number[] {
  return [1, similarity, +(target.kin?.onPage === traits.kin?.onPage), +(target.around?.[1] === traits.around?.[1])];
}
