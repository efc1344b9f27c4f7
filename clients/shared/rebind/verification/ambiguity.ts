import { CARD, CLASSES, FOOTER_ON_ONE_SIDE, ID_EQUAL, OTHER_CARD } from '../ranking/feature-columns.ts';
import { leastCardShare } from '../ranking/features.ts';
import { areNested, likenessOf } from '../ranking/likeness.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { HALF } from '../weights/hand-set-weights.ts';
import { isDifferentElement, isDissimilar } from './different-element.ts';
import { isSameTarget } from './same-target.ts';
import { hasCardTitle } from './twins.ts';
import { wordOverlap } from './word-overlap.ts';

/** Feature value from which on two cards are the same, however common their words are. */
const SAME_CARD = 0.9;

/** Whether a candidate is probably another element, by {@link isConfusable} or by its text. */
export const isAmbiguous = (row: Row, entry: Entry): boolean =>
  isConfusable(row, entry) || (isDissimilar(row, entry) && !hasCardTitle(row, entry));

/**
 * Detects candidates that look like the target but may be another element: a copy in the footer, an
 * element in a different card or row, a former neighbor, a different element with the same name or
 * position, and one of several duplicates whose number has changed while their cards do not
 * identify it. Neighbors do not identify a duplicate: they change with every insertion in between.
 */
export function isConfusable(row: Row, entry: Entry): boolean {
  const { target } = row;
  const { traits, features } = entry;
  const isIdentified = hasCardTitle(row, entry);
  if (features[FOOTER_ON_ONE_SIDE] || (!isIdentified && (features[OTHER_CARD] || isDifferentElement(row, entry)))) {
    return true;
  }
  const [before, now] = [target.duplicates?.count ?? 0, traits.duplicates?.count ?? target.duplicates?.count ?? 0];
  const hasNewCount = before > 0 && before !== now;
  const isFewer = before > now && !features[ID_EQUAL] && target.key === traits.key;
  if (isFewer && !isIdentified && !isIdentifiedByCard(row, entry)) return true;
  return row.entries.some((other) => {
    if (other === entry) return false;
    if (isSameTarget(entry, other))
      return (
        target.size !== undefined && areNested(entry, other) && likenessOf(target, other) >= likenessOf(target, entry)
      );
    return features[ID_EQUAL]
      ? other.features[ID_EQUAL] && (hasNewCount || before < 2)
      : hasNewCount && !isIdentified && isIndistinct(row, entry, other);
  });
}

/** Whether the card identifies one of fewer duplicates: it is the same and lost no duplicate. */
function isIdentifiedByCard({ target, rarity }: Row, { traits, features }: Entry): boolean {
  const isSame = (features[CARD] ?? 0) > SAME_CARD || wordOverlap(target.card, traits.card, rarity) >= HALF;
  return isSame && (target.duplicates?.inCard ?? 1) <= (traits.duplicates?.inCard ?? 1);
}

/** Whether another entry has the same text (without text, the same classes) and as good a card. */
function isIndistinct({ target }: Row, entry: Entry, other: Entry): boolean {
  return (
    entry.traits.key === other.traits.key &&
    entry.traits.icon === other.traits.icon &&
    entry.traits.tag === other.traits.tag &&
    (entry.traits.key !== '' || (other.features[CLASSES] ?? 0) >= (entry.features[CLASSES] ?? 0)) &&
    (other.features[CARD] ?? 0) >= Math.min(entry.features[CARD] ?? 0, leastCardShare(target))
  );
}
