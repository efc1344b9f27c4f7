import type { Feature } from './features.ts';

/** What the verifier looks at besides the features of the comparison. */
export const SIGNS = ['one', 'ofSelf', 'score', 'share', 'odds', 'lead', 'noBox', 'short'] as const;
/** Features of the comparison that the verifier looks at. */
export const LOOKED_AT: readonly Feature[] = [
  'textEqual',
  'idEqual',
  'hrefEqual',
  'nameEqual',
  'steps',
  'bagRarest',
  'position',
  'classes',
  'tagEqual',
  'footerOnOneSide',
  'beside',
];
