/**
 * What was set by hand on 2026-11-22, beside the weights that were fitted (fitted-weights.ts): labelled pairs have no selectors and
 * no selected texts to fit these on. Where pairs can show what comes of them, the tables in docs/rebinding.md are with them;
 * the rest is held by `npm run bench:mutations` and the tests of real pages.
 */

/** An element that the stored selector or path still means ranks higher by this score, and is likelier by these log-odds. */
export const HIT_SCORE = 1;
export const HIT_LOG_ODDS = 0.7;

/** The words that were selected, or those around them, stand in it: as telling as a long text of its own. */
export const QUOTED_LOG_ODDS = 3;

/** A text of which less than half is left, or another link with another text: what stands there now may be something else. */
export const OTHER_TEXT_LOG_ODDS = -2;

/**
 * A text of so many letters that stood on the page once and stands there once is hardly another one, though each of its
 * words is common and another element has taken its place: it ranks higher by this score, and is likelier. Where the
 * fingerprint says that it stood there once and the tag is the same, a shorter one does; and where nothing but a text is known, not
 * even a path: on the pairs, cut down to that, it binds more and not more wrongly.
 */
export const ALONE_SCORE = 2;
export const ALONE_LOG_ODDS = 3;
export const LONG = 24;
export const LONG_IF_BARE = 8;

/** Share of its own score from which on an element at the stored place is taken without a search. */
export const UNCHANGED = 0.97;

/** Confidence of what a person should look at, however alike it is. */
export const DOUBT = 0.45;

/**
 * A text with less than this share of another's letter pairs may be something else; with less of its words too, it is. Of what
 * two cards say and hardly another, half makes them one and less than a quarter two.
 */
export const HALF = 0.5;
export const THIRD = 0.34;
export const QUARTER = 0.25;

/** From this confidence on, two comments that say the same and were taken at different times are believed to be about one element. */
export const SHARED = 0.9;
