import { DOUBT } from './by-hand.ts';
import { FEATURES, type Feature } from './features.ts';
import { type Model, weigh } from './model.ts';
import type { Entry, Row } from './rank.ts';
import { LOOKED_AT } from './signs.ts';

const COLUMNS = LOOKED_AT.map((name) => FEATURES.indexOf(name));

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
    ...COLUMNS.map((column) => entry.features[column] ?? 0),
  ];
}

/** The largest share of another answer. */
function secondOf({ entries }: Row, k: number, shares: readonly number[]): number {
  let most = 1e-6;
  for (const [at, other] of entries.entries()) {
    const share = shares[at] ?? 0;
    if (share > most && at !== k && !areKin(other, entries[k] as Entry)) most = share;
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

const at = (name: Feature) => FEATURES.indexOf(name);
const FOOTER = at('footerOnOneSide');
const OTHER_CARD = at('otherCard');
const CARD = at('card');

/**
 * Three ways to be another element that looks the same: the copy that many pages have in their footer, the twin in
 * another card, such as the "Buy" of another product, and one of twins that have become more or fewer when their cards do
 * not say which: what stands beside an element is another text as soon as something is put between.
 */
function isDoubtful(row: Row, entry: Entry): boolean {
  const { target } = row;
  const { traits, features } = entry;
  if (features[FOOTER] || features[OTHER_CARD]) return true;
  const before = target.twins?.count ?? 0;
  const hasChanged = before > 0 && before !== (traits.twins?.count ?? before);
  return hasChanged && row.entries.some((other) => other !== entry && isIndistinct(entry, other));
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
