import { isWordLike } from '../../locators/word-like.ts';
import { BESIDE_LIMIT } from '../fingerprint/limits.ts';
import {
  BESIDE,
  CARD,
  CLASSES,
  FOOTER_ON_ONE_SIDE,
  HREF_EQUAL,
  ID_EQUAL,
  NAME_DIFFERS,
  NAME_EQUAL,
  OTHER_CARD,
  TEST_ID_EQUAL,
  TEXT_IN_NAMES,
  TEXT_PAIRS,
} from '../ranking/feature-columns.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import type { Rarity } from '../survey/rarity.ts';
import { CUT, KEY_LIMIT, type Traits } from '../traits/traits.ts';
import { tokensOf } from '../traits/words.ts';
import { HALF, LONG, LONG_IF_BARE, QUARTER, THIRD } from '../weights/hand-set-weights.ts';

const OWN_NAMES = [ID_EQUAL, NAME_EQUAL, TEST_ID_EQUAL];
const NAMES = [...OWN_NAMES, HREF_EQUAL, TEXT_IN_NAMES];
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

/**
 * A picture and the heading beside it have one name, and a button stands where a field's label stands when it is gone; so do
 * another item of a list and another paragraph, which have hardly a word in common, and what has no text yet.
 */
function isOther(row: Row, entry: Entry): boolean {
  const { target: wanted, rarity } = row;
  const { traits, features } = entry;
  if (wanted.key && wanted.isLabelled !== traits.isLabelled && wanted.tag !== traits.tag) return true;
  const saysTheSame = wanted.key === traits.key;
  if (features[NAME_DIFFERS] && !(saysTheSame && wanted.key)) return true;
  // A bare fingerprint does not tell what is silent from what it says nothing of.
  if (!wanted.key && !wanted.twins) return false;
  const card = keptOf(wanted.card, traits.card, rarity);
  const isAnother = wanted.key
    ? stoodBeside(wanted, traits) || isOneOfMany(row, entry, card >= HALF)
    : traits.key && wanted.control !== traits.control;
  if (isAnother && OWN_NAMES.every((name) => !features[name])) return true;
  if (NAMES.some((name) => features[name])) return false;
  if (!wanted.key !== !traits.key) return wanted.control === '' || wanted.control !== traits.control;
  if (card < QUARTER && wanted.key.length < LONG && !(saysTheSame && headsAlone(wanted, traits))) return true;
  if (!wanted.key)
    return (Number.isNaN(card) && wanted.beside.some(Boolean) && !features[BESIDE]) || isNamedOtherwise(row, entry);
  if (saysTheSame) return false;
  if (wanted.control !== traits.control && /[bf]/.test(wanted.control + traits.control)) return true;
  const isSameCard = card >= HALF;
  if (!isSameCard && (wanted.isListed || wanted.card[0]) && lettersOf(wanted) === lettersOf(traits)) return true;
  const pairs = features[TEXT_PAIRS] ?? 0;
  const isShort = wanted.key.length < LONG_IF_BARE;
  if (isShort && isSameCard) return false;
  if (
    isShort &&
    !wanted.card[0] &&
    (pairs >= HALF || !/\p{L}/u.test(wanted.key) || without(wanted.words, traits.words).length < wanted.words.length)
  )
    return false;
  // Words of the wanted one may be written together, where elements without a space between them say them.
  const words = keptOf(wanted.words, traits.words, rarity, wanted.key);
  if (words >= HALF) return false;
  const isReworded = words < (RECORD.test(wanted.tag) ? HALF : THIRD) && wanted.key.length < KEY_LIMIT;
  return pairs < HALF || (isReworded && !isSameCard);
}

const without = (some: readonly string[], others: readonly string[]) => some.filter((word) => !others.includes(word));

/** Its card begins with it, and no other says so: whatever the card says now, it is the one. */
const headsAlone = ({ said, cardText, twins }: Traits, now: Traits) =>
  cardText.startsWith(said) && twins?.count === 1 && now.twins?.count === 1;

