import {
  BAG_RAREST,
  BESIDE,
  CLASSES,
  FOOTER_ON_ONE_SIDE,
  HREF_EQUAL,
  ID_EQUAL,
  NAME_EQUAL,
  POSITION,
  STEPS,
  TAG_EQUAL,
  TEXT_EQUAL,
} from '../ranking/feature-columns.ts';

/** What the verifier looks at besides the features of the comparison. */
export const SIGNS = ['one', 'ofSelf', 'score', 'share', 'odds', 'lead', 'noBox', 'short'] as const;
/** Columns of the comparison that the verifier looks at. */
export const LOOKED_AT: readonly number[] = [
  TEXT_EQUAL,
  ID_EQUAL,
  HREF_EQUAL,
  NAME_EQUAL,
  STEPS,
  BAG_RAREST,
  POSITION,
  CLASSES,
  TAG_EQUAL,
  FOOTER_ON_ONE_SIDE,
  BESIDE,
];
