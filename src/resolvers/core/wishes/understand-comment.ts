import { namedAlignment } from './alignments.ts';
import { isAskedFor } from './asked-for.ts';
import { COLOR_WORD, wantedColor } from './colors.ts';
import { isAddress, isStatement, namedTarget } from './link-targets.ts';
import { isShort, looksOf, propertyOf } from './look-wishes.ts';
import { ARROW, NAMED, NUMBERS, REPLACED } from './named-texts.ts';
import { isNearWord } from './near-words.ts';
import { orderOf, withoutPlaces } from './order-wishes.ts';
import {
  collapse,
  DENIED,
  isRestored,
  isUnclear,
  isUnwanted,
  type Masked,
  QUOTATION,
  withoutWarnings,
} from './quotations.ts';
import { type Mention, type Old, quotedWishes } from './quoted-texts.ts';
import { isKindOfElement, removalOf } from './removals.ts';
import { spellingsOf } from './spelling-wishes.ts';
import { splitComment } from './split-comment.ts';
import { isAppointment, isCorrection, isTold } from './told-values.ts';
import { type StatedValue, valuesIn } from './values.ts';
import * as say from './vocabulary.ts';
import type { Wish } from './wish.ts';

/** Ends of clauses; those that only say who said something, or that something is so, go on. */
const CLAUSES =
  /[,;、，](?<!(?:said|told (?:me|us)|thought|meinte\p{L}*|sagte\p{L}*|dachte\p{L}*|disait|pensais|dijo|pensé|pensaba|disse|pensavo).)(?!\d|\s*dass(?!\p{L})|[^,;]*\szu \p{L}+n[\s.!]*(?:[,;]|$))\s*|\s+(?:and|&|und|et|y|e|(?<!thing )but|aber|sondern|mais|pero|sino)\s+|\s+[–—-]\s+(?!\d)/iu;

/** A clause that says what is wrong, and asks for nothing. */
interface Complaint {
  kind: 'complaint';
  about: 'link' | 'order' | 'color';
}

type Finding = Wish | Mention | Complaint | Old;

const isWish = (found: Finding): found is Wish => !['mentioned', 'complaint', 'old'].includes(found.kind);

/**
 * Understands by rules what a comment asks for: in English, German, French, Spanish and Japanese.
 * Questions about a cause ask for nothing. A request that no rule understands is a wish `other`.
 */
export const understandComment = (comment: string): Wish[] => readComment(comment).filter(isWish);

/**
 * Lists texts that an element may show once its comment is answered: those that the comment asks
 * for, and quotations that it does not ask to remove.
 */
export const possibleTexts = (comment: string): string[] => [
  ...new Set(
    readComment(comment).flatMap((found) => {
      if (found.kind === 'value') return [found.value.text];
      return found.kind === 'text' || found.kind === 'mentioned' ? [found.text] : [];
    }),
  ),
];

/** Lists the quotations of a comment that it does not ask for, such as names. */
export const mentionedTexts = (comment: string): string[] =>
  readComment(comment).flatMap((found) => (found.kind === 'mentioned' ? [found.text] : []));

function readComment(comment: string): Finding[] {
  const { masked, sentences } = splitComment(comment);
  const clauses = sentences.flatMap(readSentence);
  const isRequested = clauses.some(({ text }) => say.REQUEST.test(text) && valuesIn(text).length > 0);
  const isDoubted = say.DOUBT.test(masked.text);
  const about: Subject = {
    isRequested,
    isOfLink: say.LINK.test(masked.text),
    isCorrection: isCorrection(masked.text),
  };
  const isDenied = (text: string, next: Clause | undefined) =>
    next !== undefined && DENIED.test(next.text) && !say.REQUEST.test(text);
  const read = clauses.map(({ text, wishes = wishesOf(text, masked, about), isElsewhere }, index) => ({
    text,
    wishes: isDenied(text, clauses[index + 1])
      ? []
      : wishes.map((wish) => ((isElsewhere || isDoubted) && isWish(wish) ? unconfirmed(wish) : wish)),
  }));
  const first = read.findIndex(({ wishes }) => wishes.some(isWish));
  const found = read.flatMap(({ text, wishes }, index): Finding[] =>
    first >= 0 && index > first && wishes.length === 0 && isAddition(text) ? [{ kind: 'other' }] : wishes,
  );
  return distinct(settled(found));
}

/** Max words of a clause that continues an earlier wish. */
const MAX_ADDED_WORDS = 5;

/** Whether a clause without a known wish continues an earlier one: bold and underlined. */
const isAddition = (clause: string): boolean =>
  /\p{L}{2}/u.test(clause) &&
  clause.split(/\s+/u).length <= MAX_ADDED_WORDS &&
  valuesIn(clause).length === 0 &&
  ![say.ASIDE, say.STATES, say.NARRATIVE].some((words) => words.test(clause));

/**
 * Leaves out complaints that a wish of the comment answers; others are wishes themselves. Old texts
 * of other clauses shall go as well.
 */