/** What says so was beside the wanted one, or with it in its card: it was another one then. */
function stoodBeside(wanted: Traits, { key, tag, said }: Traits): boolean {
  if (said.length < 2 || (key === wanted.key && tag === wanted.tag)) return false;
  const others = ` ${wanted.cardText} `.replace(` ${wanted.said} `, '  ');
  return others.includes(` ${said} `) || wanted.beside.includes(said.slice(0, BESIDE_LIMIT).trim());
}

/** What says nothing and has no name is told by its tag and classes: a word that few have is of another thing. */
function isNamedOtherwise({ target, rarity: { countOf } }: Row, { traits, features }: Entry): boolean {
  if (target.tag !== traits.tag && (features[CLASSES] ?? 0) < HALF) return true;
  const named = ({ classes }: Traits, { bag }: Traits) => without(classes.filter(isWordLike).flatMap(tokensOf), bag);
  const isRare = (word: string) => countOf('word', word) < FEW;
  const lost = named(target, traits);
  return (
    lost.length > 0 &&
    (named(traits, target).some(isRare) || lost.some((word) => isRare(word) && countOf('word', word)))
  );
}

/**
 * Another word stands in it than in the wanted one, and all that both say is said by others like it. In the same card, where
 * that is no long list, only what others say in full too is another one: one text of a card may be written anew.
 */
function isOneOfMany({ target, entries }: Row, entry: Entry, isSameCard: boolean): boolean {
  const { traits } = entry;
  const hasTwins = (traits.twins?.count ?? 1) > 1;
  if (isSameCard && target.cardText.length <= CUT && !hasTwins) return false;
  const { words } = target;
  const lost = without(words, traits.words);
  const both = without(words, lost);
  return (
    both.length > 0 &&
    [lost, without(traits.words, words)].every((some) => some.some((word) => /\p{L}/u.test(word))) &&
    entries.some(
      (other) =>
        other.traits.tag === traits.tag &&
        (other.traits.key === target.key ? hasTwins : other.traits.key !== traits.key) &&
        !areKin(entry, other) &&
        without(both, other.traits.words).length === 0,
    )
  );
}

/**
 * How much of what two texts say and hardly another on the page is said by both (Dice), each word counted by how few say it.
 * Numbers do not count: they change. NaN where one of them says nothing that few say.
 *
 * @param stays what the first one says, where that is more than its words.
 */
function keptOf(
  before: readonly string[],
  now: readonly string[],
  { countOf }: Rarity,
  stays: { includes(word: string): boolean } = before,
): number {
  const weigh = (words: readonly string[], join: (a: number, b: number) => number) =>
    words.reduce((all, word) => join(all, /\d/.test(word) ? 0 : (countOf('word', word) || 1) ** -2), 0);
  if (Math.min(weigh(before, Math.max), weigh(now, Math.max)) < OWN) return Number.NaN;
  const sum = (words: readonly string[]) => weigh(words, (a, b) => a + b);
  return (2 * sum(now.filter((word) => stays.includes(word)))) / (sum(before) + sum(now));
}

/** Words of a class that fewer elements than this have are rare. */
const FEW = 4;
/** What a word counts that two say. */
const OWN = 0.25;
/** Holds several things: what two of these have in common may be what all have. */
const RECORD = /^(tr|li|article|section|div)$/;
/** Another number makes another item of a list. */
const lettersOf = ({ key }: Traits) => key.replace(/\d/g, '');

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

/** An element and the one directly around it, or around it and saying no more, are one answer: which was clicked is chance. */
export function areKin(a: Entry, b: Entry): boolean {
  const [outer, inner] = a.traits.steps.length < b.traits.steps.length ? [a, b] : [b, a];
  const [steps, deeper] = [outer.traits.steps, inner.traits.steps];
  const isNext = deeper.length - steps.length === 1;
  return (
    (isNext || a.traits.key === b.traits.key) &&
    deeper.length > steps.length &&
    steps.every((step, i) => step === deeper[i])
  );
}
