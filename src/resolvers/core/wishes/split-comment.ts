import { type Masked, maskQuotations } from './quotations.ts';
import * as say from './vocabulary.ts';

/** Max characters of a comment that are read. */
const MAX_LENGTH = 4_000;
const SENTENCES = /(?<=[.!?])\s+|(?<=[。！？])|\n+/u;

/** Polite beginnings of a wish, which is not conditional: it would be nice if. */
const WISHED =
  /(?<!\p{L})(?:(?:it|that) would be|it['’]d be|would be) (?:nice|great|good|better|nicer|cool) (?:if|when) |(?<!\p{L})(?:es wäre|wäre|fände es|ich fände(?: es)?) (?:schön|gut|besser|toll|super|schöner),? wenn |(?<!\p{L})ce serait (?:bien|mieux|super) (?:si|que) |(?<!\p{L})(?:sería|estaría) (?:mejor|bueno|bien|genial) (?:si|que) /giu;
/** Reasons of a wish, which deny nothing: one cannot read it. */
const UNREADABLE =
  /(?<!\p{L})(?:(?:i|you|we|people|one|nobody|no one) )?(?:can(?:not|['’]t)|can (?:hardly|barely)|can) (?:read|see) (?:it|this|that)(?!\p{L})|(?<!\p{L})(?:nobody|no one) (?:reads|will read) (?:it|this|that)(?!\p{L})|(?<!\p{L})(?:das|es) liest (?:so )?(?:keiner|niemand)(?!\p{L})|(?<!\p{L})personne ne (?:le |la |l['’])?lit(?: ça)?(?!\p{L})|(?<!\p{L})nadie l[oa] lee(?!\p{L})|(?<!\p{L})(?:das |es )?(?:kann|können) (?:(?:man|ich|das|es|keiner|niemand|wir|leute) ){0,2}(?:kaum|nicht|schlecht|schwer)? ?(?:lesen|sehen|erkennen)|(?<!\p{L})(?:nicht|schlecht|kaum|schwer) (?:zu )?(?:lesen|lesbar|sehen|erkennen|erkennbar)(?!\p{L})|(?<!\p{L})not (?:readable|legible|visible)(?: at all)?(?!\p{L})|(?<!\p{L})on (?:ne |n['’]arrive pas à )?(?:le |la |l['’])?(?:lit|voit|lire|voir)(?: pas| mal| à peine){0,2}(?!\p{L})|(?<!\p{L})no se (?:lee|ve)(?: bien| nada)?(?!\p{L})/giu;

/** Splits a comment into sentences with masked quotations, without questions about what is so. */
export function splitComment(comment: string): { masked: Masked; sentences: string[] } {
  const masked = maskQuotations(comment.slice(0, MAX_LENGTH));
  const text = masked.text.replace(WISHED, 'please ').replace(UNREADABLE, ' is unreadable ');
  const sentences = text.split(SENTENCES).map((sentence) => sentence.trim());
  return { masked, sentences: sentences.filter((sentence) => sentence !== '' && !isQuestion(sentence)) };
}

const isQuestion = (sentence: string): boolean =>
  /[?？][!?！？]*\s*$|ですか。?$|ますか。?$/u.test(sentence) &&
  (say.WHY.test(sentence) || say.SUPPOSED.test(sentence) || !say.POLITE.test(sentence));
