import { TEXT_LIMIT } from '../../../../infrastructure/capture/page-record.ts';
import { collapse } from '../../../core/wishes/quotations.ts';
import { understandComment } from '../../../core/wishes/understand-comment.ts';
import { valuesIn } from '../../../core/wishes/values.ts';
import type { LiteralCheck } from './types.ts';

/**
 * Checks the texts, prices and times that a comment asks for literally, such as: should say "Buy
 * now". Those that the element showed before do not count.
 *
 * @returns null if the comment asks for none
 */
export function checkLiterals(comment: string, before: string | null, after: string | null): LiteralCheck | null {
  const expected = expectedTexts(comment, before);
  if (expected.length === 0) return null;
  const now = collapse(after ?? '');
  const isMet = expected.every((text) => isTextIn(now, text));
  return { expected, isMet: !isMet && now.length >= TEXT_LIMIT - 1 ? null : isMet };
}

/** Texts that a comment asks for, of an element that no picture shows. */
export function uncheckedLiterals(comment: string, before: string | null): LiteralCheck | null {
  const expected = expectedTexts(comment, before);
  return expected.length > 0 ? { expected, isMet: null } : null;
}

/**
 * Lists the texts, prices and times that a comment asks for literally, in their order.
 *
 * @param before text that the element showed, or null: expected texts are others
 */
export function expectedTexts(comment: string, before: string | null): string[] {
  const earlier = collapse(before ?? '');
  const texts = understandComment(comment).flatMap((wish) => {
    if (wish.kind === 'value') return [wish.value.text];
    if (wish.kind !== 'text') return [];
    return wish.replaces === undefined || isTextIn(earlier, wish.replaces) ? [wish.text] : [];
  });
  return [...new Set(texts)].filter((text) => !isTextIn(earlier, text));
}

/**
 * Whether a text shows another one; values count if they are equal. American English puts full
 * stops and commas before the closing mark.
 */
export function isTextIn(text: string, literal: string): boolean {
  const [value, ...others] = valuesIn(literal);
  if (value && others.length === 0 && value.text === literal) {
    return valuesIn(text).some(({ kind, value: shown }) => kind === value.kind && shown === value.value);
  }
  return isWordsIn(text, literal) || (/[^.,][.,]$/.test(literal) && isWordsIn(text, literal.slice(0, -1)));
}

/** Whether a text contains words that are not parts of longer ones: Buy is not in Buyer. */
export const isWordsIn = (text: string, words: string): boolean => text.search(wordsPattern(words)) >= 0;

/** Edges of words that begin or end with a letter; those of numbers: 22 is not in 2022 or 22.5. */
const EDGES: readonly (readonly [edge: RegExp, before: string, behind: string])[] = [
  [/[\p{Script=Latin}\p{N}]/u, String.raw`(?<![\p{Script=Latin}\p{N}])`, String.raw`(?![\p{Script=Latin}\p{N}])`],
  [/\d/u, String.raw`(?<!\d[.,:'’])`, String.raw`(?![.,:'’]\d|\s\d{3}(?!\d))`],
];

/** Pattern of the places of words that are not parts of longer ones. */
export function wordsPattern(words: string): RegExp {
  const [first = '', last = ''] = [words.at(0), words.at(-1)];
  const before = EDGES.flatMap(([edge, pattern]) => (edge.test(first) ? [pattern] : []));
  const behind = EDGES.flatMap(([edge, , pattern]) => (edge.test(last) ? [pattern] : []));
  const escaped = words.replace(/[$()*+.?[\\\]^{|}/]/gu, String.raw`\$&`);
  return new RegExp([...before, escaped, ...behind].join(''), 'gu');
}

/** Whether a text is another one, apart from punctuation around it. */
export const isWholeText = (text: string, literal: string): boolean => bare(text) === bare(literal);

const bare = (text: string): string => collapse(text).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
