/** Longest quoted passage, characters; of longer ones the beginning is stored. */
export const EXACT_LIMIT = 300;
/** Longest context stored before and after a quoted passage, characters. */
export const CONTEXT_LIMIT = 40;
/** Stored length of a neighboring text, characters; enough to recognize it. */
export const NEIGHBOR_TEXT_LIMIT = 80;
