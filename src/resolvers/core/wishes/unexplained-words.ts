import { COLOR_WORD, wantedColor } from './colors.ts';
import { HARMLESS_JAPANESE, isHarmless, JAPANESE_BY_KIND } from './harmless-words.ts';
import { ADDRESS } from './link-targets.ts';
import { PLACE_WORDS } from './order-wishes.ts';
import { QUOTATION } from './quotations.ts';
import { splitComment } from './split-comment.ts';
import { QUALIFIER, valuesIn } from './values.ts';
import * as say from './vocabulary.ts';
import type { Wish } from './wish.ts';

const { LARGER, SMALLER, DARKER, LIGHTER } = say;

/** Patterns that the rules of each kind of wish understand. */
const UNDERSTOOD: readonly (readonly [kinds: readonly Wish['kind'][], patterns: readonly RegExp[]])[] = [
  [['size'], [LARGER.wish, LARGER.complaint, SMALLER.wish, SMALLER.complaint]],
  [['pixels'], [say.PIXELS, LARGER.wish, LARGER.complaint, SMALLER.wish, SMALLER.complaint]],
  [['shade'], [DARKER.wish, DARKER.complaint, LIGHTER.wish, LIGHTER.complaint]],
  [['contrast'], [say.CONTRAST, DARKER.complaint]],
  [['bold'], [say.BOLD, say.BOLDER]],
  [['order'], PLACE_WORDS],
  [['link'], [ADDRESS]],
  [
    ['text', 'without', 'spelling'],
    [say.SPELLING, say.MISSING_LETTER],
  ],
  [['text', 'value', 'link'], [say.OUTDATED]],
];

/** Times of every day, or since which something is so. */
const TIMES =
  /(?<!\p{L})(?:every day|daily|each day|täglich|jeden tag|tous les jours|todos los días)(?!\p{L})|毎日|(?<!\p{L})(?:since|as of|from|seit|ab|depuis|à partir de|desde)\s+(?:the |dem |el |le )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|now|now on|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|heute|sofort|(?:jan|febr)uary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber|jänn?er|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|maintenant|lunes|martes|miércoles|jueves|viernes|sábado|domingo|hoy|ahora)(?!\p{L})/giu;

/**
 * Lists the words of a comment that the rules do not understand and that mean something. Each of
 * them must name the element: otherwise the comment asks for more than was understood.
 *
 * @param wishes those of the comment
 */
export function unexplainedWords(comment: string, wishes: readonly Wish[]): string[] {
  const kinds = wishes.map(({ kind }) => kind);
  const { sentences } = splitComment(comment);
  const read = sentences.filter((sentence) => !isReason(sentence, wishes, kinds));
  const compared = wishes.flatMap((wish) => (wish.kind === 'spelling' ? [wish.wrong, wish.right] : []));
  const words = read.flatMap((sentence) => wordsOf(sentence, wishes, kinds));
  return [...new Set(words)].filter((word) => !compared.includes(word));
}

/** Max words of a sentence that may continue a wish of another one. */
const MAX_ADDED_WORDS = 5;

/** Words that ask for the same of something else. */
const ALIKE =
  /(?<!\p{L})(?:same|also|too|as well|both|likewise|ebenso|auch|beide\p{L}*|gleiche\p{L}*|même|aussi|deux|mism[oa]|también|ambos)(?!\p{L})|同じ|両方/iu;

/** Whether a whole sentence only says why a text or a value is wanted. */
function isReason(sentence: string, wishes: readonly Wish[], kinds: readonly Wish['kind'][]): boolean {
  if (ALIKE.test(sentence) || say.ELSEWHERE.test(sentence)) return false;
  const isStated = kinds.every((kind) => kind === 'text' || kind === 'value');
  const hasWish =
    sentence.search(QUOTATION) >= 0 ||
    valuesIn(sentence).length > 0 ||
    textsOf(wishes).some((text) => sentence.includes(text));
  return (
    isStated && !hasWish && sentence.split(/\s+/u).length > MAX_ADDED_WORDS && !/\p{Script=Hiragana}/u.test(sentence)
  );
}

