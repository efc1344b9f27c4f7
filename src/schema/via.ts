/** Description of `via` in every type that has it. */
export const VIA = 'UUID of the access token that wrote it; null if it was written without one.';
