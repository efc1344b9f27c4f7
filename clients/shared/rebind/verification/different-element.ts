import { isWordLike } from '../../locators/word-like.ts';
import { NEIGHBOR_TEXT_LIMIT } from '../fingerprint/limits.ts';
import {
  CLASSES,
  HREF_EQUAL,
  ICON_DIFFERS,
  ID_EQUAL,
  NAME_DIFFERS,
  NAME_EQUAL,
  NEIGHBORS,
  TEST_ID_EQUAL,
  TEXT_PAIRS,
} from '../ranking/feature-columns.ts';
import { isSameUnique } from '../ranking/prior.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { tokensOf } from '../traits/tokenize.ts';
import { CUT_CARD_LENGTH, KEY_LIMIT, type Traits, withoutDigits } from '../traits/traits.ts';
import { HALF, LONG_TEXT, LONG_TEXT_IF_BARE, QUARTER, THIRD } from '../weights/hand-set-weights.ts';
import { isReworded } from './same-place.ts';
import { isContained } from './same-target.ts';
import { isOtherGroup, wordOverlap } from './word-overlap.ts';

const OWN_NAMES = [ID_EQUAL, NAME_EQUAL, TEST_ID_EQUAL];
const NAMES = [...OWN_NAMES, HREF_EQUAL];
/** Number of elements from which on a word of their classes is not rare. */
const COMMON_COUNT = 4;
/** Tags of containers with several parts, whose common words may be common to all of them. */
const RECORD = /^(tr|li|article|section|div)$/;

/**
 * Detects candidates that resemble the target in name or position and are another element: a
 * picture and the heading next to it with the same name, a button at the position of a removed
 * label, a placeholder without text, a part of another item.
 */
export function isDifferentElement(row: Row, entry: Entry): boolean {
  const { target: wanted } = row;
  const { traits, features } = entry;
  if (wanted.key && wanted.isLabeled !== traits.isLabeled && wanted.tag !== traits.tag) return true;
  const isSameText = wanted.key === traits.key;
  if (wanted.isHeading !== traits.isHeading && wanted.control + traits.control === 'button') return true;
  if (features[NAME_DIFFERS] && !(isSameText && wanted.key)) return true;
  if (wanted.key && wasNeighbor(wanted, traits) && OWN_NAMES.every((name) => !features[name])) return true;
  if (isUnknown(wanted) || isReworded(row, entry)) return false;
  const isOther = wanted.key
    ? isDifferentVariant(row, entry, cardOverlap(row, entry) >= HALF)
    : features[ICON_DIFFERS] || (traits.key && wanted.control !== traits.control);
  if (isOther && OWN_NAMES.every((name) => !features[name])) return true;
  if (isNamed(row, entry)) return false;
  if (!wanted.key !== !traits.key) return wanted.control === '' || wanted.control !== traits.control;
  const isLong = wanted.key.length >= LONG_TEXT;
  if (isSameText && isLong) return false;
  return (
    (!isLong && cardOverlap(row, entry) < QUARTER && !(isSameText && isUniqueInCard(wanted, traits))) ||
    (!(isSameText && wanted.isHeading) &&
      isOtherGroup(row, entry) &&
      (wanted.href !== traits.href || !isSameUnique(wanted, traits)))
  );
}

/** Whether a text that a bare fingerprint lacks may be unknown as well as empty. */
const isUnknown = ({ key, duplicates }: Traits) => !key && !duplicates;

const cardOverlap = ({ target, rarity }: Row, { traits }: Entry) => wordOverlap(target.card, traits.card, rarity);

const isNamed = ({ target }: Row, { traits, features }: Entry) =>
  NAMES.some((name) => features[name]) || (!target.key && isSameUnique(target, traits));

/**
 * Detects candidates that are probably another element, unless their place says otherwise: another
 * list item or paragraph with hardly a common word, an icon with other names.
 */
export function isDissimilar(row: Row, entry: Entry): boolean {
  const { target: wanted } = row;
  const { traits, features } = entry;
  if (isUnknown(wanted) || !wanted.key !== !traits.key || isReworded(row, entry) || isNamed(row, entry)) return false;
  const card = cardOverlap(row, entry);
  if (!wanted.key)
    return (
      (Number.isNaN(card) && wanted.neighbors.some(Boolean) && !features[NEIGHBORS]) || hasDifferentNames(row, entry)
    );
  return wanted.key !== traits.key && isDifferentText(row, entry, card >= HALF);
}

