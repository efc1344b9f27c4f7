import { isWordLike } from '../../locators/word-like.ts';
import { BESIDE_LIMIT } from '../fingerprint/limits.ts';
import {
  BESIDE,
  CLASSES,
  HREF_EQUAL,
  ID_EQUAL,
  NAME_DIFFERS,
  NAME_EQUAL,
  TEST_ID_EQUAL,
  TEXT_IN_NAMES,
  TEXT_PAIRS,
} from '../ranking/feature-columns.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { CUT, KEY_LIMIT, type Traits } from '../traits/traits.ts';
import { tokensOf } from '../traits/words.ts';
import { HALF, LONG, LONG_IF_BARE, QUARTER, THIRD } from '../weights/hand-set-weights.ts';
import { areKin } from './same-target.ts';
import { keptOf } from './word-overlap.ts';

const OWN_NAMES = [ID_EQUAL, NAME_EQUAL, TEST_ID_EQUAL];
const NAMES = [...OWN_NAMES, HREF_EQUAL, TEXT_IN_NAMES];
/** Words of a class that fewer elements than this have are rare. */
const FEW = 4;
/** Holds several things: what two of these have in common may be what all have. */
const RECORD = /^(tr|li|article|section|div)$/;

/**
 * A picture and the heading beside it have one name, and a button stands where a field's label stands when it is gone; so do
 * another item of a list and another paragraph, which have hardly a word in common, and what has no text yet.
 */
export function isOther(row: Row, entry: Entry): boolean {
  const { target: wanted, rarity } = row;
  const { traits, features } = entry;
  if (wanted.key && wanted.isLabelled !== traits.isLabelled && wanted.tag !== traits.tag) return true;
  const saysTheSame = wanted.key === traits.key;
  if (features[NAME_DIFFERS] && !(saysTheSame && wanted.key)) return true;
  // A bare fingerprint does not tell what is silent from what it says nothing of.
  if (!wanted.key && !wanted.twins) return false;
  const card = keptOf(wanted.card, traits.card, rarity);
  const isSameCard = card >= HALF;
  const isAnother = wanted.key
    ? stoodBeside(wanted, traits) || isOneOfMany(row, entry, isSameCard)
    : traits.key && wanted.control !== traits.control;
  if (isAnother && OWN_NAMES.every((name) => !features[name])) return true;
  if (NAMES.some((name) => features[name])) return false;
  if (!wanted.key !== !traits.key) return wanted.control === '' || wanted.control !== traits.control;
  if (card < QUARTER && wanted.key.length < LONG && !(saysTheSame && headsAlone(wanted, traits))) return true;
  if (!wanted.key)
    return (Number.isNaN(card) && wanted.beside.some(Boolean) && !features[BESIDE]) || isNamedOtherwise(row, entry);
  return !saysTheSame && isOtherText(row, entry, isSameCard);
}

/** Of two that say something and not the same: the one is not the other reworded. */
function isOtherText({ target: wanted, rarity }: Row, { traits, features }: Entry, isSameCard: boolean): boolean {
  if (wanted.control !== traits.control && /[bf]/.test(wanted.control + traits.control)) return true;
  if (!isSameCard && (wanted.isListed || wanted.card[0]) && lettersOf(wanted) === lettersOf(traits)) return true;
  const pairs = features[TEXT_PAIRS] ?? 0;
  const isAlike =
    pairs >= HALF || !/\p{L}/u.test(wanted.key) || without(wanted.words, traits.words).length < wanted.words.length;
  if (wanted.key.length < LONG_IF_BARE && (isSameCard || (isAlike && !wanted.card[0]))) return false;
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

/** Another number makes another item of a list. */
const lettersOf = ({ key }: Traits) => key.replace(/\d/g, '');
