import type { Traits } from '../traits/traits.ts';
import { isSameTarget } from '../verification/same-target.ts';
import { CLASSES, TAG_EQUAL } from './feature-columns.ts';
import { bestOf, type Entry } from './rank.ts';

/**
 * Compares nested elements with the same text, such as a label and its new wrapper, by what they do
 * not share: classes, id, content and tag. At most {@link MAX_LIKENESS}.
 */
export function likenessOf(wanted: Traits, { traits, features }: Entry): number {
  const classes = wanted.classes[0] || traits.classes[0] ? (features[CLASSES] ?? 0) : 1;
  return classes + +(wanted.id === traits.id) + +(wanted.size === traits.size) + (features[TAG_EQUAL] ?? 0);
}

export const MAX_LIKENESS = 4;
/** Score of one unit of likeness; more than the position of a wrapper can be worth. */
const LIKENESS_SCORE = 6;

/** Whether two entries are nested and have the same text. */
export const areNested = (a: Entry, b: Entry): boolean => a.traits.key === b.traits.key && isSameTarget(a, b);

/** Lowers the scores of entries that are nested with one that is more like the wanted element. */
export const preferAlike = (wanted: Traits, entries: readonly Entry[]): Entry[] =>
  bestOf(
    entries.map((entry) => {
      const nest = [entry, ...entries.filter((other) => areNested(entry, other))];
      const [own = 0, ...others] = nest.map((one) => likenessOf(wanted, one));
      return { ...entry, score: entry.score - LIKENESS_SCORE * Math.max(0, ...others.map((other) => other - own)) };
    }),
  );
