import type { Entry, Row } from '../ranking/rank.ts';
import { HALF } from '../weights/hand-set-weights.ts';
import { wordOverlap } from './word-overlap.ts';

/** Share of the words around an element from which on they are the same group. */
const LEAST_GROUP_SHARE = 0.3;

/**
 * Whether the words around the target, or within a target of several texts, are gone: another
 * slide, tab or step is shown in its place.
 */
export const isOtherGroup = ({ target, rarity }: Row, { traits }: Entry): boolean =>
  wordOverlap(target.group, traits.group, rarity) <
  (target.words.includes(target.group[0] ?? '') ? HALF : LEAST_GROUP_SHARE);
