/**
 * Columns of the features that are read individually. Constants instead of names, because this code
 * is delivered to pages and the list of names is not.
 */
export const TEXT_EQUAL = 0;
export const TEXT_PAIRS = 1;
export const BAG_RAREST = 5;
export const TEXT_IN_NAMES = 7;
export const ID_EQUAL = 8;
export const NAME_EQUAL = 9;
export const NAME_DIFFERS = 10;
export const HREF_EQUAL = 11;
export const CLASSES = 12;
export const TAG_EQUAL = 13;
export const STEPS = 17;
export const FOOTER_ON_ONE_SIDE = 21;
export const NEIGHBORS = 27;
export const POSITION = 28;
export const TEST_ID_EQUAL = 30;
export const CARD = 32;
export const OTHER_CARD = 33;
