import {
  BAG_RAREST,
  CLASSES,
  FOOTER_ON_ONE_SIDE,
  HREF_EQUAL,
  ID_EQUAL,
  NAME_EQUAL,
  NEIGHBORS,
  POSITION,
  STEPS,
  TAG_EQUAL,
  TEXT_EQUAL,
} from '../ranking/feature-columns.ts';

/** Inputs of the verifier besides the features of the comparison. */
export const VERIFIER_SIGNALS = ['one', 'ofSelf', 'score', 'share', 'odds', 'lead', 'noBox', 'short'] as const;
/** Features of the comparison that the verifier uses, as columns. */
export const VERIFIER_COLUMNS: readonly number[] = [
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
  NEIGHBORS,
];
