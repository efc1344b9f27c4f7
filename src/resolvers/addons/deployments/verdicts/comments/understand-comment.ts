import { ARROW, NAMED } from '../../../../../lib/named-texts.ts';
import { collapse } from '../../../../../lib/quoted-texts.ts';
import { type Alignment, namedAlignment } from './alignments.ts';
import { COLOR_WORD, type WantedColor, wantedColor } from './colors.ts';
import { isNearWord } from './near-words.ts';
import { type Masked, maskQuotations, QUOTATION, quotationsIn } from './quotations.ts';
import { namedRemoval } from './removals.ts';
import { type StatedValue, valuesIn } from './values.ts';
import * as say from './vocabulary.ts';

/** A property of an element that comments name; any: not named. */
export type ColoredProperty = 'color' | 'backgroundColor' | 'borderColor' | 'any';

/** One thing that a comment asks for. */
export type Wish =
  /** The element shows a text. With `replaces`, only where it showed another one before. */
  | { kind: 'text'; text: string; replaces?: string }
  | { kind: 'value'; value: StatedValue }
  /** The element shows a text no more. */
  | { kind: 'without'; text: string }
  /** A word of the comment is misspelled, or the right one. */
  | { kind: 'spelling'; words: string[] }
  | { kind: 'size'; direction: 'larger' | 'smaller'; of: 'text' | 'any' }
  | { kind: 'pixels'; of: 'text' | 'width' | 'height'; value: number }
  | { kind: 'bold' }
  | { kind: 'color'; color: WantedColor; of: ColoredProperty }
  | { kind: 'shade'; direction: 'darker' | 'lighter'; of: ColoredProperty }
  | { kind: 'contrast' }
  /** The text of the element is aligned. */
  | { kind: 'aligned'; to: Alignment }
  /** The element is removed or hidden: the commented one if it is what the comment names. */
  | { kind: 'removed'; what?: string }
  /** A wish that no record of the element can confirm: a person must say. */
  | { kind: 'alignment' | 'order' | 'link' | 'shown' | 'other' };

/** Max characters of a comment that are read. */
const MAX_LENGTH = 4_000;
const SENTENCES = /(?<=[.!?])\s+|(?<=[。！？])|\n+/u;
const CLAUSES = /[,;、，]\s*(?!\d)|\s+(?:and|und|et|y|e|but|aber|sondern|mais|pero|sino)\s+|\s+[–—-]\s+(?!\d)/iu;

/**
 * Understands by rules what a comment asks for: in English, German, French, Spanish and Japanese.
 * Questions about a cause ask for nothing. A request that no rule understands is a wish `other`.
 */
export function understandComment(comment: string): Wish[] {
  const masked = maskQuotations(comment.slice(0, MAX_LENGTH));
  const sentences = masked.text.split(SENTENCES).map((sentence) => sentence.trim());
  const clauses = sentences
    .filter((sentence) => sentence !== '' && !isQuestion(sentence))
    .flatMap((sentence) => {
      const named = namedText(sentence);
      if (named) return [{ text: '', wishes: [named.wish] }, ...clausesOf(named.rest)];
      return clausesOf(sentence);
    });
  const isRequested = clauses.some(({ text }) => say.REQUEST.test(text) && valuesIn(text).length > 0);
  const wishes = clauses.flatMap(({ text, wishes: known }) => known ?? wishesOf(text, masked, isRequested));
  return distinct(wishes);
}

