/** Characters beside a quotation that are searched for the words below. */
const CONTEXT = 40;
/** Quotation marks of English, German, French, Spanish, Italian, Portuguese and Japanese. */
export const QUOTED = [
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
/** Words before a quotation of a text that shall go. */
const UNWANTED_BEFORE =
  /(?<!\p{L})(?:instead of|rather than|in place of|replace|remove|delete|drop|not|from|anstelle von|anstatt|statt|nicht|entferne|lösche|ersetze|von|au lieu de|plutôt que|remplacer?|supprimer?|pas|en lugar de|en vez de|reemplazar?|quitar?|eliminar?|al posto di|invece di|em vez de|no)\s*(?:the text|den text|le texte|el texto)?\s*:?\s*$/iu;
/** Words after a quotation of a text that shall go. */
const UNWANTED_AFTER = /^\s*(?:ではなく|じゃなく|の代わり|を削除|を消|is wrong|ist falsch|est faux)/iu;

/** Quoted texts of a comment, at most 200 characters each, without those that shall go. */
export function quotedTexts(comment: string): string[] {
  const found = QUOTED.flatMap((pattern) => [...comment.matchAll(pattern)])
    .filter(({ index, 0: whole }) => {
      const [before, after] = [
        comment.slice(Math.max(0, index - CONTEXT), index),
        comment.slice(index + whole.length, index + whole.length + CONTEXT),
      ];
      return !UNWANTED_BEFORE.test(before) && !UNWANTED_AFTER.test(after);
    })
    .sort((a, b) => a.index - b.index)
    .map(([, text = '']) => collapse(text))
    .filter((text) => text !== '');
  return [...new Set(found)];
}

/** A text with one form of each character, and single spaces. */
export const collapse = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
