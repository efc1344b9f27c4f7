import { DOUBT, HALF, LONG_IF_BARE, THIRD } from './by-hand.ts';
import {
  CARD,
  FOOTER_ON_ONE_SIDE,
  HREF_EQUAL,
  ID_EQUAL,
  NAME_DIFFERS,
  NAME_EQUAL,
  OTHER_CARD,
  TEST_ID_EQUAL,
  TEXT_IN_NAMES,
  TEXT_PAIRS,
  TEXT_SHARED,
} from './columns.ts';
import { type Model, weigh } from './model.ts';
import type { Entry, Row } from './rank.ts';
import { LOOKED_AT } from './signs.ts';
import type { Traits } from './traits.ts';

/**
 * What the verifier judges an entry by: SIGNS, then LOOKED_AT.
 *
 * @param shares the probabilities that {@link assign} gave the row's entries.
 */
export function evidence(row: Row, k: number, shares: readonly number[]): readonly number[] {
  const entry = row.entries[k] as Entry;
  const share = Math.min(1 - 1e-6, Math.max(1e-6, shares[k] ?? 0));
  const lead = Math.log(share / secondOf(row, k, shares));
  const { target, self } = row;
  return [
    1,
    self > 0 ? entry.score / self : 0,
    entry.score / 10,
    share,
    Math.max(-3, Math.min(3, Math.log(share / (1 - share)) / 3)),
    Math.min(4, lead / 3),
    +!target.box,
    +(target.key !== '' && target.key.length < 4),
    ...LOOKED_AT.map((column) => entry.features[column] ?? 0),
  ];
}

/** The largest share of another answer. */
function secondOf({ entries }: Row, k: number, shares: readonly number[]): number {
  let most = 1e-6;
  for (let i = 0; i < entries.length; i++) {
    const share = shares[i] ?? 0;
    if (share > most && i !== k && !areKin(entries[i] as Entry, entries[k] as Entry)) most = share;
  }
  return most;
}

/** An element and the one directly around it, or around it and saying no more, are one answer: which was clicked is chance. */
function areKin(a: Entry, b: Entry): boolean {
  const [outer, inner] = a.traits.steps.length < b.traits.steps.length ? [a, b] : [b, a];
  const [steps, deeper] = [outer.traits.steps, inner.traits.steps];
  const isNext = deeper.length - steps.length === 1;
  return (
    (isNext || a.traits.key === b.traits.key) &&
    deeper.length > steps.length &&
    steps.every((step, i) => step === deeper[i])
  );
}

/**
 * How sure it is that the row's entry is the wanted element, 0–1.
 *
 * @param extra log-odds that are known from elsewhere.
 */
export function confidenceOf(row: Row, k: number, shares: readonly number[], model: Model, extra = 0): number {
  const logOdds = weigh(evidence(row, k, shares), model.verify) + extra;
  const confidence = 1 / (1 + Math.exp(-logOdds));
  return isDoubtful(row, row.entries[k] as Entry) ? Math.min(confidence, DOUBT) : confidence;
}

const NAMES = [ID_EQUAL, NAME_EQUAL, HREF_EQUAL, TEST_ID_EQUAL, TEXT_IN_NAMES];

/**
 * Ways to be another element that looks the same: the copy that many pages have in their footer, the twin in another card,
 * such as the "Buy" of another product, what is named or placed like it and is something else, and one of twins that have
 * become more or fewer when their cards do not say which: what stands beside an element is another text as soon as something
 * is put between.
 */
function isDoubtful(row: Row, entry: Entry): boolean {
  const { target } = row;
  const { traits, features } = entry;
  if (features[FOOTER_ON_ONE_SIDE] || features[OTHER_CARD] || isOther(target, entry)) return true;
  const before = target.twins?.count ?? 0;
  const hasChanged = before > 0 && before !== (traits.twins?.count ?? before);
  return hasChanged && row.entries.some((other) => other !== entry && isIndistinct(entry, other));
}

/**
 * A picture and the heading beside it have one name, and a button stands where a field's label stands when it is gone; so do
 * another item of a list and another paragraph, which have hardly a word in common.
 */
function isOther(wanted: Traits, { traits, features }: Entry): boolean {
  if (!wanted.key || !traits.key) return false;
  if (wanted.isLabelled !== traits.isLabelled && wanted.tag !== traits.tag) return true;
  if (wanted.key === traits.key) return false;
  if (features[NAME_DIFFERS] || (wanted.control !== traits.control && /[bf]/.test(wanted.control + traits.control)))
    return true;
  const isKnown = NAMES.some((name) => features[name]);
  const isEdited = (features[TEXT_PAIRS] ?? 0) >= HALF || (features[TEXT_SHARED] ?? 0) >= THIRD;
  return !isKnown && !isEdited && wanted.key.length >= LONG_IF_BARE;
}

/** Says the same, in a card that is as much like the wanted one's. */
function isIndistinct(entry: Entry, other: Entry): boolean {
  return (
    !areKin(entry, other) &&
    entry.traits.key === other.traits.key &&
    entry.traits.tag === other.traits.tag &&
    (other.features[CARD] ?? 0) >= (entry.features[CARD] ?? 0)
  );
}
