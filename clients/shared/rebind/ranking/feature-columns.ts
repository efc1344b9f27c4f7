/**
 * Columns of the features that are read individually. Constants instead of names, because this code
 * is delivered to pages and the list of names is not.
 */
export const TEXT_EQUAL = 0;
export const TEXT_PAIRS = 1;
export const BAG_RAREST = 5;
export const ID_EQUAL = 7;
export const NAME_EQUAL = 8;
export const NAME_DIFFERS = 9;
export const HREF_EQUAL = 10;
export const CLASSES = 11;
export const TAG_EQUAL = 12;
export const STEPS = 16;
export const FOOTER_ON_ONE_SIDE = 20;
export const NEIGHBORS = 26;
export const POSITION = 27;
export const TEST_ID_EQUAL = 29;
export const CARD = 31;
export const OTHER_CARD = 32;
export const ICON_EQUAL = 34;
export const ICON_DIFFERS = 35;
