import { TEXT_LIMIT } from '../../../../infrastructure/capture/page-record.ts';
import { collapse, quotedTexts } from '../../../../lib/quoted-texts.ts';
import type { LiteralCheck } from './types.ts';

/**
 * Checks the texts that a comment asks for literally, such as: should say "Buy now". Quotations of
 * the element's earlier text do not count.
 *
 * @returns null if the comment asks for none
 */
export function checkLiterals(comment: string, before: string | null, after: string | null): LiteralCheck | null {
  const earlier = collapse(before ?? '');
  const expected = quotedTexts(comment).filter((text) => !containsText(earlier, text));
  if (expected.length === 0) return null;
  const now = collapse(after ?? '');
  const isMet = expected.every((text) => containsText(now, text));
  return { expected, isMet: !isMet && now.length >= TEXT_LIMIT - 1 ? null : isMet };
}

/** American English puts full stops and commas before the closing mark. */
const containsText = (text: string, literal: string): boolean =>
  text.includes(literal) || (/[^.,][.,]$/.test(literal) && text.includes(literal.slice(0, -1)));