const settled = (found: readonly Finding[]): Finding[] => {
  const old = found.flatMap((one) => (one.kind === 'old' ? [one.text] : []));
  return found.flatMap((one) => {
    if (one.kind === 'text' && old.length > 0) return [{ ...one, instead: [...(one.instead ?? []), ...old] }];
    if (one.kind !== 'complaint') return [one];
    const isStated = found.some((other) => other.kind === one.about && (other.kind === 'color' || isPlaced(other)));
    return isStated ? [] : [{ kind: one.about === 'order' ? 'order' : 'other' }];
  });
};

/** Whether a wish states an address or a place. */
const isPlaced = (wish: Finding): boolean => 'to' in wish && wish.to !== undefined;

/** A wish whose answer depends on more than the element; a move still is about the order. */
const unconfirmed = ({ kind }: Wish): Wish => ({ kind: kind === 'order' ? 'order' : 'other' });

function readSentence(sentence: string): Clause[] {
  const named = namedText(sentence);
  const isElsewhere = isAboutOthers(
    named ? sentence.replace('text' in named.wish ? named.wish.text : '', '') : withoutPlaces(sentence),
  );
  const clauses = named ? [{ text: '', wishes: [named.wish] }, ...clausesOf(named.rest)] : clausesOf(sentence);
  return clauses.map((clause) => ({ ...clause, isElsewhere }));
}

/** Whether the result depends on something else than the element as it is shown. */
const isAboutOthers = (sentence: string): boolean => say.CONDITION.test(sentence) || say.ELSEWHERE.test(sentence);

