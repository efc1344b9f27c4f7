import { isColor, parseColor, wantedColor } from '../../../core/wishes/colors.ts';
import { collapse } from '../../../core/wishes/quotations.ts';
import { isKindOfElement, isKindOfSeveral, isNamed, type NamedElement } from '../../../core/wishes/removals.ts';
import { mentionedTexts } from '../../../core/wishes/understand-comment.ts';
import { unexplainedWords } from '../../../core/wishes/unexplained-words.ts';
import { valuesIn } from '../../../core/wishes/values.ts';
import type { Wish } from '../../../core/wishes/wish.ts';
import { isTextIn, isWholeText } from './literal-texts.ts';
import type { PinFacts } from './types.ts';
import { hasDay, WEEKDAY } from './value-qualifiers.ts';

/** By what a comment can name an element. */
export interface ElementNames {
  /** The element, and those with the same box, text and look. */
  elements: readonly NamedElement[];
  /** Text of the card around it. */
  around: string;
  /** Whether another element of the page shows a word. */
  isElsewhere?: (word: string) => boolean;
}

/** Kinds of wishes that the shown text, an address or the place answers, whatever it looks like. */
const STATED: readonly Wish['kind'][] = ['text', 'value', 'without', 'spelling', 'link', 'order'];

interface Explained {
  comment: string;
  wishes: readonly Wish[];
  names: ElementNames | null;
  before: PinFacts;
  /** Later text of the element. */
  now: string;
}

/**
 * Whether every word of a comment is accounted for: by a wish, or because it names the element.
 * Words that are left may ask for something else, or of another thing.
 */
export function isExplained({ comment, wishes, names, before, now }: Explained): boolean {
  const earlier = before.text ?? '';
  const isStated = wishes.every(({ kind }) => STATED.includes(kind));
  const isShown = (quoted: string) => (isStated ? isTextIn : isWholeText)(earlier, quoted);
  const words = unexplainedWords(comment, wishes);
  if (
    wishes.some(({ kind, ...wish }) => kind === 'color' && 'color' in wish && !Array.isArray(wish.color)) &&
    OF_BRAND.test(comment)
  )
    return false;
  if (!isStated) return mentionedTexts(comment).every(isShown) && words.every((word) => isNameOf(word, names, before));
  // Words about a value, such as the members who pay it, must still stand beside it.
  const shown = wishes.some(({ kind }) => kind === 'value') ? [now] : [earlier, now];
  const texts = [...shown, names?.around ?? ''].map((text) => collapse(text).toLowerCase());
  const isQuoted = (quoted: string) => [earlier, now].some((text) => isTextIn(text, quoted));
  if (!mentionedTexts(comment).every(isQuoted)) return false;
  return words.every(
    (word) => isKindOfElement(word) || texts.some((text) => isPartOf(text, word)) || isNameOf(word, names, before),
  );
}

/** Words that make a named color a particular one that only people know, such as our blue. */
const OF_BRAND =
  /(?<!\p{L})(?:our|brand|better|another|other|nicer|unser\p{L}*|ander\p{L}*|notre|autre|nuestr\p{L}*|otro)(?!\p{L})/iu;

const PRICE = /^(?:prices?|preise?|prix|tarif|precios?|価格|値段|料金)$/u;
/** Max characters of a text that is a price, with its unit. */
const SHORT = 24;

const WORD = /^(?:word|wort|mot|palabra|単語)$/u;

/** Whether a word names the element by its kind, its color, its id, a class or its whole text. */
function isNameOf(word: string, names: ElementNames | null, { text: shown, styles }: PinFacts): boolean {
  const text = shown ?? '';
  if (WORD.test(word)) return !/[\s、。]/u.test(text.trim());
  const color = wantedColor(word);
  if (color && [styles?.color, styles?.backgroundColor].some((value) => isColor(parseColor(value), color))) return true;
  if (PRICE.test(word) && text.length <= SHORT && valuesIn(text).some(({ kind }) => kind === 'price')) return true;
  if (isWholeText(text.toLowerCase(), word)) return true;
  // Several of a kind are more than one element.
  if (isKindOfSeveral(word)) return false;
  return (
    names?.elements.some(
      (element) => isNamed(word, element, text) && !/^(?:lines?|zeile|ligne|línea|行)$/u.test(word),
    ) ?? false
  );
}

/** Whether a text has all parts of a word, in the singular or plural; in Japanese anywhere. */
function isPartOf(text: string, word: string): boolean {
  if (word.search(WEEKDAY) === 0) return hasDay(text, word);
  if (!/^[\p{Script=Latin}\d]/u.test(word)) return text.includes(word);
  const shown = partsOf(text);
  return partsOf(word.replace(/['’]s$/u, '')).every((part) => shown.includes(part));
}

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).map((part) => part.replace(/s$/u, ''));
