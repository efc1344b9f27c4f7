import { isHarmless } from './harmless-words.ts';
import { QUOTATION } from './quotations.ts';
import { isKindOfElement } from './removals.ts';
import { REPEATED } from './told-values.ts';
import { GUESS, NAMING, REQUEST, STATES, SUGGESTION } from './vocabulary.ts';

/** Courtesies, modal verbs and verbs of wanting, which ask for what follows them. */
const WANTING =
  /(?<!\p{L})(?:should|must|please|pls|plz|could|can|would|wants?|needs?|prefer|let(?:['’]s)?|has to|have to|ought to|i['’]d (?:like|prefer|love)|we['’]d (?:like|prefer|love)|decided to|soll\p{L}*|muss|müss\p{L}*|bitten?|könn\p{L}*|kann|möcht\p{L}*|wünsch\p{L}*|hätten? (?:\p{L}+ ){0,3}(?:gern\p{L}?|lieber)|devrai\p{L}*|doi\p{L}*|s['’]il (?:vous|te)|svp|merci|pouv\p{L}*|pourr\p{L}*|peut|voudr\p{L}*|préf[éè]r\p{L}*|prefier\p{L}*|souhait\p{L}*|faut|faudrait|debe\p{L}*|por favor|pued\p{L}*|podr\p{L}*|quier\p{L}*|quisiera|gustaría|hay que|necesit\p{L}*|t(?:ien|en[eí]|end)\p{L}* que|pod[eé][im]\p{L}*|per favore|dov\p{L}*|dev[eo]\p{L}*|vogli\p{L}*|vorre\p{L}*|potre\p{L}*|puo[ti]\p{L}*|precis\p{L}*|gostar\p{L}*|poder\p{L}*|quer(?:o|emos))(?!\p{L})/giu;
/** Verbs that give an element a text or a value. */
const STATING =
  /(?<!\p{L})(?:say|read|write|call(?:ed)?|nam(?:e|ed)|renam(?:e|ing)|title|label|put|use|us(?:e|ing)|set|show|display|chang(?:e|ing)|replac(?:e|ing)|swap|switch|turn(?:ed)?|add|make|update|updating|correct|go (?:with|back)|have|bring|keep|get|raise|lower|increase|reduce|drop|move|schreib\p{L}*|nenn\p{L}*|heiß(?!t)\p{L}*|laut(?!et)\p{L}*|steh(?!t)\p{L}*|zeig(?!t)\p{L}*|anzeig\p{L}*|setz\p{L}*|nehm\p{L}*|nimm|änder\p{L}*|mach\p{L}*|ersetz\p{L}*|tausch\p{L}*|umbenenn\p{L}*|benenn\p{L}*|verwend\p{L}*|nutz\p{L}*|einsetz\p{L}*|eintrag\p{L}*|ergänz\p{L}*|dire|lire|écri(?:re|vez|vons|s)|mett\p{L}*|mets|appel\p{L}*|nomm\p{L}*|renomm\p{L}*|remplac\p{L}*|affich\p{L}*|indiqu\p{L}*|change[rz]?|modifi\p{L}*|passe[rz]?|ajout\p{L}*|utilis\p{L}*|remett\p{L}*|reveni[rz]|corrige[rz]?|decir|dig\p{L}*|escrib\p{L}*|pon(?!ía|e(?!\p{L}))\p{L}*|llam[aeá]\p{L}*|llám\p{L}*|renombr\p{L}*|reemplaz\p{L}*|sustitu\p{L}*|cambi(?!ó|aron)\p{L}*|us(?:ar?|en|ad)|mostrar|muestr\p{L}*|añad\p{L}*|corr[ei][gj]\p{L}*|volv\p{L}*|scriv\p{L}*|chiam\p{L}*|mett\p{L}*|sostitu\p{L}*|usa(?:re|te)?|escrev\p{L}*|coloc\p{L}*|troc\p{L}*|mud\p{L}*|substitu\p{L}*)(?!\p{L})/giu;
/** Subjects of a clause that tells what they do. The author's own group, we, is not among them. */
const OTHERS =
  /(?<!\p{L})(?:i|ich|je|yo|you|they|he|she|it|this|that|which|who|people|everybody|everyone|nobody|somebody|someone|users|visitors|customers|competitors?|ihr|sie|er|man|leute|kunden|besucher|alle|jeder|niemand|il|ils|elle|elles|on|vous|gens|clients|personne|gente|clientes|ellos|ella|nadie|todos)(?!\p{L})/iu;
/** Words between a request and a text that belong to another verb: please look at "Buy". */
const OF_ANOTHER_VERB =
  /(?<!\p{L})(?:see|seen|looks?|looked|looking|fix|think|thinks|feel|feels|find|hope|guess|try|take|which|because|since|like|what|why|who|link|links|linked|leads?|opens?|points?|goes|sehen|lesen|finden?|denken?|glaube|sieht|aussehen|weil|denn|wenn|ob|was|warum|link|verlink\p{L}*|führ\p{L}*|trouv\p{L}*|pense|voi[rs]|qui|liens?|ver|ve|creo|parece|enlac?z\p{L}*|llev\p{L}*)(?!\p{L})/iu;
/** Verbs of requests about something else than a text. */
const ABOUT_OTHERS =
  /^(?:fix|link|align|cent(?:er|re)|remove|delete|hide|enlarge|shrink|darken|lighten|paint|entfern\p{L}*|lösch\p{L}*|verschieb\p{L}*|zentrier\p{L}*|verlink\p{L}*|vergrößer\p{L}*|verkleiner\p{L}*|supprim\p{L}*|déplac\p{L}*|agrandi\p{L}*|quit\p{L}*|elimin\p{L}*|mov\p{L}*|muev\p{L}*)$/iu;
/** Words that place a text: "Buy" should be here. */
const PLACED_AFTER =
  /^[\s,]*(?:(?:here|hier|ici|aquí|text|now|jetzt)\s+)*(?:(?:should|must|needs? to|has to|ought to|soll\p{L}*|muss|müsste|devrait|doit|debe(?:ría)?|tiene que)\s+(?:(?:please|bitte|hier|da|dort|drauf|auf|auch)\s+)*(?:be (?:here|there|shown|written|displayed|used|(?:the|its|our) \p{L}+)|stand|appear|go here|come here|(?:dem \p{L}+ )?(?:stehen|hin|erscheinen|angezeigt|verwendet)|apparaître|figurer|être (?:écrit|affiché|ici)|aparecer|figurar|estar|ir aquí)|(?:please|pls|bitte|svp|s['’]il|merci|por favor|per favore|instead|rather|stattdessen|au lieu|plutôt|en (?:lugar|vez)|a la place|à la place)(?!\p{L})|(?:(?:hin)?schreiben|nennen|verwenden|nehmen|einsetzen|eintragen|anzeigen|ergänzen)\s*[.!]*$)/iu;

/** Words that forbid a text: stop writing "Buy", nobody should read "Buy". */
const STOPPED =
  /(?<!\p{L})(?:stop|avoid|refrain|might|nobody|no one|niemand|keiner|personne|nadie|nessuno|ninguém|hör\p{L}*|vermeide\p{L}*|évite\p{L}*|arrête\p{L}*|cesse\p{L}*|evit\p{L}*|smett\p{L}*|par[ae]\p{L}* de)(?!\p{L})/iu;
/** Verbs whose object may be a text that they only name: make "Buy" bold. */
const OF_LOOKS =
  /^(?:put|set|show|display|make|have|bring|keep|get|move|turn|use|add|mach\p{L}*|setz\p{L}*|zeig\p{L}*|mett\p{L}*|mets|pon\p{L}*|muestr\p{L}*|mostrar)$/iu;

const wordsIn = (text: string): string[] =>
  (text.match(/[\p{Script=Latin}\d]+(?:['’-]\p{Script=Latin}+)*/gu) ?? []).map((word) => word.toLowerCase());

const isPlain = (text: string): boolean =>
  !OF_ANOTHER_VERB.test(text) &&
  wordsIn(text).every((word) => isHarmless(word, ['text', 'value']) || LINKING.test(word) || isKindOfElement(word));
/** Words that join a request and its text. */
const LINKING = /^(?:dass|that|que|sondern|or|oder|ou|o|and|und|et|y|off|titles?|mind|s)$/iu;

const lastOf = (text: string, pattern: RegExp): RegExpExecArray | undefined =>
  [...text.matchAll(new RegExp(pattern.source, 'giu'))].at(-1);

/** Whether a verb before a text is a command, or says what its author does: write "Buy". */
const isCommand = (verb: RegExpExecArray, before: string): boolean => {
  const subject = before.slice(0, verb.index);
  return new RegExp(WANTING.source, 'iu').test(subject) || (isPlain(subject) && !OTHERS.test(subject));
};

/**
 * Whether the words around a text or a value of a clause ask for it. One that a clause only names,
 * describes, repeats or doubts is not asked for.
 */
export function isAskedFor(before: string, after: string): boolean {
  if (NAMING.test(`${before}\uE000${after}`)) return true;
  if (/\p{Script=Hiragana}/u.test(before + after)) return isAskedForInJapanese(before, after);
  if ([REPEATED, STOPPED].some((words) => words.test(before)) || GUESS.test(before + after)) return false;
  return isGoverned(before, after) || isSuggested(before, after) || isPlaced(before, after) || isBare(before + after);
}

const JAPANESE_REQUEST = new RegExp(REQUEST.source, 'iu');
/** Words after a text that another wish is about, or that shall not stand there. */
const JAPANESE_OTHER =
  /^を(?!使|表示|入れ|追加|書|希望|お願い)|^[はをも]?[^\uE000-\uF8FF]{0,6}(?:やめ|避け|ないで|おかし|変です)/u;
const isAskedForInJapanese = (before: string, after: string): boolean =>
  !JAPANESE_OTHER.test(after) &&
  (JAPANESE_REQUEST.test(before + after) ||
    SUGGESTION.test(before + after) ||
    /^[\s.!:。]*$/u.test(before + after.replace(/^[にへと]/u, '')));

/** Whether a request before a text reaches it: no other verb and no other thing is between. */
function isGoverned(before: string, after: string): boolean {
  const since = before.replace(QUOTATION, ' ');
  const [wanting, verb] = [lastOf(since, WANTING), lastOf(since, STATING)];
  const isNamed = NAMED_AFTER.test(after) && ARTICLE_BEFORE.test(before);
  if (isNamed || ABOUT_OTHERS.test(lastOf(since, REQUEST)?.[0] ?? '')) return false;
  const isWhole = isPlain(after.replace(QUOTATION, ' ').replace(REASON, ''));
  if (verb && isCommand(verb, since) && isPlain(since.slice(verb.index))) {
    if (OF_LOOKS.test(verb[0]) && !isWhole) return false;
    return wanting === undefined || wanting.index > verb.index || isPlain(since.slice(endOf(wanting), verb.index));
  }
  return wanting !== undefined && isPlain(since.slice(endOf(wanting))) && isWhole;
}

const endOf = ({ index, 0: { length } }: RegExpExecArray): number => index + length;

/** Reasons behind a wish. */
const REASON =
  /(?<!\p{L})(?:so that|because|since|damit|weil|denn|pour que|car|parce que|para que|porque)(?!\p{L}).*$/isu;
/** A kind of element right behind its label: the "Buy" button. */
const NAMED_AFTER =
  /^\s*-?(?:buttons?|links?|labels?|headings?|headlines?|titles?|sections?|menus?|entry|entries|tabs?|pages?|boxe?s?|cards?|fields?|knopf|text)(?!\p{L})/iu;
const ARTICLE_BEFORE = /(?<!\p{L})(?:the|this|that|our|der|die|das|den|dem|le|la|el)\s*$/iu;

/** Whether a clause calls a text the better one. */
const isSuggested = (before: string, after: string): boolean =>
  SUGGESTION.test(before + after) && isPlain(before.replace(OPINION, ' ').replace(QUOTATION, ' '));

/** Beginnings of an author's opinion. */
const OPINION =
  /^(?:i (?:think|find|guess|feel)|ich (?:finde?|denke|glaube)|je (?:pense|trouve|crois)|creo|me parece)(?: that| que)?(?!\p{L})/iu;

const isPlaced = (before: string, after: string): boolean =>
  PLACED_AFTER.test(after) && isPlain(before.replace(QUOTATION, ' ')) && !STATES.test(before);

/** Whether a clause consists of a text, and words that mean nothing by themselves. */
function isBare(around: string): boolean {
  const rest = around.replace(QUOTATION, ' ');
  return /^[\p{L}\s.,:;!'’…–—-]*$/u.test(rest) && wordsIn(rest).every((word) => BARE.test(word));
}

const BARE =
  /^(?:and|but|then|here|now|instead|rather|better|please|the|hier|jetzt|und|aber|sondern|dann|besser|lieber|bitte|ici|maintenant|et|mais|plutôt|mieux|svp|aquí|ahora|y|pero|sino|mejor|text|texte|texto|new|neue?r?|nouveau|nuevo|it|s|was|not|just|simply|einfach|juste|simplement|simplemente)$/iu;
