import { CLASSES, NEIGHBORS, STEPS } from '../ranking/feature-columns.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { HALF } from '../weights/hand-set-weights.ts';
import { wordOverlap } from './word-overlap.ts';

/** Value of the feature from which on two of four neighbors are the same. */
const TWO_NEIGHBORS = 1;

/**
 * Whether a candidate is where the target was: an element of the same kind in a card of the same
 * words, at the stored path or between the target's neighbors.
 */
export function hasSamePlace({ target, rarity }: Row, { traits, features }: Entry): boolean {
  if (target.tag !== traits.tag || target.control !== traits.control) return false;
  if (wordOverlap(target.card, traits.card, rarity) < HALF) return false;
  const isAlike = (target.classes.length === 0 && traits.classes.length === 0) || (features[CLASSES] ?? 0) >= HALF;
  const neighbors = features[NEIGHBORS] ?? 0;
  return neighbors >= TWO_NEIGHBORS || (features[STEPS] === 1 && (isAlike || neighbors > 0));
}
