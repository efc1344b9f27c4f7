/** Longest passage that is quoted, in characters; what is longer is told by its beginning. */
export const EXACT_LIMIT = 300;
/** Longest text that is quoted before and after a passage, in characters. */
export const CONTEXT_LIMIT = 40;
/** So much of a neighbour's text is kept, in characters: enough to know it again. */
export const BESIDE_LIMIT = 80;
