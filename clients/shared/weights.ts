import type { Weights } from './model.ts';

/**
 * Fitted by `npm run fit:rebind` on 2026-11-22: 279 labelled pairs of 20 sites, old page and new, years
 * apart (SHA-256 of the file begins 3cdf54a3332a). Penalties: 0.005 ranking, 0.003 verifier. docs/rebinding.md has the method
 * and what it reaches. What is set by hand stands in by-hand.ts.
 */
export const WEIGHTS: Weights = {
  rank: {
    textEqual: 1.683,
    textPairs: 0.696,
    textShared: 0.392,
    textDiffers: -1.356,
    textOnOneSide: -1.238,
    bagRarest: 2.872,
    bagAlike: 2.022,
    textInNames: 0.434,
    idEqual: 0.329,
    nameEqual: 0.648,
    nameDiffers: -0.577,
    hrefEqual: 0.218,
    classes: 0.554,
    tagEqual: 0.381,
    headingOnOneSide: -0.477,
    controlEqual: 0.65,
    controlDiffers: -0.857,
    steps: 0.999,
    tail: 1.304,
    depth: 0.459,
    number: 0.843,
    footerOnOneSide: -1.047,
    regionDiffers: -0.553,
    regions: 1.742,
    form: 1.265,
    formOnOneSide: -0.976,
    listAlike: 0.616,
    beside: 0.938,
    position: 1.733,
    spot: 0.93,
    testIdEqual: 4,
    testIdDiffers: -1.5,
    card: 2.5,
    otherCard: -6,
    ordinal: 0.7
  },
  verify: {
    one: -3.312,
    ofSelf: 0.545,
    score: 0.223,
    share: 0.512,
    odds: 0.744,
    lead: 0.891,
    noBox: 1.306,
    short: 0.178,
    textEqual: 0.337,
    idEqual: 0.708,
    hrefEqual: 0.032,
    nameEqual: 0.227,
    steps: -0.743,
    bagRarest: 1.113,
    position: 0.826,
    classes: -0.637,
    tagEqual: 0.833,
    footerOnOneSide: -2.007,
    beside: 1.346
  },
  nothing: 0.5,
  bound: 0.75,
  moved: 0.25
};
