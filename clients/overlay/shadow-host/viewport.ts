/** Narrower windows cannot show the list beside a dialog, CSS pixels. */
const SIDE_BY_SIDE_MIN_WIDTH = 760;

/** True when the list and a dialog would overlap. */
export const isNarrow = (): boolean => innerWidth < SIDE_BY_SIDE_MIN_WIDTH;
