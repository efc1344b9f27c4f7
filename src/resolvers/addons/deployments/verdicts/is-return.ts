/** SQL condition: the verdict `alias` shows the reported look again. */
export const isReturn = (alias: string): string =>
  `(${alias}.verdict = 'regressed' OR coalesce(${alias}.effect = 'went_back', false))`;

/** SQL condition: people look at the verdict `alias`. */
export const isReviewed = (alias: string): string => `(${alias}.verdict IN ('changed', 'gone') OR ${isReturn(alias)})`;
