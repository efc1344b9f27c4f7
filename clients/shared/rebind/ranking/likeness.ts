import type { Traits } from '../traits/traits.ts';
import { isSameTarget } from '../verification/same-target.ts';
import { LONG_TEXT, QUARTER, UNIQUE_TEXT_SCORE } from '../weights/hand-set-weights.ts';
import { CLASSES, TAG_EQUAL, TEXT_EQUAL, TEXT_PAIRS } from './feature-columns.ts';
import { bestOf, type Entry } from './rank.ts';

/**
 * Compares nested elements with the same text, such as a label and its new wrapper, by what they do
 * not share: classes, id, content and tag, which counts more: a link is not the line in it. At most
 * {@link MAX_LIKENESS}.
 */
export function likenessOf(wanted: Traits, { traits, features }: Entry): number {
  const classes = wanted.classes[0] || traits.classes[0] ? (features[CLASSES] ?? 0) : 1;
  return classes + +(wanted.id === traits.id) + +(wanted.size === traits.size) + 1.5 * (features[TAG_EQUAL] ?? 0);
}

export const MAX_LIKENESS = 4.5;
/** Score of one unit of likeness; more than the position of a wrapper can be worth. */
const LIKENESS_SCORE = 6;

/** Whether two entries are nested and have the same text. */
export const areNested = (a: Entry, b: Entry): boolean => a.traits.key === b.traits.key && isSameTarget(a, b);

/**
 * Lowers the scores of entries that are nested with one that is more like the wanted element, and
 * raises that of a long text with more than three quarters of the wanted one's letter pairs, which
 * identifies the element wherever it is. Several such texts, as in lists of similar cards, identify
 * none.
 *
 * @param indexOf index of the returned entry; the same by default
 */
export function preferAlike(wanted: Traits, entries: readonly Entry[], indexOf = (index: number) => index): Entry[] {
  const isSimilar = ({ features }: Entry) => (features[TEXT_PAIRS] ?? 0) > 1 - QUARTER;
  const texts = new Set(
    entries.filter((entry) => entry.features[TEXT_EQUAL] || isSimilar(entry)).map(({ traits }) => traits.key),
  );
  const bonus = wanted.key.length >= LONG_TEXT && texts.size < 2 ? UNIQUE_TEXT_SCORE : 0;
  return bestOf(
    entries.map((entry) => {
      const own = likenessOf(wanted, entry);
      let lead = 0;
      for (const other of entries) if (areNested(entry, other)) lead = Math.max(lead, likenessOf(wanted, other) - own);
      return {
        ...entry,
        index: indexOf(entry.index),
        score: entry.score - LIKENESS_SCORE * lead + (isSimilar(entry) ? bonus : 0),
      };
    }),
  );
}
