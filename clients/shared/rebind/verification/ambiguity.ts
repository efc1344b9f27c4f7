import { CARD, CLASSES, FOOTER_ON_ONE_SIDE, ID_EQUAL, OTHER_CARD } from '../ranking/feature-columns.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { HALF } from '../weights/hand-set-weights.ts';
import { isOther } from './other-element.ts';
import { areKin } from './same-target.ts';
import { keptOf } from './word-overlap.ts';

/** Share of a card's words from which on it is the same, though others say each of them. */
const SAME = 0.9;

/**
 * Ways to be another element that looks the same: the copy that many pages have in their footer, what stands where it stood
 * in the row or card of something else, what stood beside it, what is named or placed like it and is something else, and one
 * of twins that have become more or fewer when their cards do not say which: what stands beside an element is another text as
 * soon as something is put between.
 */
export function isDoubtful(row: Row, entry: Entry): boolean {
  const { target } = row;
  const { traits, features } = entry;
  if (features[FOOTER_ON_ONE_SIDE] || features[OTHER_CARD] || isOther(row, entry)) return true;
  const [before, now] = [target.twins?.count ?? 0, traits.twins?.count ?? target.twins?.count ?? 0];
  if (features[ID_EQUAL] || before === 0 || before === now) return false;
  if (before > now && target.key === traits.key && !saysWhich(row, entry)) return true;
  return row.entries.some((other) => other !== entry && isIndistinct(entry, other));
}

/** Of twins that became fewer: the card is the same one, and none in it is gone. */
function saysWhich({ target, rarity }: Row, { traits, features }: Entry): boolean {
  const isSame = (features[CARD] ?? 0) > SAME || keptOf(target.card, traits.card, rarity) >= HALF;
  return isSame && (target.twins?.inCard ?? 1) <= (traits.twins?.inCard ?? 1);
}

/** Says the same, or as little in the same classes, in a card that is as much like the wanted one's. */
function isIndistinct(entry: Entry, other: Entry): boolean {
  return (
    !areKin(entry, other) &&
    entry.traits.key === other.traits.key &&
    entry.traits.tag === other.traits.tag &&
    [CARD, ...(entry.traits.key ? [] : [CLASSES])].every(
      (column) => (other.features[column] ?? 0) >= (entry.features[column] ?? 0),
    )
  );
}
