/**
 * Weights set by hand on 2026-11-22, in addition to the fitted ones (fitted-weights.ts): labeled
 * pairs have neither selectors nor selected texts to fit these on. The tables in docs/rebinding.md
 * include their effect on pairs; `npm run bench:mutations` and the tests of real pages check the
 * rest.
 */

/** Bonus of an element that the stored selector or path still matches. */
export const HIT_SCORE = 1;
export const HIT_LOG_ODDS = 0.7;

/** Bonus of an element that contains the selected passage or its context. */
export const QUOTED_LOG_ODDS = 3;

/**
 * Bonus of the only one of several equal elements whose card has the title of the target's card: a
 * redesign changes classes, tags and order, and the pairs have no cards.
 */
export const CARD_TITLE_LOG_ODDS = 4;

/** Penalty of a text with less than half in common, or of another link with another text. */
export const DIFFERENT_TEXT_LOG_ODDS = -2;

/**
 * Bonus of a text of at least {@link LONG_TEXT} letters that was and is unique on the page: it is
 * the same element even when each word is common and another element has its position.
 * {@link LONG_TEXT_IF_BARE} letters suffice when the fingerprint recorded the uniqueness and the
 * tag is the same, or when only a text is stored, without a path: on pairs reduced to texts, the
 * shorter limit binds more elements and no more wrong ones.
 */
export const UNIQUE_TEXT_SCORE = 2;
export const UNIQUE_TEXT_LOG_ODDS = 3;
export const LONG_TEXT = 24;
export const LONG_TEXT_IF_BARE = 8;

/** Share of the self-score from which on an element at the stored path needs no search. */
export const UNCHANGED_SHARE = 0.97;

/** Confidence of an element that is bound by its place, on a page in another language. */
export const PLACE_CONFIDENCE = 0.85;

/** Highest confidence of an ambiguous match, which a person should confirm. */
export const AMBIGUOUS_CONFIDENCE = 0.45;

/**
 * Limits of similarity. A text with less than half of another's letter pairs may be another one;
 * with too few common words as well, it is. Two cards with half of their rare words in common are
 * the same; with less than a quarter, they are different.
 */
export const HALF = 0.5;
export const THIRD = 0.34;
export const QUARTER = 0.25;

/** Confidence from which on two targets with the same text may be bound to one element. */
export const SHARED_CONFIDENCE = 0.92;
