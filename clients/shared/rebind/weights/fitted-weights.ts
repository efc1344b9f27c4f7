import type { Model } from './model.ts';

/**
 * Fitted by `npm run fit:rebind` on 2026-11-22 on 279 labeled pairs of 20 sites,
 * old and new pages years apart (SHA-256 of the file begins 3cdf54a3332a).
 * Penalties: 0.005 ranking, 0.003 verifier. docs/rebinding.md has the method and
 * the results. Weights set by hand are in hand-set-weights.ts.
 */
export const MODEL: Model = {
  rank: [
    1.68, // textEqual
    0.7, // textPairs
    0.39, // textShared
    -1.36, // textDiffers
    -1.24, // textOnOneSide
    2.87, // bagRarest
    2.02, // bagAlike
    0.43, // textInNames
    0.33, // idEqual
    0.65, // nameEqual
    -0.58, // nameDiffers
    0.22, // hrefEqual
    0.55, // classes
    0.38, // tagEqual
    -0.48, // headingOnOneSide
    0.65, // controlEqual
    -0.86, // controlDiffers
    1, // steps
    1.3, // tail
    0.46, // depth
    0.84, // number
    -1.05, // footerOnOneSide
    -0.55, // regionDiffers
    1.74, // regions
    1.27, // form
    -0.98, // formOnOneSide
    0.62, // listAlike
    0.94, // neighbors
    1.73, // position
    0.93, // exactPosition
    4, // testIdEqual
    -1.5, // testIdDiffers
    2.5, // card
    -6, // otherCard
    0.7, // ordinal
  ],
  verify: [
    -3.31, // one
    0.55, // ofSelf
    0.22, // score
    0.51, // share
    0.74, // odds
    0.89, // lead
    1.31, // noBox
    0.18, // short
    0.34, // textEqual
    0.71, // idEqual
    0.03, // hrefEqual
    0.23, // nameEqual
    -0.74, // steps
    1.11, // bagRarest
    0.83, // position
    -0.64, // classes
    0.83, // tagEqual
    -2.01, // footerOnOneSide
    1.35, // neighbors
  ],
  nothing: 0.5,
  bound: 0.75,
  moved: 0.25,
};