/** Clauses that ask for nothing by themselves. */
const POLITENESS =
  /^(?:please|pls|thanks|thank you|instead|now|bitte|danke|stattdessen|jetzt|svp|merci|s['’]il (?:vous|te) plaît|por favor|gracias|お願いします)[.!\s]*$/iu;

/** Facts of a whole comment. */
interface Subject {
  /** Whether a clause asks for a value. */
  isRequested: boolean;
  isOfLink: boolean;
  /** Whether something is called wrong, or denied. */
  isCorrection: boolean;
}

interface Clause {
  text: string;
  wishes?: Finding[];
  isElsewhere?: boolean;
}

const clausesOf = (sentence: string): Clause[] =>
  sentence
    .split(CLAUSES)
    .map((clause) => clause?.trim() ?? '')
    .filter((clause) => clause !== '' && !POLITENESS.test(clause))
    .map((text) => ({ text }));

/** Two spellings of a word. */
const SHOULD_BE =
  /^(?<old>[\p{L}\p{N}'’-]{2,40})\s+(?:should be(?: spelled)?|must be|soll\p{L}* (?=\S+ (?:heißen|sein))|muss (?=\S+ (?:heißen|sein))|devrait être|doit être|debería ser|debe ser)\s*(?<name>[\p{L}\p{N}'’-]{2,40})(?:\s+(?:heißen|sein))?[.!]?$/iu;

/** A text that a sentence asks for without quotation marks, and what follows it. */
function namedText(sentence: string): { wish: Wish; rest: string } | undefined {
  if (new RegExp(QUOTATION.source, 'u').test(sentence) || say.CONDITION.test(sentence)) return undefined;
  const { name: number, old: former, noun = '' } = NUMBERS.exec(sentence)?.groups ?? {};
  if (number && former && ![say.PARTS, say.THINGS].some((things) => things.test(sentence)))
    return { wish: { kind: 'text', text: number + noun, replaces: former + noun }, rest: '' };
  const arrow = ARROW.exec(sentence);
  if (arrow) return replacement(arrow.groups ?? {});
  const replaced = say.NEGATION.test(sentence) ? undefined : REPLACED.map((each) => each.exec(sentence)).find(Boolean);
  if (replaced) return replacement(replaced.groups ?? {});
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

const isPath = (text: string): boolean => text.startsWith('/');

/** Colors, sizes and values after an arrow are wishes of their own kind. */
function replacement({ old = '', name = '' }: Record<string, string>): { wish: Wish; rest: string } | undefined {
  if (isAddress(name) && (say.LINK.test(old) || (isPath(old) && isPath(name)))) {
    return { wish: { kind: 'link', to: name }, rest: '' };
  }
  const color = isColorOnly(name) && wantedColor(name);
  if (color) return { wish: { kind: 'color', color, of: propertyOf(old) }, rest: '' };
  const [value, ...others] = valuesIn(name);
  if (value) return others.length > 0 ? undefined : { wish: { kind: 'value', value }, rest: '' };
  const size = /^(\d+(?:\.\d+)?)\s?px$/iu.exec(name);
  if (size)
    return /px/iu.test(old) ? { wish: { kind: 'pixels', of: 'text', value: Number(size[1]) }, rest: '' } : undefined;
  return { wish: { kind: 'text', text: collapse(name), replaces: collapse(old) }, rest: '' };
}

function wishesOf(clause: string, masked: Masked, about: Subject): Finding[] {
  const isRequest = say.REQUEST.test(withoutWarnings(clause));
  if (say.SPELLING.test(clause)) return spellingsOf(clause, masked, about.isOfLink);
  if (say.CONDITION.test(clause)) return isRequest ? [{ kind: 'other' }] : [];
  const order = isRequest || isShort(clause) ? orderOf(clause, masked) : undefined;
  if (order) return [{ kind: 'order', ...(!say.NEGATION.test(clause) && order) }, ...looksOf(clause, isRequest)];
  const texts = quotedWishes(clause, masked, about.isOfLink);
  const target = say.NEGATION.test(clause) ? undefined : namedTarget(clause, about.isOfLink);
  if (!target) {
    if (texts.some(isWish)) return [...texts, ...looksOf(clause.replace(QUOTATION, ' '), true)];
    return [...texts, ...otherWishesOf(clause, isRequest, about)];
  }
  const wish: Wish = target.to === undefined ? { kind: 'other' } : { kind: 'link', to: target.to };
  return [...texts, wish, ...looksOf(target.rest, isRequest)];
}

/** Wishes of a clause that asks for no quotation. */
function otherWishesOf(clause: string, isRequest: boolean, { isRequested, isCorrection }: Subject): Finding[] {
  if (say.CONTRAST.test(clause))
    return [{ kind: [say.PARTS, say.THINGS].some((words) => words.test(clause)) ? 'other' : 'contrast' }];
  if (NOT_THIS_COLOR.test(clause)) return [{ kind: 'complaint', about: 'color' }];
  if (say.NEGATION.test(clause)) return isRequest || isAboutLook(clause) ? [{ kind: 'other' }] : [];
  const removal = removalOf(clause);
  if (removal) return [say.PARTS.test(clause) && !isKindOfElement(removal.what ?? '') ? { kind: 'other' } : removal];
  const isNamed = isRequest || IMPERATIVE.test(clause) || (isShort(clause) && !say.STATES.test(clause));
  const to = isNamed ? namedAlignment(clause) : undefined;
  if (to) return [{ kind: 'aligned', to }];
  const looks = looksOf(clause, isRequest);
  if (looks.length > 0) return !isRequest && say.MAYBE.test(clause) ? [{ kind: 'other' }] : looks;
  const values = valuesIn(clause);
  if (values.length > 0) return valueWishes(clause, values, { isStated: isRequest || !isRequested, isCorrection });
  if (say.LINK.test(clause) && isStatement(clause)) return [{ kind: 'complaint', about: 'link' }];
  if (!isRequest && say.REORDER.test(clause)) return [{ kind: 'complaint', about: 'order' }];
  return isRequest ? [{ kind: unverifiable(clause) }] : [];
}

/** A clause that only names the old color beside a wanted one. */
const NOT_THIS_COLOR = new RegExp(`^(?:not|nicht|kein|pas|non|no)\\s+(?:in\\s+)?${COLOR_WORD}[.!]?$`, 'iu');

const isAboutLook = (clause: string): boolean =>
  [say.LARGER, say.SMALLER, say.DARKER, say.LIGHTER].some(
    ({ wish, complaint }) => wish.test(clause) || complaint.test(clause),
  );

function unverifiable(clause: string): 'alignment' | 'order' | 'shown' | 'other' {
  if (say.ALIGNMENT.test(clause)) return 'alignment';
  if (say.REORDER.test(clause)) return 'order';
  return say.SHOWN.test(clause) ? 'shown' : 'other';
}

/** Values that a clause states, without those that it names as old ones. */
function valueWishes(
  clause: string,
  values: readonly StatedValue[],
  { isStated, isCorrection }: { isStated: boolean; isCorrection: boolean },
): Wish[] {
  const around = values.map(({ index, text }) => [clause.slice(0, index), clause.slice(index + text.length)] as const);
  if (around.some(([before, after]) => isUnclear(before, after))) return [{ kind: 'other' }];
  const isRequest = say.isAsking(clause) || around.some((words) => isRestored(...words));
  if (isAppointment(clause)) return [{ kind: 'other' }];
  if (isTold(clause, isCorrection) && !around.some((words) => isAskedFor(...words) || isRestored(...words)))
    return isRequest ? [{ kind: 'other' }] : [];
  if (!isStated || ([say.NARRATIVE, say.SHOWN_NOW].some((told) => told.test(clause)) && !isRequest)) return [];
  if (say.GUESS.test(clause)) return [{ kind: 'other' }];
  if (say.BOUND.test(clause) && values.some(({ kind }) => kind !== 'time')) return [{ kind: 'other' }];
  const wanted = values.filter((value, index) => {
    const end = value.index + value.text.length;
    const next = values[index + 1];
    const isRange = value.kind === 'time' && !/→|->|=>|⇒/u.test(clause) && !/change|änder|cambi|変更/iu.test(clause);
    const isOld = next?.kind === value.kind && !isRange && say.BECOMES.test(clause.slice(end, next.index));
    return !isOld && !isUnwanted(clause.slice(0, value.index), clause.slice(end));
  });
  return wanted.map((value) => ({ kind: 'value', value }));
}

const distinct = <T>(wishes: readonly T[]): T[] => [
  ...new Map(wishes.map((wish) => [JSON.stringify(wish), wish])).values(),
];