function wordsOf(sentence: string, wishes: readonly Wish[], kinds: readonly Wish['kind'][]): string[] {
  let rest = sentence.replace(QUOTATION, ' ');
  for (const text of textsOf(wishes)) rest = rest.replaceAll(text, ' ');
  rest = withoutValues(rest, kinds).replace(TIMES, ' ');
  rest = withoutColors(rest, wishes);
  for (const [of, patterns] of UNDERSTOOD) {
    if (!of.some((kind) => kinds.includes(kind))) continue;
    for (const pattern of patterns) rest = rest.replace(new RegExp(pattern.source, 'giu'), ' ');
  }
  const month = MAY.test(sentence) ? ['may'] : [];
  return [...month, ...latinWords(rest).filter((word) => !isHarmless(word, kinds)), ...japaneseWords(rest, kinds)];
}

/** The month, not the verb. */
const MAY = /(?<!\p{L})May(?=\s+\d)|(?<=\d\s)May(?!\p{L}|\s+(?:be|it|we|I|you)(?!\p{L}))/u;

/** Texts that the comment asks for or names, the longest first. */
const textsOf = (wishes: readonly Wish[]): string[] =>
  wishes
    .flatMap((wish) => {
      if (wish.kind === 'text') return [wish.text, ...(wish.replaces ? [wish.replaces] : [])];
      return wish.kind === 'link' ? [wish.to] : [];
    })
    .toSorted((a, b) => b.length - a.length);

/** A text without colors that wishes ask for or replace; others must name the element. */
function withoutColors(text: string, wishes: readonly Wish[]): string {
  const wanted = wishes.flatMap((wish) => (wish.kind === 'color' ? [JSON.stringify(wish.color)] : []));
  return [...text.matchAll(new RegExp(COLOR_WORD, 'giu'))].reduceRight((rest, { index, 0: word }) => {
    const before = rest.slice(0, index);
    const isKnown = wanted.includes(JSON.stringify(wantedColor(word))) || say.UNWANTED_BEFORE.test(before);
    return isKnown && wanted.length > 0 ? `${before} ${rest.slice(index + word.length)}` : rest;
  }, text);
}

/** A text without its values, and the units behind them, if a wish is about a value. */
function withoutValues(text: string, kinds: readonly Wish['kind'][]): string {
  if (!kinds.includes('value')) return text;
  return valuesIn(text).reduceRight((rest, { index, text: shown }) => {
    const behind = rest.slice(index + shown.length).replace(QUALIFIER, ' ');
    return `${rest.slice(0, index)} ${behind}`;
  }, text);
}

const latinWords = (text: string): string[] =>
  (text.match(/[\p{Script=Latin}\d]+(?:['’-]\p{Script=Latin}+)*/gu) ?? [])
    .flatMap((word) =>
      /^(?:[ldjmstcn]|qu)['’]/iu.test(word) && !/^(?:c|j|s|qu)['’](?:est|ai|il|on|appel)/iu.test(word)
        ? word.split(/['’]/u)
        : [word],
    )
    .map((word) => word.toLowerCase());

/** Least number of Hiragana that are a word, not particles or an ending. */
const LEAST_HIRAGANA = 4;

function japaneseWords(text: string, kinds: readonly Wish['kind'][]): string[] {
  let rest = text;
  for (const [of, words] of JAPANESE_BY_KIND) {
    if (of.some((kind) => kinds.includes(kind))) rest = rest.replace(words, ' ');
  }
  rest = rest.replace(HARMLESS_JAPANESE, ' ');
  const hiragana = rest.match(/\p{Script=Hiragana}+/gu) ?? [];
  return [
    ...(rest.match(/見出し|[\p{Script=Han}\p{Script=Katakana}ー]+/gu) ?? []),
    ...hiragana.filter((run) => run.length >= LEAST_HIRAGANA),
  ];
}
