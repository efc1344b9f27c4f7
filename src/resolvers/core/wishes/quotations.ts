import { NEGATION, REQUEST, UNWANTED_BEFORE } from './vocabulary.ts';

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
/** Quotations of a comment that are read, because each is looked for in the whole of its clause. */
const MAX_QUOTATIONS = 32;
export const QUOTATION = /[\uE000-\uE0FF]/gu;

/** A comment in which a character stands for each quotation, so that it splits into clauses. */
export interface Masked {
  text: string;
  quotations: string[];
}

/**
 * Replaces the quotations of a comment by characters; of nested ones the outer counts. Leaves out
 * those after {@link MAX_QUOTATIONS}.
 */
export function maskQuotations(comment: string): Masked {
  const found = QUOTED.flatMap((pattern) => [...comment.replace(QUOTATION, ' ').matchAll(pattern)]);
  const quotations: string[] = [];
  let text = '';
  let end = 0;
  for (const { index, 0: whole, 1: quoted = '' } of found.sort((a, b) => a.index - b.index)) {
    const content = collapse(quoted);
    if (index < end || content === '') continue;
    const isRead = quotations.length < MAX_QUOTATIONS;
    text += `${comment.slice(end, index)}${isRead ? String.fromCharCode(FIRST + quotations.length) : ' '}`;
    if (isRead) quotations.push(content);
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
  /^\s*(?:ではなく|じゃなく|の代わり|を削除|を消|は(?:間違|誤|古|高)|と書|になって|(?:is|are|looks?|seems?) (?:wrong|incorrect|outdated|(?:quite |really )?(?:too much|a lot)|the (?:old|former|wrong))|(?:ist|sind) (?:falsch|veraltet|zu viel|(?:der|die|das) (?:alte|falsche))|(?:est|c['’]est) (?:faux|trop|l['’]ancien)|es (?:incorrecto|demasiado|el (?:antiguo|viejo))|está mal|(?:è|é) (?:sbagliat[oa]|errad[oa]|falso|troppo|demais|muito|car[oa])|está errad[oa]|(?:is|are|ist|est|es) (?:(?:too |zu |trop |muy )?(?:expensive|teuer|cher|caro)))/iu;
/** Words after a text or a value that a comment warns of: "Order" would be wrong. */
const WRONG = String.raw`(?:(?:would|will|could|might) be(?: (?!not|less|never)\p{L}+){0,2} (?:wrong|incorrect|false|bad|worse|misleading|confusing|mistake|error|untrue|too (?:much|high|low|long|late|early))|(?:wäre|würde)(?: (?!nicht|kein)\p{L}+){0,2} (?:falsch|schlecht|schlechter|irreführend|verkehrt|fehler)|serait(?: (?!pas)\p{L}+){0,2} (?:faux|fausse|incorrecte?|mauvais|erreur|trompeur)|sería(?: \p{L}+){0,2} (?:incorrect[oa]|fals[oa]|error|mal[oa]?|peor|erróne[oa])|sarebbe(?: \p{L}+){0,2} (?:sbagliat[oa]|errat[oa]|fals[oa]|errore)|seria(?: \p{L}+){0,2} (?:errad[oa]|incorret[oa]|fals[oa]|erro))(?!\p{L})`;
const WRONG_IF_SHOWN = new RegExp(
  String.raw`^\s*(?:(?:here|hier|ici|aquí|qui|aqui)\s+)?${WRONG}|^\s*(?:だと|では|じゃ|にすると|にしたら)[^\uE000-\uE0FF]{0,4}(?:間違|誤|おかし|変(?![えわ]))`,
  'iu',
);
/** Words after a text that shall not be shown. */
const HIDDEN_AFTER =
  /^\s*(?:(?:must|should|shall|may|can|could|need)(?: ?not|n['’]t| never)|(?:darf|soll\p{L}*|muss)(?: hier)? (?:nicht|nie)|ne (?:doit|devrait) (?:pas|plus|jamais)|no deb(?:e|ería)|non dev(?:e|rebbe)|não dev(?:e|eria))\s+(?:(?:hier|da|mehr|más|più|mais)\s+){0,2}(?:appear|show|stay|remain|be (?:shown|used|visible|displayed|here|there)|stehen|erscheinen|auftauchen|gezeigt|angezeigt|verwendet|apparaître|figurer|être (?:affiché|utilisé)|aparecer|mostrarse|salir|estar|apparire|comparire)/iu;
/** Words of a warning before a text: it would be wrong to write "Order". */
const WRONG_TO = new RegExp(
  String.raw`${WRONG}\s+(?:(?:here|hier|dort|da|to|if|when|zu|wenn|de|que|di|si|escribir|poner|decir|cambiar|scrivere|dire|cambiare|escrever|dizer|mudar)(?!\p{L})|d['’])`,
  'iu',
);
/** Words before a text or a value that shall become another one: change "Buy". */
const CHANGED_BEFORE =
  /(?<!\p{L})(?:change|fix|update|correct|edit|rename|rephrase|reword|translate|swap|änder[en]|ändert|korrigiere?n?|change[rz]|corrige[rz]?|modifie[rz]?|renomme[rz]?|cambi(?:ar?|e)|corregir|corrija|modifi(?:car?|que))\s+(?:(?:the|this|das|den|die|le|la|el)\s+)?(?:(?:text|words?|label|link|url|wort|texte|mot|lien|texto|palabra|enlace)\s+)?$/iu;
/** Words before the old one: old link: /menu. */
const OLD_BEFORE =
  /(?<!\p{L})(?:old|former|previous|wrong|alte[rns]?|falsche[rns]?|bisherige[rns]?|ancien(?:ne)?|mauvais|antiguo|viejo|anterior|vecchi[oa]|antig[oa])\s+(?:links?|url|address|text|title|label|price|time|name|wording|ziel|adresse|titel|preis|uhrzeit|lien|texte|titre|prix|tarif|horaire|enlace|texto|título|precio|horario|testo|titolo|prezzo|preço)\s*(?:was|is|war|ist|était|est|era|es|è|é)?\s*:?\s*$|(?:text|link|url|título|texto|enlace|precio|preço) (?:antiguo|antigo|viejo|anterior)\s*:?\s*$/iu;
/** Words right before an old text that shall come back. */
const RESTORED_BEFORE =
  /(?<!\p{L})(?:restore|reinstate|reset (?:it |this |that )?to|rimett\p{L}*|bring(?: us)? back|put back|(?:go|change|switch|turn|roll|get) back to|back to|revert(?: (?:it|this|that))?(?: back)? to|return to|use|keep|want|need|needs|have|prefer|show|bitte wieder|wieder(?=\s+(?:den|zum|zur))|zurück|brauch\p{L}*|behalt\p{L}*|nehm\p{L}*|nimm|nutz\p{L}*|verwend\p{L}*|remett\p{L}*|remets|reveni[rz]|repren\p{L}*|rétabli\p{L}*|restaure[rz]?|gard\p{L}*|utilis\p{L}*|volv\p{L}*|vuelv\p{L}*|restaur\p{L}*|recuper\p{L}*|mant[eé]n\p{L}*|ripristin\p{L}*|riport\p{L}*|torn\p{L}*|tenere|tieni|volt\p{L}*|us(?:ar?|e)|preciso de|precisamos de)(?:\s+(?:to|see|have|show|us|again|back|please|the|our|my|its|a|an|zu[mr]?|auf|wieder|bitte|den|das|die|dem|unseren?|le|la|les|notre|à|au|de|del|el|los|al|il|o|ao|a|poner|mostrar|usar|por favor|svp)(?!\p{L})){0,4}\s+(?:l['’])?$/iu;
/** Words right after an old text that shall come back. */
const RESTORED_AFTER =
  /^\s*(?:(?:bitte|please|wieder|doch|svp|por favor)\s+)*(?:back|again|wieder|zurück\p{L}*|wiederherstell\p{L}*|behalten|verwenden|nehmen|einsetzen|nutzen|otra vez|de nuevo|di nuovo|de volta|à nouveau)(?!\p{L})/iu;
const AGAIN_ONLY = /^\s*(?:back|again|wieder|zurück|otra vez|de nuevo|di nuovo|de volta|à nouveau)[\s.!?]*$/iu;
/** Words before an old text of a clause that tells what is shown. */
const TELLING =
  /(?<!\p{L})(?:steht|stehen|zeigt|ist|sind|war|waren|wird|wurde|kam|(?<!if )(?:is|are|was|were)|shows|says|reads|went|goes|came|jumped|fell|switched|changed|reverted|got|est|sont|était|affiche|dit|revenue?|está|era|dice|muestra|volvió|volvieron|ha vuelto|aparece|è|mostra|tornat[oa]|diz|voltou|voltaram)(?!\p{L})/iu;
/** Words that ask for something old, or for something in its place. */
const RESTORING =
  /(?<!\p{L})(?:restor\p{L}*|bring\p{L}*|back|revert\p{L}*|return|us(?:e|ed|ing)|keep|want|need|wieder|zurück|brauch\p{L}*|behalt\p{L}*|remett\p{L}*|reveni\p{L}*|rétabli\p{L}*|gard\p{L}*|volver|volvamos|restaur\p{L}*|mantener|ripristin\p{L}*|torn\p{L}*|volt\p{L}*)(?!\p{L})/iu;
/** Words after a text or a value that shall become another one: "Buy" must be changed. */
const CHANGED_AFTER =
  /^\s*(?:(?:bitte|please|svp|por favor)\s+)?(?:ändern|anpassen|korrigieren|verbessern|umformulieren|(?:muss|müsste|soll\p{L}*|kann|könnte)\s+(?:(?:bitte|noch)\s+)*(?:geändert|angepasst|korrigiert|überarbeitet|anders)|(?:must|should|has to|needs? to|can|could)\s+(?:please\s+)?(?:be (?:changed|fixed|updated|corrected|reworded|rephrased|edited|something|different|another)|change|go)|needs? (?:an?other|a (?:better|different|new)|fixing|changing|updating|work)|(?:doit|devrait) (?:être )?(?:chang|modifi|corrig)\p{L}*|à (?:changer|modifier|corriger|revoir)|(?:debe|debería|tiene que) (?:cambiar|corregir|modificar|ser otr)\p{L}*)(?!\p{L})|^\s*を(?:変更|修正|訂正|直|変え)/iu;
/** Words before the new one: change it to "Order". */
const TOWARDS = /(?<!\p{L})(?:to|into|in|zu|auf|durch|en|à|par|a|por|as|als|with|by)\s*$/iu;

/** Whether a comment calls a text old, and wants it back; undefined if it calls it otherwise. */
function oldTextOf(before: string, after: string): 'old' | 'restored' | 'unclear' | undefined {
  const since = before.replace(/^.*[\uE000-\uE0FF]/u, '');
  const found = OLD_BEFORE.exec(since);
  if (!found) return undefined;
  const start = since.slice(0, found.index);
  if (TELLING.test(start) || WRONG_ONE.test(found[0]) || LEAVING_AFTER.test(after.replace(/[\uE000-\uE0FF].*$/u, '')))
    return 'old';
  if (RESTORED_BEFORE.test(start)) return 'restored';
  if (RESTORED_AFTER.test(after)) return REQUEST.test(start) || !AGAIN_ONLY.test(after) ? 'restored' : 'unclear';
  return RESTORING.test(start) && !UNWANTED_BEFORE.test(start.replace(ARTICLE, '')) ? 'unclear' : 'old';
}

const WRONG_ONE = /^(?:wrong|falsch|mauvais)/iu;
/** Words after an old text that shall go. */
const LEAVING_AFTER = new RegExp(
  String.raw`${NEGATION.source}|(?<!\p{L})(?:any ?more|gone|go|out|away|removed?|deleted?|dropped|chang\p{L}*|replac\p{L}*|renamed?|correct\p{L}*|updated?|to (?:be|become|say|read)|weg|raus|entf\p{L}*|lösch\p{L}*|gelöscht|geänder\p{L}*|änder\p{L}*|ersetz\p{L}*|loswerden|supprim\p{L}*|enlev\p{L}*|retir\p{L}*|remplac\p{L}*|modifi\p{L}*|quit\p{L}*|elimin\p{L}*|cambi\p{L}*|reemplaz\p{L}*|rimoss\p{L}*|rimuov\p{L}*|sostitu\p{L}*|remov\p{L}*|mud\p{L}*|troc\p{L}*)(?!\p{L})|→|->|=>|⇒`,
  'iu',
);
const ARTICLE = /(?<!\p{L})(?:the|our|den|dem|das|des|die|der|le|la|el|il|o)\s*$/iu;

/** Whether a comment asks for an old text again. */
export const isRestored = (before: string, after: string): boolean => oldTextOf(before, after) === 'restored';

/** Whether nothing tells if an old text shall go or come back. */
export const isUnclear = (before: string, after: string): boolean => oldTextOf(before, after) === 'unclear';

/** A clause without its warnings of quotations, whose words also ask for something. */
export const withoutWarnings = (clause: string): string =>
  clause.replace(/(?<=[\uE000-\uE0FF])[^\uE000-\uE0FF]+/gu, (after) => after.replace(WRONG_IF_SHOWN, ' '));

/** Whether the words around a text, a value or a color say that it is what shall go or change. */
export const isUnwanted = (before: string, after: string): boolean =>
  [UNWANTED_BEFORE, CHANGED_BEFORE].some((words) => words.test(before)) ||
  ['old', 'unclear'].includes(oldTextOf(before, after) ?? '') ||
  UNWANTED_AFTER.test(after) ||
  WRONG_IF_SHOWN.test(after) ||
  WRONG_TO.test(before) ||
  HIDDEN_AFTER.test(after) ||
  (CHANGED_AFTER.test(after) && !TOWARDS.test(before));

/** A clause that says of the one before that it is wrong: it says 9:00, that is wrong. */
export const DENIED =
  /^(?:(?:and |but )?(?:that|this|it|which)(?:['’]s| is| looks| seems)|(?:das|dies|was) (?:ist|stimmt)|c['’]est|ce n['’]est|(?:y )?(?:eso |esto )?(?:es|está|no es))\s+(?:(?:still|now|all|just|noch|so|leider|toujours|todavía)\s+)?(?:wrong|incorrect|outdated|not (?:right|correct|true)|the (?:old|former|wrong)|falsch|veraltet|nicht|(?:der|die|das) (?:alte|falsche)|faux|pas (?:correct|juste|bon|exact)|l['’]ancien|incorrecto|mal|falso|correcto|el (?:antiguo|viejo))/iu;