/** Clauses that ask for nothing by themselves. */
const POLITENESS =
  /^(?:please|pls|thanks|thank you|bitte|danke|svp|merci|s['’]il (?:vous|te) plaît|por favor|gracias|お願いします)[.!\s]*$/iu;

interface Clause {
  text: string;
  wishes?: Wish[];
}

const clausesOf = (sentence: string): Clause[] =>
  sentence
    .split(CLAUSES)
    .map((clause) => clause?.trim() ?? '')
    .filter((clause) => clause !== '' && !POLITENESS.test(clause))
    .map((text) => ({ text }));

const isQuestion = (sentence: string): boolean =>
  /[?？]\s*$|ですか。?$|ますか。?$/u.test(sentence) && (say.WHY.test(sentence) || !say.POLITE.test(sentence));

/** Two spellings of a word. */
const SHOULD_BE =
  /^(?<old>[\p{L}\p{N}'’-]{2,40})\s+(?:should be(?: spelled)?|must be|soll\p{L}* (?=\S+ (?:heißen|sein))|muss (?=\S+ (?:heißen|sein))|devrait être|doit être|debería ser|debe ser)\s*(?<name>[\p{L}\p{N}'’-]{2,40})(?:\s+(?:heißen|sein))?[.!]?$/iu;

/** A text that a sentence asks for without quotation marks, and what follows it. */
function namedText(sentence: string): { wish: Wish; rest: string } | undefined {
  if (new RegExp(QUOTATION.source, 'u').test(sentence) || say.CONDITION.test(sentence)) return undefined;
  const arrow = ARROW.exec(sentence);
  if (arrow) return replacement(arrow.groups ?? {});
  const { old = '', name: spelling = '' } = SHOULD_BE.exec(sentence)?.groups ?? {};
  if (isNearWord(old, spelling)) return { wish: { kind: 'text', text: spelling, replaces: old }, rest: '' };
  if (say.NEGATION.test(sentence)) return undefined;
  for (const pattern of NAMED) {
    const found = pattern.exec(sentence.charAt(0).toLowerCase() + sentence.slice(1));
    const name = collapse(found?.groups?.name ?? '');
    if (!found || name === '' || isColorOnly(name) || valuesIn(name).length > 0 || /^\d+\s?px/iu.test(name)) continue;
    const rest = (found.groups?.rest ?? '') + sentence.slice(found.index + found[0].length);
    return {
      wish: { kind: 'text', text: name },
      rest: rest.replace(/^[\s.!;,]*(?:instead|please|rather|bitte|svp)?/iu, ''),
    };
  }
  return undefined;
}

/** Beginnings of clauses that ask for an alignment. */
const IMPERATIVE = /^(?:align|cent[er]|aline|zentrier)/iu;

const isColorOnly = (text: string): boolean => new RegExp(`^${COLOR_WORD}$`, 'iu').test(text);

/** Colors, sizes and values after an arrow are wishes of their own kind. */
function replacement({ old = '', name = '' }: Record<string, string>): { wish: Wish; rest: string } | undefined {
  const color = isColorOnly(name) && wantedColor(name);
  if (color) return { wish: { kind: 'color', color, of: propertyOf(old) }, rest: '' };
  const [value, ...others] = valuesIn(name);
  if (value) return others.length > 0 ? undefined : { wish: { kind: 'value', value }, rest: '' };
  const size = /^(\d+(?:\.\d+)?)\s?px$/iu.exec(name);
  if (size)
    return /px/iu.test(old) ? { wish: { kind: 'pixels', of: 'text', value: Number(size[1]) }, rest: '' } : undefined;
  return { wish: { kind: 'text', text: collapse(name), replaces: collapse(old) }, rest: '' };
}

function wishesOf(clause: string, masked: Masked, hasRequestedValue: boolean): Wish[] {
  const isRequest = say.REQUEST.test(clause);
  if (say.SPELLING.test(clause)) return [spellingOf(clause, masked)];
  if (say.CONDITION.test(clause)) return isRequest ? [{ kind: 'other' }] : [];
  const texts = textsOf(clause, masked);
  if (texts.length > 0) return texts;
  if (say.CONTRAST.test(clause)) return [{ kind: 'contrast' }];
  if (say.NEGATION.test(clause)) return isRequest ? [{ kind: 'other' }] : [];
  if (say.REMOVAL.some((pattern) => pattern.test(clause)))
    return [{ kind: say.PARTS.test(clause) ? 'other' : 'removed' }];
  const what = say.PARTS.test(clause) ? undefined : namedRemoval(clause);
  if (what !== undefined) return [{ kind: 'removed', what }];
  const to = isRequest || isShort(clause) || IMPERATIVE.test(clause) ? namedAlignment(clause) : undefined;
  if (to) return [{ kind: 'aligned', to }];
  const looks = [...sizesOf(clause, isRequest), ...colorsOf(clause, isRequest), ...boldOf(clause, isRequest)];
  if (looks.length > 0) return looks;
  const values = valuesIn(clause);
  if (values.length > 0) return valueWishes(clause, values, isRequest || !hasRequestedValue);
  return isRequest ? [{ kind: unverifiable(clause) }] : [];
}

function unverifiable(clause: string): 'alignment' | 'order' | 'link' | 'shown' | 'other' {
  if (say.ALIGNMENT.test(clause)) return 'alignment';
  if (say.LINK.test(clause)) return 'link';
  if (say.ORDER.test(clause)) return 'order';
  return say.SHOWN.test(clause) ? 'shown' : 'other';
}

/** Whether the quotations of a clause are asked for; others only name what is there. */
const isAskedFor = (clause: string): boolean =>
  say.REQUEST.test(clause) || say.SUGGESTION.test(clause) || /^[\uE000-\uE0FF\s.!:]+[にへと]?[。.!]?$/u.test(clause);

/** Wishes of the quotations of a clause; negated ones and old texts shall go. */
function textsOf(clause: string, masked: Masked): Wish[] {
  const found = quotationsIn(clause, masked);
  const isUnwanted = ({ before, after }: (typeof found)[number]) =>
    say.UNWANTED_BEFORE.test(before) || say.UNWANTED_AFTER.test(after);
  const isOldOf = ({ before }: (typeof found)[number], next: (typeof found)[number] | undefined) =>
    next !== undefined && say.BECOMES.test(clause.slice(before.length + 1, next.before.length));
  const hasOld = found.some((each, index) => isUnwanted(each) || isOldOf(each, found[index + 1]));
  const wishes = found.map((each, index): Wish | undefined => {
    const { quoted, before, after } = each;
    if (isOldOf(each, found[index + 1])) return undefined;
    if (say.REMOVED_BEFORE.test(before) || say.REMOVED_AFTER.test(after)) return { kind: 'without', text: quoted };
    if (isUnwanted(each)) return undefined;
    const since = before.replace(/^.*[\uE000-\uE0FF](?:ではなく|じゃなく)?/u, '');
    if (say.NEGATION.test(since)) return { kind: 'without', text: quoted };
    return isAskedFor(clause) || hasOld ? { kind: 'text', text: quoted } : undefined;
  });
  const wanted = wishes.filter((wish) => wish !== undefined);
  return wanted.length > 0 || found.length === 0 ? wanted : say.REQUEST.test(clause) ? [{ kind: 'other' }] : [];
}

function spellingOf(clause: string, masked: Masked): Wish {
  const quoted = quotationsIn(clause, masked).map((each) => each.quoted);
  const [, right] = quoted;
  if (right !== undefined) return { kind: 'text', text: right };
  const words = [...quoted, clause].join(' ').match(/\p{L}{3,}/gu) ?? [];
  return { kind: 'spelling', words: words.map((word) => word.toLowerCase()) };
}

type Direction = { wish: RegExp; complaint: RegExp };

const states = (clause: string, { wish, complaint }: Direction, isRequest: boolean): boolean =>
  complaint.test(clause) || (wish.test(clause) && (isRequest || isShort(clause)));

/** A clause of few words asks for what it names: larger. */
const isShort = (clause: string): boolean =>
  clause.split(/\s+/u).length <= 3 && !/[\p{Script=Han}\p{Script=Hiragana}]{7}/u.test(clause);

function sizesOf(clause: string, isRequest: boolean): Wish[] {
  const [isLarger, isSmaller] = [say.LARGER, say.SMALLER].map((direction) => states(clause, direction, isRequest));
  const stated = /(?<![\d.])(\d{1,4}(?:\.\d+)?)\s?(?:px|pixels?|Pixel)(?!\p{L})/iu.exec(clause);
  if (!isLarger && !isSmaller && !stated) return [];
  const isClear = isLarger !== isSmaller || stated;
  if (!isClear || say.PARTS.test(clause) || say.BOUNDED.test(clause)) return [{ kind: 'other' }];
  if (stated) {
    if (!isRequest && !isShort(clause)) return [];
    if (say.ORDER.test(clause)) return [{ kind: 'other' }];
    const of = say.OF_WIDTH.test(clause) ? 'width' : say.OF_HEIGHT.test(clause) ? 'height' : 'text';
    return [{ kind: 'pixels', of, value: Number(stated[1]) }];
  }
  return [{ kind: 'size', direction: isLarger ? 'larger' : 'smaller', of: say.OF_TEXT.test(clause) ? 'text' : 'any' }];
}

/** Words that may follow a color that is asked for, and not a noun that it describes. */
const AFTER_COLOR =
  /^\s*(?:$|[.!?,;:)]|(?:please|pls|instead|text|fonts?|letters?|background|borders?|colou?rs?|now|again|sein|werden|machen|färben|bitte|statt|svp|merci|here|hier|ici|aquí)(?!\p{L})|s['’]il|por favor|に|で|へ|がいい)/iu;

function colorsOf(clause: string, isRequest: boolean): Wish[] {
  const [isDarker, isLighter] = [say.DARKER, say.LIGHTER].map((direction) => states(clause, direction, isRequest));
  if (isDarker || isLighter) {
    if (isDarker === isLighter || say.BOUNDED.test(clause)) return [{ kind: 'other' }];
    return [{ kind: 'shade', direction: isDarker ? 'darker' : 'lighter', of: propertyOf(clause) }];
  }
  const found = [...clause.matchAll(new RegExp(COLOR_WORD, 'giu'))];
  if (found.length === 0 || (!isRequest && !isShort(clause))) return [];
  const wanted = found.flatMap(({ 0: word, index }) => {
    const [before, after] = [clause.slice(0, index), clause.slice(index + word.length)];
    const next = after.replace(/^\s*/u, '');
    const isOld =
      say.UNWANTED_BEFORE.test(before) ||
      found.some((other) => other.index > index && say.BECOMES.test(clause.slice(index + word.length, other.index)));
    const color = wantedColor(word);
    if (isOld || !color || !AFTER_COLOR.test(after)) return [];
    const noun = /^\p{L}+/u.exec(next)?.[0] ?? '';
    return [{ kind: 'color', color, of: propertyOf(noun) === 'any' ? propertyOf(clause) : propertyOf(noun) } as const];
  });
  return wanted;
}

function propertyOf(text: string): ColoredProperty {
  if (say.OF_BACKGROUND.test(text)) return say.OF_TEXT.test(text) ? 'any' : 'backgroundColor';
  if (say.OF_BORDER.test(text)) return 'borderColor';
  return say.OF_TEXT.test(text) ? 'color' : 'any';
}

function boldOf(clause: string, isRequest: boolean): Wish[] {
  if (say.BOLDER.test(clause) && (isRequest || isShort(clause))) return [{ kind: 'bold' }];
  const found = say.BOLD.exec(clause);
  if (!found || (!isRequest && !isShort(clause))) return [];
  return AFTER_COLOR.test(clause.slice(found.index + found[0].length)) ? [{ kind: 'bold' }] : [];
}

/** Values that a clause states, without those that it names as old ones. */
function valueWishes(clause: string, values: readonly StatedValue[], isStated: boolean): Wish[] {
  if (!isStated) return [];
  const wanted = values.filter((value, index) => {
    const end = value.index + value.text.length;
    const next = values[index + 1];
    const isRange = value.kind === 'time' && !/→|->|=>|⇒/u.test(clause) && !/change|änder|cambi|変更/iu.test(clause);
    const isOld = next?.kind === value.kind && !isRange && say.BECOMES.test(clause.slice(end, next.index));
    return (
      !isOld && !say.UNWANTED_BEFORE.test(clause.slice(0, value.index)) && !say.UNWANTED_AFTER.test(clause.slice(end))
    );
  });
  return wanted.map((value) => ({ kind: 'value', value }));
}

const distinct = (wishes: readonly Wish[]): Wish[] => [
  ...new Map(wishes.map((wish) => [JSON.stringify(wish), wish])).values(),
];
