import { UNWANTED_BEFORE } from './vocabulary.ts';

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

/** Words after a quotation of a text that shall go. */
const UNWANTED_AFTER =
  /^\s*(?:ではなく|じゃなく|の代わり|を削除|を消|は(?:間違|誤|古|高)|と書|になって|(?:is|are|looks?|seems?) (?:wrong|incorrect|outdated|(?:quite |really )?(?:too much|a lot)|the (?:old|former|wrong))|(?:ist|sind) (?:falsch|veraltet|zu viel|(?:der|die|das) (?:alte|falsche))|(?:est|c['’]est) (?:faux|trop|l['’]ancien)|es (?:incorrecto|demasiado|el (?:antiguo|viejo))|está mal)/iu;
/** Words before a text or a value that shall become another one: change "Buy". */
const CHANGED_BEFORE =
  /(?<!\p{L})(?:change|fix|update|correct|edit|rename|rephrase|reword|translate|swap|änder[en]|ändert|korrigiere?n?|change[rz]|corrige[rz]?|modifie[rz]?|renomme[rz]?|cambi(?:ar?|e)|corregir|corrija|modifi(?:car?|que))\s+(?:(?:the|this|das|den|die|le|la|el)\s+)?(?:(?:text|words?|label|link|url|wort|texte|mot|lien|texto|palabra|enlace)\s+)?$/iu;
/** Words before the old one: old link: /menu. */
const OLD_BEFORE =
  /(?<!\p{L})(?:old|former|previous|wrong|alte[rns]?|falsche[rns]?|bisherige[rns]?|ancien(?:ne)?|mauvais|antiguo|viejo|anterior)\s+(?:links?|url|address|text|title|label|price|time|name|wording|ziel|adresse|titel|preis|uhrzeit|lien|texte|titre|prix|tarif|horaire|enlace|texto|título|precio|horario)\s*(?:was|is|war|ist|était|est|era|es)?\s*:?\s*$|(?:text|link|url|título|texto|enlace|precio) (?:antiguo|viejo|anterior)\s*:?\s*$/iu;
/** Words after a text or a value that shall become another one: "Buy" must be changed. */
const CHANGED_AFTER =
  /^\s*(?:(?:bitte|please|svp|por favor)\s+)?(?:ändern|anpassen|korrigieren|verbessern|umformulieren|(?:muss|müsste|soll\p{L}*|kann|könnte)\s+(?:(?:bitte|noch)\s+)*(?:geändert|angepasst|korrigiert|überarbeitet|anders)|(?:must|should|has to|needs? to|can|could)\s+(?:please\s+)?(?:be (?:changed|fixed|updated|corrected|reworded|rephrased|edited|something|different|another)|change|go)|needs? (?:an?other|a (?:better|different|new)|fixing|changing|updating|work)|(?:doit|devrait) (?:être )?(?:chang|modifi|corrig)\p{L}*|à (?:changer|modifier|corriger|revoir)|(?:debe|debería|tiene que) (?:cambiar|corregir|modificar|ser otr)\p{L}*)(?!\p{L})|^\s*を(?:変更|修正|訂正|直|変え)/iu;
/** Words before the new one: change it to "Order". */
const TOWARDS = /(?<!\p{L})(?:to|into|in|zu|auf|durch|en|à|par|a|por|as|als|with|by)\s*$/iu;

/** Whether the words around a text, a value or a color say that it is what shall go or change. */
export const isUnwanted = (before: string, after: string): boolean =>
  [UNWANTED_BEFORE, CHANGED_BEFORE, OLD_BEFORE].some((words) => words.test(before)) ||
  UNWANTED_AFTER.test(after) ||
  (CHANGED_AFTER.test(after) && !TOWARDS.test(before));

/** A clause that says of the one before that it is wrong: it says 9:00, that is wrong. */
export const DENIED =
  /^(?:(?:and |but )?(?:that|this|it|which)(?:['’]s| is| looks| seems)|(?:das|dies|was) (?:ist|stimmt)|c['’]est|ce n['’]est|(?:y )?(?:eso |esto )?(?:es|está|no es))\s+(?:(?:still|now|all|just|noch|so|leider|toujours|todavía)\s+)?(?:wrong|incorrect|outdated|not (?:right|correct|true)|the (?:old|former|wrong)|falsch|veraltet|nicht|(?:der|die|das) (?:alte|falsche)|faux|pas (?:correct|juste|bon|exact)|l['’]ancien|incorrecto|mal|falso|correcto|el (?:antiguo|viejo))/iu;
