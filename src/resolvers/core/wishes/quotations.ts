/** Quotation marks of English, German, French, Spanish, Italian, Portuguese and Japanese. */
const QUOTED = [
  /"([^"\n]{1,200})"/gu,
  /[“„]([^“”„\n]{1,200})[”“]/gu,
  /«([^«»\n]{1,200})»/gu,
  /»([^«»\n]{1,200})«/gu,
  /[‹›]([^‹›\n]{1,200})[›‹]/gu,
  /「([^「」\n]{1,200})」/gu,
  /『([^『』\n]{1,200})』/gu,
  /`([^`\n]{1,200})`/gu,
  /[‘‚]((?:[^‘’‚\n]|(?<=\p{L})’(?=\p{L})){1,200})[’‘]/gu,
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L})){1,200})'(?![\p{L}\p{N}])/gu,
];
/** Character of a masked quotation: its code is that of `FIRST` plus its index. */
const FIRST = 0xe000;
const LAST = 0xe0ff;
export const QUOTATION = /[\uE000-\uE0FF]/gu;

/** A comment in which a character stands for each quotation, so that it splits into clauses. */
export interface Masked {
  text: string;
  quotations: string[];
}

/** Replaces the quotations of a comment by characters; of nested ones the outer counts. */
export function maskQuotations(comment: string): Masked {
  const found = QUOTED.flatMap((pattern) => [...comment.replace(QUOTATION, ' ').matchAll(pattern)]);
  const quotations: string[] = [];
  let text = '';
  let end = 0;
  for (const { index, 0: whole, 1: quoted = '' } of found.sort((a, b) => a.index - b.index)) {
    const content = collapse(quoted);
    if (index < end || content === '' || FIRST + quotations.length > LAST) continue;
    text += `${comment.slice(end, index)}${String.fromCharCode(FIRST + quotations.length)}`;
    quotations.push(content);
    end = index + whole.length;
  }
  return { text: text + comment.slice(end), quotations };
}

/** The quotations of a masked text, with what stands before and after each. */
export const quotationsIn = (
  text: string,
  { quotations }: Masked,
): { quoted: string; before: string; after: string }[] =>
  [...text.matchAll(QUOTATION)].map(({ index, 0: mask }) => ({
    quoted: quotations[mask.charCodeAt(0) - FIRST] ?? '',
    before: text.slice(0, index),
    after: text.slice(index + 1),
  }));

/** A text with one form of each character, and single spaces. */
export const collapse = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