/** Whether a different text is not just a rewording of the wanted one. */
function isDifferentText(row: Row, entry: Entry, isSameCard: boolean): boolean {
  const { target: wanted, rarity } = row;
  const { traits, features } = entry;
  if (wanted.control !== traits.control && /[bf]/.test(wanted.control + traits.control)) return true;
  if (!isSameCard && isNumberedVariant(row, entry)) return true;
  const pairs = features[TEXT_PAIRS] ?? 0;
  const isAlike =
    pairs >= HALF || !/\p{L}/u.test(wanted.key) || difference(wanted.words, traits.words).length < wanted.words.length;
  if (wanted.key.length < LONG_TEXT_IF_BARE && (isSameCard || (isAlike && !wanted.card[0]))) return false;
  const words = wordOverlap(wanted.words, traits.words, rarity);
  if (words >= HALF) return false;
  const isReworded = words < (RECORD.test(wanted.tag) ? HALF : THIRD) && wanted.key.length < KEY_LIMIT;
  return pairs < HALF || (isReworded && !isSameCard);
}

/**
 * Detects another item of a numbered list ("Episode 5", "Episode 7"). A text that is unique without
 * its number, among the candidates and the neighbors, has a counter instead.
 */
export function isNumberedVariant({ target, entries }: Row, entry: Entry): boolean {
  const letters = lettersOf(target);
  return (
    lettersOf(entry.traits) === letters &&
    (!letters ||
      target.neighbors.some((text) => lettersOf({ key: text }) === letters) ||
      entries.some((other) => other !== entry && lettersOf(other.traits) === letters && !isContained(entry, other)))
  );
}

/** Key without digits; equal for items of a list that differ in a number. */
const lettersOf = ({ key }: Pick<Traits, 'key'>) => withoutDigits(key);

const difference = (words: readonly string[], others: readonly string[]) =>
  words.filter((word) => !others.includes(word));

/**
 * Whether the text of one element, then and now, identifies it in a changed card: that of the
 * card's heading, or of a link in a menu, whose links do not belong to one item.
 */
const isUniqueInCard = (wanted: Traits, now: Traits) =>
  (wanted.duplicates?.count ?? 1) === 1 &&
  now.duplicates?.count === 1 &&
  (wanted.cardText.startsWith(wanted.normalized) ||
    [wanted, now].every(({ control, kin }) => control === 'link' && (kin?.inCard ?? 0) >= MENU));

/** Number of links from which on a card is a menu. */
const MENU = 5;

/**
 * Whether the candidate's text was next to the target, or in its card, and so another element. A
 * container begins with the text that followed the target.
 */
function wasNeighbor(wanted: Traits, { key, tag, normalized }: Traits): boolean {
  if (normalized.length < 2 || (key === wanted.key && tag === wanted.tag)) return false;
  const others = ` ${wanted.cardText} `.replace(` ${wanted.normalized} `, '  ');
  const after = wanted.neighbors[1] || '-';
  return (
    (`${normalized} `.startsWith(`${after} `) && !wanted.normalized.includes(after)) ||
    others.includes(` ${normalized} `) ||
    wanted.neighbors.includes(normalized.slice(0, NEIGHBOR_TEXT_LIMIT).trim())
  );
}

/**
 * Compares elements without text and names by tag and classes: a rare class word on one side makes
 * them different.
 */
function hasDifferentNames({ target, rarity: { countOf } }: Row, { traits, features }: Entry): boolean {
  if (target.tag !== traits.tag && (features[CLASSES] ?? 0) < HALF) return true;
  const named = ({ classes }: Traits, { bag }: Traits) => difference(classes.filter(isWordLike).flatMap(tokensOf), bag);
  const isRare = (word: string) => countOf('word', word) < COMMON_COUNT;
  const lost = named(target, traits);
  return (
    lost.length > 0 &&
    (named(traits, target).some(isRare) || lost.some((word) => isRare(word) && countOf('word', word)))
  );
}

/**
 * Detects variants of one pattern ("Episode 4", "Episode 7"): a word differs, and other elements
 * like the candidate have all the common words. In the same short card, only a candidate with
 * duplicates counts as a variant, because a single text of a card may be reworded.
 */
function isDifferentVariant({ target, entries }: Row, entry: Entry, isSameCard: boolean): boolean {
  const { traits } = entry;
  const hasDuplicates = (traits.duplicates?.count ?? 1) > 1;
  if (isSameCard && target.cardText.length <= CUT_CARD_LENGTH && !hasDuplicates) return false;
  const { words } = target;
  const lost = difference(words, traits.words);
  const both = difference(words, lost);
  return (
    traits.key !== target.key &&
    both.length > 0 &&
    [lost, difference(traits.words, words)].every((some) => some.some((word) => /\p{L}/u.test(word))) &&
    entries.some(
      (other) =>
        other.traits.tag === traits.tag &&
        (other.traits.key === target.key ? hasDuplicates : other.traits.key !== traits.key) &&
        !isContained(entry, other) &&
        difference(both, other.traits.words).length === 0,
    )
  );
}
