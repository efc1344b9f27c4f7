import { collapse } from './quoted-texts.ts';

/** Names without quotation marks that a comment asks for, such as: rename it to Projects. */
export const NAMED: readonly RegExp[] = [
  /(?:(?<!\p{L})(?:should|must|needs to|has to|to|please)\s+(?:say|read|be called|be named)|(?<!\p{L})call (?:it|this|that)|(?<!\p{L})rename (?:it|this|that|the \p{L}+)?\s*(?:to|as)|(?<!\p{L})change (?:it|this|that|the (?:text|label|title|name|heading|headline))\s+to)\s*:?\s+(?<name>[\p{Lu}\d].{0,59}?)(?<rest>\s+(?:instead|please|rather)|[.!;,\n]|\s+(?:and|but) (?=\p{Ll})|$)/u,
  /(?<!\p{L})(?:soll\p{L}*|muss|müsste)\s+(?:es\s+|hier\s+)?(?<name>\p{Lu}[^,;.\n]{0,59}?)\s+(?:heißen|lauten)(?<rest>[.!;,\n]|\s|$)/u,
  /(?<!\p{L})(?:(?:nenn|benenn)\p{L}*\s+(?:es|das|dies)(?:\s+um)?(?:\s+in)?|(?:ändern|umbenennen)\s+(?:in|zu))\s*:?\s+(?<name>[\p{Lu}\d].{0,59}?)(?<rest>\s+(?:statt|bitte|um)|[.!;,\n]|\s+(?:und|aber) |$)/u,
  /(?<!\p{L})(?:devrait\s+(?:dire|s['’]appeler|indiquer)|appele[zr]-l[ea]|renomme[rz]?(?:-l[ea])?\s+en|(?:doit|à)\s+(?:dire|s['’]appeler))\s*:?\s+(?<name>[\p{Lu}\d].{0,59}?)(?<rest>\s+(?:svp|au lieu)|[.!;,\n]|\s+(?:et|mais) |$)/u,
  /(?<!\p{L})(?:deb(?:e|ería)\s+(?:decir|llamarse|poner)|llám(?:alo|ala|enlo|elo)|renombr\p{L}*\s+(?:a|como))\s*:?\s+(?<name>[\p{Lu}\d].{0,59}?)(?<rest>\s+(?:por favor|en lugar|en vez)|[.!;,\n]|\s+(?:y|pero) |$)/u,
];
/** An old text and a new one, without quotation marks. */
export const ARROW = /^(?<old>[^→\n]{1,80}?)\s*(?:→|->|=>|⇒)\s*(?<name>[^→\n]{1,80}?)\s*[.!]?$/u;

const SENTENCES = /(?<=[.!?])\s+|\n+/u;
/** Longer sentences name no text. */
const MAX_SENTENCE = 400;

/** Lists the texts that a comment names without quotation marks, such as: rename it to Projects. */
export function namedTexts(comment: string): string[] {
  const found = comment
    .split(SENTENCES)
    .filter((sentence) => sentence.length <= MAX_SENTENCE)
    .flatMap((sentence) => {
      const lowered = sentence.charAt(0).toLowerCase() + sentence.slice(1);
      const match = [ARROW.exec(sentence), ...NAMED.map((pattern) => pattern.exec(lowered))].find(Boolean);
      return collapse(match?.groups?.name ?? '');
    });
  return [...new Set(found)].filter((text) => text !== '');
}
