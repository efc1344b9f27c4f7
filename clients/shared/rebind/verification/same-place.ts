import { CLASSES, NEIGHBORS, STEPS } from '../ranking/feature-columns.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import type { Traits } from '../traits/traits.ts';
import { HALF, QUARTER } from '../weights/hand-set-weights.ts';
import { isOtherGroup, wordOverlap } from './word-overlap.ts';

/**
 * Whether a candidate with another text is the target, reworded: the only one of its kind on the
 * page and still beside an old neighbor, or the only one of its tag in the same card.
 */
export function isReworded(row: Row, entry: Entry): boolean {
  const { target, entries, rarity } = row;
  const { traits, features } = entry;
  if (!target.key || !traits.key || target.key === traits.key) return false;
  if (target.isLabeled !== traits.isLabeled || target.tag !== traits.tag || target.control !== traits.control)
    return false;
  const besides = keptNeighbors(row, entry);
  const isFlow = FLOW.test(target.tag);
  if (keepsCard(row, traits)) {
    const isOnly = entries.filter((other) => keepsCard(row, other.traits)).length === 1;
    const isBare = !target.classes[0] && !traits.classes[0];
    return isOnly && (!isFlow || target.tag === 'a' || hasSameRole(row, traits) || (isBare && besides > 0));
  }
  const isPlain = isFlow && !target.classes[0] && !target.href;
  return (
    target.kin?.onPage === 1 &&
    traits.kin?.onPage === 1 &&
    target.type === traits.type &&
    target.href === traits.href &&
    target.classes.join() === traits.classes.join() &&
    (besides > +isPlain || (target.href !== '' && features[STEPS] === 1)) &&
    !(wordOverlap(target.card, traits.card, rarity) < QUARTER) &&
    (target.href !== '' || !isOtherGroup(row, entry)) &&
    !entries.some(({ traits: { key } }) => key === target.key)
  );
}

/** Counts the texts before and after the target, 0 to 2, that are still beside the candidate. */
export const keptNeighbors = ({ target }: Row, { traits }: Entry): number =>
  [0, 1].filter((side) => target.neighbors[side] && target.neighbors[side] === traits.neighbors[side]).length;

/**
 * Whether a candidate has a class or a rare word of the target. Another line that came into the
 * card has neither.
 */
const hasSameRole = ({ target, rarity }: Row, { classes, words }: Traits): boolean =>
  target.classes.some((name) => classes.includes(name)) || wordOverlap(target.words, words, rarity) >= QUARTER;

/** Tags that say nothing about an element. */
const FLOW = /^(p|div|span|li|t[dh]|b|i|em|strong|small|a)$/;

/** Whether target and candidate are the only ones of their tag in a card of the same words. */
const keepsCard = ({ target, rarity }: Row, traits: Traits) =>
  target.kin?.inCard === 1 &&
  traits.tag === target.tag &&
  wordOverlap(target.card, traits.card, rarity) >= HALF &&
  traits.kin?.inCard === 1;

/** Value of the feature from which on two of four neighbors are the same. */
const TWO_NEIGHBORS = 1;

/**
 * Whether a candidate is where the target was: an element of the same kind in a card of the same
 * words, at the stored path or between the target's neighbors.
 */
export function hasSamePlace({ target, rarity }: Row, { traits, features }: Entry): boolean {
  if (target.tag !== traits.tag || target.control !== traits.control) return false;
  const isOnly = target.kin?.onPage === 1 && traits.kin?.onPage === 1 && features[STEPS] === 1;
  if (!isOnly && wordOverlap(target.card, traits.card, rarity) < HALF) return false;
  const isAlike = (target.classes.length === 0 && traits.classes.length === 0) || (features[CLASSES] ?? 0) >= HALF;
  const neighbors = features[NEIGHBORS] ?? 0;
  return neighbors >= TWO_NEIGHBORS || (features[STEPS] === 1 && (isAlike || neighbors > 0));
}
