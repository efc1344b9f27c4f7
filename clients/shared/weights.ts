import type { Weights } from './model.ts';

/**
 * Fitted by `npm run fit:rebind` on 2026-11-22: 279 labelled pairs of 20 sites, old page and new, years
 * apart (SHA-256 of the file begins 3cdf54a3332a). Penalties: 0.005 ranking, 0.003 verifier. docs/rebinding.md has the method
 * and what it reaches. What is set by hand stands in by-hand.ts.
 */
export const WEIGHTS: Weights = {
  rank: {
    textEqual: 1.241,
    textRare: 0.999,
    textPairs: 0.726,
    textShared: 0.406,
    textDiffers: -1.106,
    textOnOneSide: -1.134,
    bagRarest: 2.796,
    bagAlike: 1.931,
    textInNames: 0.438,
    idEqual: 0.329,
    nameEqual: 0.657,
    nameDiffers: -0.584,
    hrefEqual: 0.186,
    classes: 0.569,
    tagEqual: 0.367,
    headingOnOneSide: -0.456,
    controlEqual: 0.647,
    controlDiffers: -0.862,
    steps: 0.99,
    tail: 1.337,
    depth: 0.445,
    number: 0.84,
    footerOnOneSide: -1.041,
    regionDiffers: -0.552,
    regions: 1.775,
    form: 1.282,
    formOnOneSide: -1.004,
    listAlike: 0.634,
    beside: 0.93,
    position: 1.772,
    spot: 0.949,
    testIdEqual: 4,
    testIdDiffers: -1.5,
    card: 2.5,
    otherCard: -6,
    ordinal: 0.7
  },
  verify: {
    one: -3.081,
    ofSelf: 0.51,
    score: 0.321,
    self: -0.299,
    share: 0.433,
    odds: 0.709,
    lead: 0.873,
    noBox: 1.315,
    short: 0.244,
    textEqual: 0.227,
    textRare: 0.145,
    textPairs: 0.122,
    idEqual: 0.737,
    hrefEqual: 0.041,
    nameEqual: 0.252,
    steps: -0.697,
    bagRarest: 1.226,
    position: 0.882,
    classes: -0.589,
    tagEqual: 0.839,
    footerOnOneSide: -2.007,
    beside: 1.265
  },
  nothing: 0.5,
  bound: 0.75,
  moved: 0.25
};
